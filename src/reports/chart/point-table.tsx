import { ChevronRight } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { bucketsOf, chartUnitOf } from '#contract/kit/report/period.ts'
import { formatPoint } from '../period-text.ts'
import { formatMeasure } from '../report-fields.ts'
import type { ChartPoints, Point } from '../report-queries.ts'

interface PointTableProps {
  chart: ChartPoints
  name: string
  field: Field
  label: string
  /** What stands beside it. */
  beside: string
  isLine: boolean
}

/** Places of the last points of each unit of the whole: a line of years has thousands of days. */
export function unitEnds(points: readonly Point[]): number[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const span = { from: first.from, to: last.to }
  const ends = new Set(bucketsOf(span, chartUnitOf(span)).map(({ to }) => points.findLastIndex((point) => point.from <= to)))
  return [...ends].filter((at) => at >= 0)
}

/** The points of a chart as a table; of a line the last ones of each unit. */
export function PointTable({ chart, name, field, label, beside, isLine }: PointTableProps) {
  const { points, previous, unit } = chart
  const head = 'py-2 text-xs font-medium text-muted-foreground'
  const shown = isLine ? unitEnds(points) : points.map((_, at) => at)
  return (
    <details className="group text-sm print:hidden">
      <summary className="inline-flex min-h-control cursor-pointer items-center gap-1 rounded text-muted-foreground hover:text-foreground">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90 rtl:rotate-180" />
        {t('report.asTable')}
      </summary>
      <table className="w-full">
        <thead className="border-b">
          <tr>
            <th scope="col" className={`${head} pe-3 text-start`}>
              {t('report.period')}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {label}
            </th>
            {previous && (
              <th scope="col" className={`${head} ps-3 text-end`}>
                {beside}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-border/60">
          {shown.map((at) => {
            const [point, other] = [points[at], previous?.[at]]
            return (
              point && (
                <tr key={point.from}>
                  <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                    {formatPoint(point, unit)}
                  </th>
                  <td className="py-1.5 text-end tabular-nums">
                    <bdi dir="ltr">{formatMeasure(point[name], field)}</bdi>
                  </td>
                  {previous && (
                    <td className="py-1.5 ps-3 text-end text-muted-foreground tabular-nums">
                      <bdi dir="ltr">{other ? formatMeasure(other[name], field) : '–'}</bdi>
                    </td>
                  )}
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </details>
  )
}
