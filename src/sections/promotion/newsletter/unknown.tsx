import { useState } from 'react'
import { invalidateSection } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { runCall } from '#console/kit/calls/run-call.ts'
import { CallList } from '#console/kit/list/screen/call-list.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { confirm } from '#console/ui/confirm.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { newsletter, type Recipient } from '#contract/sections/promotion/newsletter.ts'
import { nameOf, RecipientLine } from './recipient-line.tsx'

const call = sectionCall(newsletter, 'recipients')
const filters = [{ field: 'state', values: ['unknown'] }]

/** Those of whom nobody knows whether they got it, by name, with what a person decides about them. */
export function Unknown({ row, mayDecide }: { row: AnyRow; mayDecide: boolean }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const count = Number(row.unknown ?? 0)
  const shown = formatNumber(chosen.size)

  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  async function decide(decision: 'resend' | 'leave'): Promise<void> {
    const question = {
      title: t(decision === 'resend' ? 'newsletter.unknown.ask' : 'newsletter.unknown.askLeave'),
      action: t(decision === 'resend' ? 'newsletter.unknown.resendVerb' : 'newsletter.unknown.leaveVerb'),
      cancel: t('list.cancel'),
      close: t('app.close'),
    }
    if (!(await confirm(question))) return
    setBusy(true)
    // Without names, the decision is about all of them.
    const recipients = chosen.size ? { recipients: [...chosen] } : {}
    if (await runCall(newsletter, 'decide', [row], { decision, ...recipients })) setChosen(new Set())
    await invalidateSection('newsletter')
    setBusy(false)
  }

  return (
    <section className="grid gap-3 rounded-lg border p-4" aria-labelledby="newsletter-unknown">
      <h2 id="newsletter-unknown" className="text-sm font-semibold">
        {t('newsletter.unknown.title', { count, shown: formatNumber(count) })}
      </h2>
      <p className="text-sm text-muted-foreground">{t('newsletter.unknown.detail')}</p>
      <CallList<Recipient>
        call={call}
        record={row}
        filters={filters}
        texts={{
          offline: t('newsletter.recipients.offline'),
          empty: t('newsletter.recipients.empty'),
          more: t('newsletter.recipients.more'),
        }}
      >
        {(all) => (
          <ul aria-labelledby="newsletter-unknown" className="divide-y rounded-lg border">
            {all.map((one) => (
              <RecipientLine
                key={one.id}
                one={one}
                lead={
                  mayDecide && (
                    <Checkbox
                      checked={chosen.has(one.id)}
                      onChange={() => toggle(one.id)}
                      aria-label={t('newsletter.unknown.choose', { name: nameOf(one) })}
                    />
                  )
                }
              />
            ))}
          </ul>
        )}
      </CallList>
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          <Button busy={isBusy} onClick={() => void decide('resend')}>
            {t('newsletter.unknown.resend', { count: chosen.size, shown })}
          </Button>
          <Button busy={isBusy} onClick={() => void decide('leave')}>
            {t('newsletter.unknown.leave', { count: chosen.size, shown })}
          </Button>
        </div>
      )}
    </section>
  )
}
