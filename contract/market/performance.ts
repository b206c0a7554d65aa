/**
 * What a portfolio returned, day by day (docs/product/picks.md#performance). Whole rupiah in, fractions of 1 out; the places that show
 * them round once (`inPercent`).
 */
import { percentOf } from '../lib/percent.ts'
import type { Fraction } from './pick-life.ts'
import { type PriceAction, type Step, stepsOf, type Trade } from './position.ts'

/** A day's row of a stock, as far as a return needs it. */
export interface Close {
  date: string
  previous: number
  close: number
}

export interface Holding {
  trades: readonly Trade[]
  /** Confirmed ones of the stock. */
  actions: readonly PriceAction[]
  /** Of the stock, by date. */
  closes: readonly Close[]
  /** Of both, where they are known already (stepsOf). */
  steps?: readonly Step[]
}

/** What all holdings come to on a day. */
interface Flow {
  /** At the close, V. */
  value: number
  /** What was held at the start of the day, after actions, at the price the exchange measures the day against, V*. */
  start: number
  /** Purchases and proceeds of the day, B and S. */
  bought: number
  sold: number
}

export interface DayReturn {
  date: string
  /** (V+S)/(V*+B)-1; 0 where nothing was held or bought. */
  r: number
  /** Wealth of 1 at the start, after the day. */
  wealth: number
}

export interface Returns {
  days: DayReturn[]
  /** Time-weighted: the product of every day's, less 1. */
  twr: number
  /** The deepest fall from a peak, 0 or below. */
  drawdown: number
}

/** A fraction as percent with 2 decimals, half away from zero; what double precision leaves below the hundredth of it is no half. */
export function inPercent(fraction: number | null): number | null {
  if (fraction === null || !Number.isFinite(fraction)) return null
  const hundredths = Math.round(Number((Math.abs(fraction) * 10_000).toPrecision(12)))
  return hundredths === 0 ? 0 : (Math.sign(fraction) * hundredths) / 100
}

/** Every day of any holding in their order, and the rows of each stock by the place of its day: several holdings may share those of one. */
interface Calendar {
  dates: readonly string[]
  places: ReadonlyMap<string, number>
  rows: ReadonlyMap<Holding['closes'], readonly (Close | undefined)[]>
}

function calendarOf(holdings: readonly Holding[]): Calendar {
  const days = new Set<string>()
  const stocks = new Set<Holding['closes']>()
  for (const { trades, actions, closes } of holdings) {
    for (const { date } of trades) days.add(date)
    for (const { date } of actions) days.add(date)
    if (stocks.has(closes)) continue
    stocks.add(closes)
    for (const { date } of closes) days.add(date)
  }
  const dates = [...days].sort()
  const places = new Map(dates.map((date, place) => [date, place]))
  const rows = new Map<Holding['closes'], (Close | undefined)[]>()
  for (const closes of stocks) {
    const placed = new Array<Close | undefined>(dates.length)
    for (const row of closes) placed[places.get(row.date) ?? 0] = row
    rows.set(closes, placed)
  }
  return { dates, places, rows }
}

/** A day on which a stock has no row leaves it worth what it was. */
function addFlows(
  flows: (Flow | undefined)[],
  { trades, actions, closes, steps = stepsOf(trades, actions).steps }: Holding,
  { dates, places, rows: all }: Calendar,
  from: string,
  to: string,
): void {
  const first = steps[0]?.date
  if (first === undefined) return
  const rows = all.get(closes)
  let [at, held, price] = [0, 0, closes.findLast(({ date }) => date < first)?.close ?? 0]
  for (let n = places.get(first) ?? 0; n < dates.length; n++) {
    const date = dates[n] ?? ''
    if (date > to) return
    const row = rows?.[n]
    const before = price
    let [start, bought, sold] = [held, 0, 0]
    for (let step = steps[at]; step && step.date === date; step = steps[++at]) {
      held = Number(step.held)
      if ('action' in step) start = held
      else {
        const amount = step.trade.shares * step.trade.price
        if (step.trade.side === 'buy') bought += amount
        else sold += amount
        price = step.trade.price
      }
    }
    // The newest of close and own trade; a close of the day wins.
    if (row) price = row.close
    if (date >= from && (start || held || bought)) {
      const flow = flows[n] ?? { value: 0, start: 0, bought: 0, sold: 0 }
      flow.value += held * price
      flow.start += start * (row?.previous ?? before)
      flow.bought += bought
      flow.sold += sold
      flows[n] = flow
    }
    if (held === 0 && at === steps.length) return
  }
}

/** Every day from `from` to `to` on which something was held, bought or sold. */
export function returnsOf(holdings: readonly Holding[], from = '0001-01-01', to = '9999-12-31'): Returns {
  const calendar = calendarOf(holdings)
  const flows = new Array<Flow | undefined>(calendar.dates.length)
  for (const holding of holdings) addFlows(flows, holding, calendar, from, to)
  let [wealth, peak, drawdown] = [1, 1, 0]
  const days = calendar.dates.flatMap((date, place): DayReturn[] => {
    const flow = flows[place]
    if (!flow) return []
    const base = flow.start + flow.bought
    const r = base === 0 ? 0 : (flow.value + flow.sold) / base - 1
    wealth *= 1 + r
    peak = Math.max(peak, wealth)
    drawdown = Math.min(drawdown, wealth / peak - 1)
    return [{ date, r, wealth }]
  })
  return { days, twr: wealth - 1, drawdown }
}

/** What a return of so many days comes to in a year; null below 365 days. */
export const annualised = (twr: number, days: number): number | null => (days >= 365 ? (1 + twr) ** (365 / days) - 1 : null)

/** The share of closed positions that gained, percent; null where none was closed. */
export function winRate(realised: readonly number[]): number | null {
  return realised.length ? inPercent(realised.filter((each) => each > 0).length / realised.length) : null
}

/** As numerator and denominator, so that nothing is rounded. */
const sumOf = (values: readonly Fraction[]): Fraction =>
  values.reduce((sum, { n, d }) => (sum.d === d ? { n: sum.n + n, d } : { n: sum.n * d + n * sum.d, d: sum.d * d }), { n: 0n, d: 1n })

/** Mean of exact gains in percent, rounded once; null of none. */
export function meanPercent(gains: readonly Fraction[]): number | null {
  const { n, d } = sumOf(gains)
  return percentOf(n, d * BigInt(gains.length))
}

/** Median of exact gains in percent, of an even number the mean of the two in the middle, rounded once; null of none. */
export function medianPercent(gains: readonly Fraction[]): number | null {
  const sorted = gains.toSorted((a, b) => Number(a.n * b.d > b.n * a.d) - Number(a.n * b.d < b.n * a.d))
  const middle = sorted.length / 2
  return meanPercent(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
}
