import { formatDate } from '#console/kit/format.ts'
import { writeNumber } from '#console/kit/read-number.ts'
import { usePhone } from '#console/ui/use-media.ts'
import { adjusted, type FollowedPrice } from '#contract/lib/adjusted-prices.ts'
import { isTraded } from '#contract/lib/day-price.ts'

const [height, pad] = [240, 56]
const shown = 250

/** A bar from low to high and a tick at the close for each traded day; volume beneath. Prices of today's shares. */
export function PriceChart({ rows, label }: { rows: readonly FollowedPrice[]; label: string }) {
  const days = adjusted(rows).filter(isTraded).slice(-shown)
  const width = usePhone() ? 360 : 800
  if (days.length < 2) return null
  const low = Math.min(...days.map((day) => day.low))
  const high = Math.max(...days.map((day) => day.high))
  const largest = Math.max(...days.map((day) => day.volume))
  const step = (width - pad) / days.length
  const y = (price: number) => 8 + ((high - price) / (high - low || 1)) * (height - 64)
  const marks = [high, (high + low) / 2, low]
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="w-full">
      {marks.map((price) => (
        <g key={price}>
          <line x1={0} x2={width - pad} y1={y(price)} y2={y(price)} className="stroke-border" strokeDasharray="2 4" />
          <text x={width - pad + 6} y={y(price) + 4} className="fill-muted-foreground text-xs tabular-nums">
            {writeNumber(Math.round(price))}
          </text>
        </g>
      ))}
      {days.map((day, at) => {
        const x = (at + 0.5) * step
        const tone = day.close >= day.previous ? 'text-primary-text' : 'text-danger-text'
        return (
          <g key={day.date} className={tone} stroke="currentColor" strokeWidth={Math.min(3, Math.max(1, step / 4))}>
            <title>{`${formatDate(day.date)}: ${writeNumber(Math.round(day.close))}`}</title>
            <line x1={x} x2={x} y1={y(day.high)} y2={y(day.low)} />
            <line x1={x} x2={x + step / 2.5} y1={y(day.close)} y2={y(day.close)} />
            <line x1={x} x2={x} y1={height - 20 - (day.volume / largest) * 28} y2={height - 20} opacity={0.4} />
          </g>
        )
      })}
      <text x={0} y={height - 4} className="fill-muted-foreground text-xs">
        {formatDate(days[0]?.date ?? '')}
      </text>
      <text x={width - pad} y={height - 4} textAnchor="end" className="fill-muted-foreground text-xs">
        {formatDate(days.at(-1)?.date ?? '')}
      </text>
    </svg>
  )
}
