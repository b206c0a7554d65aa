import { Clock3, TriangleAlert } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatDateTime } from '#console/kit/text/format.ts'
import { toneClass } from '#console/kit/text/tone.ts'
import { dueOf } from './follow-up.ts'

/** Overdue or due today, as colour and word; nothing for later. */
export function DueBadge({ at }: { at: unknown }) {
  const due = dueOf(at)
  if (!due) return null
  const Icon = due === 'overdue' ? TriangleAlert : Clock3
  return (
    <span
      data-due={due}
      className={`inline-flex h-5 shrink-0 items-center gap-1 rounded px-1.5 text-xs font-medium [&_svg]:size-3 ${toneClass[due === 'overdue' ? 'bad' : 'warning']}`}
    >
      <Icon aria-hidden="true" />
      {t(`leads.due.${due}`)}
    </span>
  )
}

/** The next follow-up where there is little room: that it is due, else its day. */
export function ShortFollowUp({ at }: { at: unknown }) {
  if (dueOf(at)) return <DueBadge at={at} />
  if (typeof at !== 'string' || at === '') return null
  return (
    <time className="shrink-0 text-xs text-muted-foreground" dateTime={at}>
      {formatDate(at)}
    </time>
  )
}

/** The next follow-up as a time in WIB; with `short`, its day. */
export function FollowUp({ at, short = false }: { at: unknown; short?: boolean }) {
  if (typeof at !== 'string' || at === '') return <span className="text-muted-foreground">–</span>
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <DueBadge at={at} />
      <time dateTime={at}>{short ? formatDate(at) : formatDateTime(at)}</time>
    </span>
  )
}
