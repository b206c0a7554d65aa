import { ArrowUpFromLine, TriangleAlert } from 'lucide-react'
import { useWaiting } from '#console/data/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/format.ts'
import { cn } from '#console/ui/cn.ts'
import { PathLink } from './path-link.tsx'

/** How many changes have not reached the server yet, and how many need a person; leads to the outbox. */
export function WaitingChip() {
  const { waiting, parked } = useWaiting()
  if (waiting + parked === 0) return null
  const Icon = parked ? TriangleAlert : ArrowUpFromLine
  return (
    <PathLink
      href="/outbox"
      className={cn(
        'inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium tabular-nums touch:h-11',
        parked ? 'bg-danger-soft text-danger-text' : 'bg-primary-soft text-primary-text',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {parked ? (
        <>
          <span className="max-sm:sr-only">{t('waiting.parked', { count: parked })}</span>
          <span aria-hidden="true" className="sm:hidden">
            {formatNumber(parked)}
          </span>
        </>
      ) : (
        t('waiting.count', { count: waiting })
      )}
    </PathLink>
  )
}
