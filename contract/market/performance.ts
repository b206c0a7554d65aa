/**
 * Daily returns of a portfolio (docs/product/picks.md#performance). Whole rupiah in, fractions of 1 out, rounded once for display
 * (`inPercent`).
 */
import { percentOf } from '../lib/percent.ts'
import type { Fraction } from './pick-life.ts'
import { type PriceAction, type Step, stepsOf, type Trade } from './position.ts'

/** A stock's day, as used by returns. */
export interface Close {
  date: string
  previous: number
  close: number
}

export interface Holding {
  trades: readonly Trade[]
  /** Confirmed actions. */
  actions: readonly PriceAction[]
  /** By date. */
  closes: readonly Close[]
  /** Of both, if already computed (stepsOf). */
  steps?: readonly Step[]
}

/** Sums over all holdings on a day. */
interface Flow {
  /** Close value, V. */
  value: number
  /** Value at the start of the day, after actions, at the exchange's reference price, V*. */
  start: number
  /** Purchases and proceeds of the day, B and S. */
  bought: number
  sold: number
}

export interface DayReturn {
  date: string
  /** (V+S)/(V*+B)-1; 0 without holdings and purchases. */
  r: number
  /** Wealth after the day, from 1. */
  wealth: number
}

export interface Returns {
  days: DayReturn[]
  /** Time-weighted: product of all days, minus 1. */
  twr: number
  /** Maximum drawdown from a peak, 0 or below. */
  drawdown: number
}

/** Returns a fraction as percent with 2 decimals, half away from zero; errors of double precision below that are no half. */
export function inPercent(fraction: number | null): number | null {
  if (fraction === null || !Number.isFinite(fraction)) return null
  const hundredths = Math.round(Number((Math.abs(fraction) * 10_000).toPrecision(12)))
  return hundredths === 0 ? 0 : (Math.sign(fraction) * hundredths) / 100
}

/** Days of all holdings in order, and rows of each stock by index of the day; holdings may share a stock's rows. */
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

/** Without a row, a stock keeps its value. */
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
    // The newer of close and own trade; on equal days the close.
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

/** Returns each day of a period with holdings, purchases or sales. */
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

/** Returns a return over so many days per year; null below 365 days. */
export const annualised = (twr: number, days: number): number | null => (days >= 365 ? (1 + twr) ** (365 / days) - 1 : null)

/** Returns the percentage of closed positions with a gain; null for none. */
export function winRate(realised: readonly number[]): number | null {
  return realised.length ? inPercent(realised.filter((each) => each > 0).length / realised.length) : null
}

/** Returns the exact sum as a fraction. */
const sumOf = (values: readonly Fraction[]): Fraction =>
  values.reduce((sum, { n, d }) => (sum.d === d ? { n: sum.n + n, d } : { n: sum.n * d + n * sum.d, d: sum.d * d }), { n: 0n, d: 1n })

/** Mean of exact gains in percent, rounded once; null of none. */
export function meanPercent(gains: readonly Fraction[]): number | null {
  const { n, d } = sumOf(gains)
  return percentOf(n, d * BigInt(gains.length))
}

/** Median of exact gains in percent, for an even number the mean of the middle two, rounded once; null for none. */
export function medianPercent(gains: readonly Fraction[]): number | null {
  const sorted = gains.toSorted((a, b) => Number(a.n * b.d > b.n * a.d) - Number(a.n * b.d < b.n * a.d))
  const middle = sorted.length / 2
  return meanPercent(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
}
