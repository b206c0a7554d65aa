import { type IChartApi, LineSeries } from 'lightweight-charts'
import { useCallback } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { type ChartColours, useChart } from '#console/ui/hooks/use-chart.ts'

export interface Point {
  date: string
  portfolio: number
  index: number
}

const percent = (value: number) => `${value > 0 ? '+' : ''}${formatNumber(value)} %`

/** Gain of the portfolio and of the named index, in percent since the day before the first. */
export function Graph({ points, index: indexName }: { points: readonly Point[]; index: string }) {
  const draw = useCallback(
    (chart: IChartApi, { own, text }: ChartColours) => {
      const line = (color: string, width: 1 | 2, name: 'portfolio' | 'index') =>
        chart
          .addSeries(LineSeries, { color, lineWidth: width, priceLineVisible: false })
          .setData(points.map((point) => ({ time: point.date, value: point[name] })))
      line(text, 1, 'index')
      line(own, 2, 'portfolio')
    },
    [points],
  )
  const box = useChart(draw, { format: percent })
  const [first, last] = [points[0], points.at(-1)]
  return (
    <figure className="flex flex-col gap-2 p-4">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0.5 w-4 bg-primary" />
          {t('performance.portfolio')}
          {last && (
            <bdi dir="ltr" className="tabular-nums">
              {percent(last.portfolio)}
            </bdi>
          )}
        </span>
        <span className="inline-flex items-center gap-1.5 text-muted-foreground">
          <span aria-hidden="true" className="h-0.5 w-4 bg-muted-foreground" />
          {indexName}
          {last && (
            <bdi dir="ltr" className="tabular-nums">
              {percent(last.index)}
            </bdi>
          )}
        </span>
      </figcaption>
      <div ref={box} dir="ltr" aria-hidden="true" className="h-64 w-full" />
      {first && last && (
        <p className="sr-only">
          {t('performance.graphOf', {
            from: formatDate(first.date),
            to: formatDate(last.date),
            portfolio: percent(last.portfolio),
            index: percent(last.index),
          })}
        </p>
      )}
    </figure>
  )
}
