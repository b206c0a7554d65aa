import { Link } from '@tanstack/react-router'
import { useAccess } from '#console/data/api/session.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { CallList } from '#console/kit/list/screen/call-list.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { trashedLink } from '#console/kit/text/section-link.ts'
import { toneOf } from '#console/kit/text/tone.ts'
import type { RowOf } from '#contract/kit/field/field.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { newsletter, receivedFields } from '#contract/sections/promotion/newsletter.ts'

const call = sectionCall(newsletter, 'received')
type Received = RowOf<typeof receivedFields>

/** Why, when, whether it was opened, and what the provider told later. */
const detailsOf = ({ reason, sent_at, opened_at, event, created_at }: Received): string[] => [
  formatDateTime(sent_at ?? created_at),
  ...(reason ? [t(`newsletter.reason.${reason}`)] : []),
  ...(opened_at ? [t('newsletter.recipients.openedAt', { at: formatDateTime(opened_at) })] : []),
  ...(event ? [t(`newsletter.event.${event}`)] : []),
]

/** Which newsletters a member got, and when; of the others why not. */
export function Newsletters({ record }: { record: AnyRow }) {
  useLocale()
  const access = useAccess()
  const mayOpen = holds(access, 'get promotion')
  return (
    <div className="px-4 pb-8">
      <CallList<Received>
        call={call}
        record={record}
        param="member_id"
        texts={{ offline: t('newsletter.received.offline'), empty: t('newsletter.received.empty'), more: t('newsletter.recipients.more') }}
      >
        {(all) => (
          <ul aria-label={t('nav.newsletter')} className="divide-y rounded-lg border">
            {all.map((one) => (
              <li key={one.id} className="grid gap-0.5 px-3 py-2.5 text-sm">
                <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                  {mayOpen ? (
                    <Link
                      {...trashedLink('newsletter', 'report', String(one.newsletter_id))}
                      dir="auto"
                      className="min-w-0 break-words font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
                    >
                      {one.subject}
                    </Link>
                  ) : (
                    <span dir="auto" className="min-w-0 break-words font-medium">
                      {one.subject}
                    </span>
                  )}
                  <StatusBadge
                    value={one.state}
                    tone={toneOf(one.state, receivedFields.state)}
                    label={t(`newsletter.state.${one.state}`)}
                  />
                </div>
                <p className="flex flex-wrap gap-x-2 text-muted-foreground tabular-nums">
                  {detailsOf(one).map((each) => (
                    <bdi key={each}>{each}</bdi>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        )}
      </CallList>
    </div>
  )
}
