import { formatRupiah } from '#console/kit/text/format.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { type TradeWarning, tradeWarning } from '#contract/market/trade-warning.ts'
import type { PriceAnswer } from '../shared/price-query.ts'

type Known = Pick<PriceAnswer, 'board' | 'prices' | 'holidays'>

function textOf(found: TradeWarning): string {
  if (found.code !== 'far_price') return problemText(problem(found.code))
  const { low, high } = found.params
  return problemText(problem(found.code, { low: formatRupiah(low), high: formatRupiah(high) }))
}

/** Warnings about trades in a form, by field path; without prices only weekends are checked. */
export function tradeWarnings(trades: unknown, known?: Partial<Known>): ReadonlyMap<string, string> {
  const rows = new Map((known?.prices ?? []).map((row) => [row.date, row]))
  const holidays = new Set((known?.holidays ?? []).map(({ date }) => date))
  const list: unknown[] = Array.isArray(trades) ? trades : []
  return new Map(
    list.flatMap((trade, index): [string, string][] => {
      if (!isRecord(trade) || typeof trade.date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(trade.date)) return []
      const { date } = trade
      const day = { row: rows.get(date) ?? null, isHoliday: holidays.has(date), board: known?.board ?? null }
      const found = tradeWarning({ date, price: Number(trade.price ?? 0) }, day)
      // A missing price is not far from the market.
      if (!found || (found.field === 'price' && !(Number(trade.price) > 0))) return []
      return [[`trades.${index}.${found.field}`, textOf(found)]]
    }),
  )
}
