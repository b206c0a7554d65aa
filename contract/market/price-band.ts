/** Auto-rejection of the exchange: how far a price may move in a day. It warns, and never blocks (docs/product/stock.md#auto-rejection). */
import { tickOf } from '../lib/price-tick.ts'

/** Percent up for a reference price up to `upTo`. */
const risesBy = [
  { upTo: 200, percent: 35 },
  { upTo: 5_000, percent: 25 },
  { upTo: Number.POSITIVE_INFINITY, percent: 20 },
] as const

/** Percent down, each until its last day; 'up' as far as up. */
const fallsBy = [
  { until: '2023-06-04', percent: 7 },
  { until: '2023-09-03', percent: 15 },
  { until: '2025-04-07', percent: 'up' },
  { until: '9999-12-31', percent: 15 },
] as const

/** Boards with a tenth in both directions, from their first day. */
const narrow: Readonly<Record<string, string>> = { Akselerasi: '0001-01-01', 'Pemantauan Khusus': '2024-03-25' }
const narrowPercent = 10
/** On those boards a price up to this moves by Rp1. */
const smallest = 10

export interface PriceBand {
  low: number
  high: number
}

/** The lowest and highest price of a day, in the tick of each bound. `reference`: the close before, whole rupiah; `date` is 'YYYY-MM-DD'. */
export function priceBand(reference: number, board: string | null, date: string): PriceBand {
  const from = board === null || !Object.hasOwn(narrow, board) ? undefined : narrow[board]
  const isNarrow = from !== undefined && date >= from
  const least = isNarrow ? 1 : 50
  if (isNarrow && reference <= smallest) return { low: Math.max(least, reference - 1), high: reference + 1 }
  const up = isNarrow ? narrowPercent : (risesBy.find(({ upTo }) => reference <= upTo)?.percent ?? 0)
  const down = isNarrow ? narrowPercent : (fallsBy.find(({ until }) => date <= until)?.percent ?? 'up')
  // In hundredths of a rupiah, so that nothing is lost before the one rounding, towards the reference.
  const [top, bottom] = [reference * (100 + up), reference * (100 - (down === 'up' ? up : down))]
  const [above, below] = [tickOf(top / 100), tickOf(bottom / 100)]
  return { low: Math.max(least, Math.ceil(bottom / (100 * below)) * below), high: Math.floor(top / (100 * above)) * above }
}
