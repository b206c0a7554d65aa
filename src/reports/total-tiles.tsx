import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { formatGain } from '#console/kit/text/format-more.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { DrawnReport } from '#contract/kit/report/report.ts'
import { DrillNumber } from './drill-number.tsx'
import { formatSpan } from './period-text.ts'
import { type DrillLink, formatMeasure, headOf, measuresOf } from './report-fields.ts'
import type { Total } from './report-queries.ts'

/** By how much of the value before it changed; null where that was nothing. */
export function changeOf(now: unknown, before: unknown): number | null {
  const [one, other] = [Number(now ?? 0), Number(before ?? 0)]
  return other === 0 ? null : (one - other) / other
}

const formatChange = (change: number) => formatGain(Math.round(change * 1_000) / 10)

/** `isGood`: whether what changed is better now. */
function Change({ change, isGood }: { change: number | null; isGood: boolean }) {
  if (change === null) return null
  const Icon = change < 0 ? ArrowDownRight : ArrowUpRight
  const look = change === 0 ? 'text-muted-foreground' : isGood ? 'text-primary-text' : 'text-danger-text'
  return (
    <bdi className={`inline-flex items-center gap-0.5 font-medium tabular-nums ${look}`}>
      {change !== 0 && <Icon aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />}
      {formatChange(change)}
    </bdi>
  )
}

interface TotalTilesProps {
  report: DrawnReport
  /** Null while it is on its way. */
  total: Total | null
  isCompared: boolean
  linkOf: (measure: string) => DrillLink | null
}

/** The whole of the period, measure by measure, and the one before beside it. */
export function TotalTiles({ report, total, isCompared, linkOf }: TotalTilesProps) {
  const previous = total?.previous
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border bg-border shadow-raised print:break-inside-avoid print:shadow-none">
      {measuresOf(report).map((of) => {
        const [name, field] = of
        const change = previous ? changeOf(total?.[name], previous[name]) : null
        const isGood = Number(change) > 0 !== (report.lessIsBetter?.includes(name) ?? false)
        return (
          <div
            key={name}
            data-tile={name}
            className="flex flex-[1_1_8rem] flex-col gap-1 bg-card px-4 py-3 print:flex-[1_1_6rem] print:px-2"
          >
            <dt className="text-xs text-muted-foreground">{headOf(of)}</dt>
            <dd className="text-xl font-semibold tracking-tight whitespace-nowrap">
              {total ? <DrillNumber report={report} of={of} values={total} to={linkOf(name)} /> : <Skeleton className="h-6 w-24" />}
            </dd>
            {isCompared && (
              <dd className="min-h-4 text-xs text-muted-foreground">
                {previous && (
                  <>
                    <Change change={change} isGood={isGood} />{' '}
                    {t('report.against', { value: `\u2068${formatMeasure(previous[name], field)}\u2069`, period: formatSpan(previous) })}
                  </>
                )}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
