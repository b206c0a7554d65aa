import { formatNumber } from '#console/kit/format.ts'

/** A percentage of results, with its sign and the colour of it; '-' where there is none. */
export function Gain({ value }: { value: unknown }) {
  if (typeof value !== 'number') return <span className="text-muted-foreground">-</span>
  const tone = value > 0 ? 'text-good' : value < 0 ? 'text-danger' : ''
  return (
    <bdi dir="ltr" className={`tabular-nums ${tone}`}>
      {value > 0 ? '+' : ''}
      {formatNumber(value)} %
    </bdi>
  )
}
