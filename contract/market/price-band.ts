/** Auto-rejection: limits of a day's price moves. They only warn (docs/product/stock.md#auto-rejection). */
import { tickOf } from '../lib/price-tick.ts'

/** Maximum rise in percent by reference price. */
const risesBy = [
  { upTo: 200, percent: 35 },
  { upTo: 5_000, percent: 25 },
  { upTo: Number.POSITIVE_INFINITY, percent: 20 },
] as const

/** Maximum fall in percent by last day; 'up': as the rise. */
const fallsBy = [
  { until: '2023-06-04', percent: 7 },
  { until: '2023-09-03', percent: 15 },
  { until: '2025-04-07', percent: 'up' },
  { until: '9999-12-31', percent: 15 },
] as const

/** Boards with 10 % in both directions, by first day. */
const narrow: Readonly<Record<string, string>> = { Akselerasi: '0001-01-01', 'Pemantauan Khusus': '2024-03-25' }
const narrowPercent = 10
/** On those boards, prices up to this move by Rp1. */
const smallest = 10

export interface PriceBand {
  low: number
  high: number
}

/** Returns the lowest and highest price of a day, each on its tick. `reference`: previous close, whole rupiah; `date` is 'YYYY-MM-DD'. */
export function priceBand(reference: number, board: string | null, date: string): PriceBand {
  const from = board === null || !Object.hasOwn(narrow, board) ? undefined : narrow[board]
  const isNarrow = from !== undefined && date >= from
  const least = isNarrow ? 1 : 50
  if (isNarrow && reference <= smallest) return { low: Math.max(least, reference - 1), high: reference + 1 }
  const up = isNarrow ? narrowPercent : (risesBy.find(({ upTo }) => reference <= upTo)?.percent ?? 0)
  const down = isNarrow ? narrowPercent : (fallsBy.find(({ until }) => date <= until)?.percent ?? 'up')
  // In hundredths of a rupiah: exact until rounded once, towards the reference.
  const [top, bottom] = [reference * (100 + up), reference * (100 - (down === 'up' ? up : down))]
  const [above, below] = [tickOf(top / 100), tickOf(bottom / 100)]
  return { low: Math.max(least, Math.ceil(bottom / (100 * below)) * below), high: Math.floor(top / (100 * above)) * above }
}
