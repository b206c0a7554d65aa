import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { detailLink } from '#console/kit/text/section-link.ts'
import { toneOf } from '#console/kit/text/tone.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { type Recipient, recipientFields } from '#contract/sections/promotion/newsletter.ts'

export const nameOf = ({ name, address, member_id, id }: Recipient): string =>
  name || address || t('newsletter.recipients.nameless', { id: String(member_id ?? id) })

/** Why, when, and what became of it, in a line. */
function detailsOf({
  state,
  reason,
  response,
  sent_at,
  next_try_at,
  opened_at,
  machine_opened_at,
  clicked_at,
  machine_clicked_at,
  unsubscribed_at,
  event,
  decided_by,
}: Recipient): string[] {
  const at = (moment: string | null | undefined, words: (at: string) => string) => (moment ? [words(formatDateTime(moment))] : [])
  return [
    ...(reason ? [t(`newsletter.reason.${reason}`)] : []),
    ...at(sent_at, (text) => text),
    ...(state === 'queued' ? at(next_try_at, (text) => t('newsletter.recipients.retryAt', { at: text })) : []),
    ...at(opened_at, (text) => t('newsletter.recipients.openedAt', { at: text })),
    ...at(machine_opened_at, (text) => t('newsletter.recipients.machineAt', { at: text })),
    ...at(clicked_at, (text) => t('newsletter.recipients.clickedAt', { at: text })),
    ...at(machine_clicked_at, (text) => t('newsletter.recipients.machineClickedAt', { at: text })),
    ...at(unsubscribed_at, (text) => t('newsletter.recipients.unsubscribedAt', { at: text })),
    ...(event ? [t(`newsletter.event.${event}`)] : []),
    ...(decided_by ? [t('newsletter.recipients.decidedBy', { name: decided_by })] : []),
    ...(state !== 'sent' && response ? [response] : []),
  ]
}

/** One recipient: who, the state with its reason, and when. */
export function RecipientLine({ one, lead }: { one: Recipient; lead?: ReactNode }) {
  const access = useAccess()
  const details = detailsOf(one)
  const name = nameOf(one)
  const mayRead = holds(access, 'get member') && one.member_id != null
  return (
    <li className="flex gap-3 px-3 py-2.5 text-sm">
      {lead}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {mayRead ? (
            <Link
              {...detailLink('member', toText(one.member_id))}
              dir="auto"
              className="min-w-0 break-words font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
            >
              {name}
            </Link>
          ) : (
            <span dir="auto" className="min-w-0 break-words font-medium">
              {name}
            </span>
          )}
          <StatusBadge value={one.state} tone={toneOf(one.state, recipientFields.state)} label={t(`newsletter.state.${one.state}`)} />
        </div>
        {one.address && one.address !== name && (
          <bdi dir="ltr" className="w-fit max-w-full break-all text-muted-foreground">
            {one.address}
          </bdi>
        )}
        {details.length > 0 && (
          <p className="flex flex-wrap gap-x-2 break-words text-muted-foreground tabular-nums">
            {details.map((each) => (
              <bdi key={each}>{each}</bdi>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}
