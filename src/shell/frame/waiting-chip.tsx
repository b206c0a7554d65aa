import { ArrowUpFromLine, TriangleAlert } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { cn } from '#console/ui/cn.ts'
import { PathLink } from '../base/path-link.tsx'

/** Numbers of waiting and parked changes; links to the outbox. */
export function WaitingChip({ waiting, parked }: { waiting: number; parked: number }) {
  const Icon = parked ? TriangleAlert : ArrowUpFromLine
  const count = parked || waiting
  return (
    <PathLink
      href="/outbox"
      className={cn(
        'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium tabular-nums touch:h-11',
        parked ? 'bg-danger-soft text-danger-text' : 'bg-primary-soft text-primary-text',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {/* A phone has no room for the words in any language and font size. */}
      <span className="max-md:sr-only">{t(parked ? 'waiting.parked' : 'waiting.count', { count })}</span>
      <span aria-hidden="true" className="md:hidden">
        {formatNumber(count)}
      </span>
    </PathLink>
  )
}
