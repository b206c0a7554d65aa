import { formatGain } from '#console/kit/text/format-more.ts'

/** Percent with sign; colour is redundant. */
export function Gain({ value }: { value: number | null | undefined }) {
  if (value == null) return <span className="text-muted-foreground">–</span>
  const tone = value > 0 ? 'text-primary-text' : value < 0 ? 'text-danger-text' : ''
  return (
    <bdi dir="ltr" className={`font-medium tabular-nums ${tone}`}>
      {formatGain(value)}
    </bdi>
  )
}
