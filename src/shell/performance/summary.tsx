import type { ReactNode } from 'react'
import { Gain } from '#console/commerce/gain.tsx'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Card } from '#console/ui/card.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { RowOf } from '#contract/kit/field/field.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import type { summaryFields } from '#contract/performance.ts'
import { PathLink } from '../base/path-link.tsx'
import type { Asked } from './asked.ts'
import { closedHref, openHref, positionsHref } from './links.ts'

export type Summary = RowOf<typeof summaryFields>

interface FigureProps {
  label: string
  href: string
  value: ReactNode
}

/** A figure that links to its trades. */
const Figure = ({ label, href, value }: FigureProps) => (
  <PathLink
    href={href}
    className="flex min-w-0 flex-col gap-1 rounded-xl border bg-card px-4 py-3 shadow-raised transition-colors hover:bg-muted"
  >
    <span className="truncate text-xs text-muted-foreground">{label}</span>
    <span className="truncate text-lg font-semibold tabular-nums">{value}</span>
  </PathLink>
)

const percent = (value: number | null | undefined) => (value == null ? '-' : `${formatNumber(value)} %`)

export function SummaryCards({ summary, asked }: { summary: Summary | undefined; asked: Asked }) {
  if (!summary)
    return (
      <div aria-busy="true" className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => (
          <Card key={name} className="px-4 py-3">
            <Skeleton className="h-11" />
          </Card>
        ))}
      </div>
    )
  const [positions, open, closed] = [positionsHref(asked), openHref(asked), closedHref(asked)]
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <Figure label={t('performance.twr')} href={positions} value={<Gain value={summary.twr} />} />
      <Figure label={t('performance.annualised')} href={positions} value={<Gain value={summary.annualised} />} />
      <Figure label={t('performance.drawdown')} href={positions} value={<Gain value={summary.drawdown} />} />
      <Figure label={t('performance.win_rate')} href={closed} value={percent(summary.win_rate)} />
      <Figure label={t('performance.realised')} href={positions} value={<bdi dir="ltr">{formatRupiah(summary.realised)}</bdi>} />
      <Figure label={t('performance.unrealised')} href={open} value={<bdi dir="ltr">{formatRupiah(summary.unrealised)}</bdi>} />
      <Figure
        label={t('performance.holding_days')}
        href={closed}
        value={summary.holding_days == null ? '-' : formatNumber(summary.holding_days)}
      />
      <Figure
        label={`${t('performance.open')} / ${t('performance.closed')}`}
        href={positions}
        value={`${formatNumber(summary.open)} / ${formatNumber(summary.closed)}`}
      />
    </div>
  )
}
