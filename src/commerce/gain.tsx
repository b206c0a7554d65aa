import { formatNumber } from '#console/kit/format.ts'

export const gainText = (gain: number) => `${gain > 0 ? '+' : ''}${formatNumber(gain)} %`

/** Percent with its sign; the colour only repeats it. Nobody has made that of one that waits yet, so it has none. */
export function Gain({ value, isPlain = false }: { value: number | null | undefined; isPlain?: boolean }) {
  if (value == null) return <span className="text-muted-foreground">–</span>
  const tone = isPlain ? 'text-muted-foreground' : value > 0 ? 'text-primary-text' : value < 0 ? 'text-danger-text' : ''
  return (
    <bdi dir="ltr" className={`font-medium tabular-nums ${tone}`}>
      {gainText(value)}
    </bdi>
  )
}
