import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { chatsLink } from './report-calls.ts'

type ChatsLink = ReturnType<typeof chatsLink>

export const minutes = (value: number | null | undefined) =>
  value == null ? '-' : t('tanya-saham.report.minutes', { count: formatNumber(value) })

/** One figure of the period. */
export const Figure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1 rounded-xl border bg-card px-4 py-3 shadow-raised">
    <span className="truncate text-xs text-muted-foreground">{label}</span>
    <span className="truncate text-lg font-semibold tabular-nums">{value ?? <Skeleton className="h-6 w-16" />}</span>
  </div>
)

export interface Bar {
  key: string
  label: ReactNode
  count: number
  /** Content at the end in place of the count. */
  value?: ReactNode
  /** Link to the chats. */
  to?: ChatsLink
}

function BarRow({ bar: { label, count, value, to }, most }: { bar: Bar; most: number }) {
  const content = (
    <>
      <span
        aria-hidden="true"
        className="absolute inset-y-1 start-2 rounded-md bg-primary-soft"
        style={{ inlineSize: `calc((100% - 1rem) * ${count / most})` }}
      />
      <span className="relative min-w-0 flex-1 truncate">{label}</span>
      <span className="relative shrink-0 text-muted-foreground tabular-nums">{value ?? formatNumber(count)}</span>
    </>
  )
  const row = 'relative flex min-h-11 items-center gap-3 px-4 text-sm'
  return (
    <li>
      {to ? (
        <Link {...to} className={`${row} -outline-offset-2 hover:bg-muted`}>
          {content}
        </Link>
      ) : (
        <div className={row}>{content}</div>
      )}
    </li>
  )
}

interface BarsProps {
  title: string
  /** Undefined while loading. */
  bars: readonly Bar[] | undefined
  children?: ReactNode
}

/** Bars of counts, relative to the largest. */
export function Bars({ title, bars, children }: BarsProps) {
  const most = Math.max(1, ...(bars ?? []).map(({ count }) => count))
  return (
    <Card aria-busy={!bars} className="min-w-0 overflow-hidden">
      <CardHeader title={title}>{children}</CardHeader>
      {!bars && (
        <div className="p-4">
          <Skeleton className="h-40" />
        </div>
      )}
      {bars?.length === 0 && <p className="p-4 text-sm text-muted-foreground">{t('tanya-saham.report.none')}</p>}
      {bars && bars.length > 0 && (
        <ul aria-label={title} className="py-1">
          {bars.map((bar) => (
            <BarRow key={bar.key} bar={bar} most={most} />
          ))}
        </ul>
      )}
    </Card>
  )
}
