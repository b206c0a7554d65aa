/** Returns a ratio in percent, exact, rounded once to 2 decimals, half away from zero; null for a denominator of 0. */
export function percentOf(numerator: bigint | number, denominator: bigint | number): number | null {
  const [over, under] = [BigInt(numerator), BigInt(denominator)]
  if (under === 0n) return null
  const isNegative = over < 0n !== under < 0n
  const [size, by] = [over < 0n ? -over : over, under < 0n ? -under : under]
  const hundredths = Number((size * 20_000n + by) / (2n * by))
  return (isNegative && hundredths !== 0 ? -hundredths : hundredths) / 100
}
