import { useMemo, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { CallList } from '#console/kit/list/screen/call-list.tsx'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { newsletter, type Recipient, type RecipientState, recipientStates } from '#contract/sections/promotion/newsletter.ts'
import { RecipientLine } from './recipient-line.tsx'

const call = sectionCall(newsletter, 'recipients')
const chip =
  'min-h-8 rounded-full border border-input bg-card px-3 text-sm hover:bg-muted aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text touch:min-h-11'

/** Everybody who was to get it, as frozen when sending began, by state and by name. */
export function Recipients({ row }: { row: AnyRow }) {
  // Names and addresses are for those who may see members.
  const mayName = holds(useAccess(), 'get member')
  const [state, setState] = useState<RecipientState | null>(null)
  const [search, setSearch] = useState('')
  const filters = useMemo(() => (state ? [{ field: 'state', values: [state] }] : []), [state])
  return (
    <section className="grid gap-3" aria-labelledby="newsletter-recipients">
      <h2 id="newsletter-recipients" className="text-sm font-semibold">
        {t('newsletter.recipients.title')}
      </h2>
      {mayName && <SearchBox value={search} onSearch={setSearch} />}
      <fieldset aria-label={t('newsletter.recipients.only')} className="flex flex-wrap gap-2">
        {[null, ...recipientStates].map((each) => (
          <button key={each ?? ''} type="button" aria-pressed={each === state} className={chip} onClick={() => setState(each)}>
            {each ? t(`newsletter.state.${each}`) : t('newsletter.recipients.all')}
          </button>
        ))}
      </fieldset>
      <CallList<Recipient>
        call={call}
        record={row}
        filters={filters}
        search={search}
        texts={{
          offline: t('newsletter.recipients.offline'),
          empty: t('newsletter.recipients.empty'),
          more: t('newsletter.recipients.more'),
        }}
      >
        {(all) => (
          <ul aria-label={t('newsletter.recipients.title')} className="divide-y rounded-lg border">
            {all.map((one) => (
              <RecipientLine key={one.id} one={one} />
            ))}
          </ul>
        )}
      </CallList>
    </section>
  )
}
