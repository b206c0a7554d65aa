import { CandlestickSeries, HistogramSeries, type IChartApi } from 'lightweight-charts'
import { useCallback, useMemo } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatDate } from '#console/kit/text/format.ts'
import { writeNumber } from '#console/kit/text/read-number.ts'
import { type ChartColours, useChart } from '#console/ui/hooks/use-chart.ts'
import { adjusted, type FollowedPrice } from '#contract/market/adjusted-prices.ts'
import { isTraded } from '#contract/market/day-price.ts'

/** Part of the chart's height for volume, at its foot. */
const volumeHeight = 0.2

const whole = (value: number) => writeNumber(Math.round(value))

/** A candle from the previous price to the close per traded day, with low and high; volume below. Prices of today's shares. */
export function PriceChart({ rows, label }: { rows: readonly FollowedPrice[]; label: string }) {
  const days = useMemo(() => adjusted(rows).filter(isTraded), [rows])
  const draw = useCallback(
    (chart: IChartApi, { rise, fall, grid }: ChartColours) => {
      const volume = chart.addSeries(HistogramSeries, {
        color: grid,
        priceScaleId: 'volume',
        priceLineVisible: false,
        lastValueVisible: false,
      })
      volume.setData(days.map(({ date, volume: value }) => ({ time: date, value })))
      chart.priceScale('volume').applyOptions({ scaleMargins: { top: 1 - volumeHeight, bottom: 0 }, visible: false })
      const candles = { upColor: rise, downColor: fall, wickUpColor: rise, wickDownColor: fall, borderVisible: false }
      const price = chart.addSeries(CandlestickSeries, candles)
      price.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: volumeHeight + 0.04 } })
      price.setData(
        days.map(({ date, previous, high, low, close }) => ({
          time: date,
          open: previous,
          high: Math.max(high, previous),
          low: Math.min(low, previous),
          close,
        })),
      )
    },
    [days],
  )
  const box = useChart(draw, { format: whole, moves: true })
  const [first, last] = [days[0], days.at(-1)]
  if (days.length < 2 || !first || !last) return null
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap gap-x-3 text-sm text-muted-foreground">
        <span className="font-medium text-foreground">{label}</span>
        <span className="tabular-nums">
          {formatDate(first.date)} – {formatDate(last.date)}
        </span>
        <bdi className="tabular-nums">
          {t('stock.prices.close')} {whole(last.close)}
        </bdi>
      </figcaption>
      <div ref={box} dir="ltr" aria-hidden="true" className="h-72 w-full" />
    </figure>
  )
}
