/** Times that a person claims: they date money, never rights (docs/product/orders.md#late-orders). */

export const dayMs = 86_400_000
/** How far back a claim may lie, in days. */
export const oldestDays = 31
const newestMs = 10 * 60_000

/** Why a claimed time is refused; null for none, or one that is taken. `now` in milliseconds since 1970. */
export function claimProblem(value: unknown, now: number): 'too_long_ago' | 'future' | null {
  const at = typeof value === 'string' && value !== '' ? Date.parse(value) : Number.NaN
  if (at < now - oldestDays * dayMs) return 'too_long_ago'
  return at > now + newestMs ? 'future' : null
}
