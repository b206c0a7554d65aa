/**
 * Life of a buy recommendation, computed from its stock's daily prices (docs/product/picks.md#life-of-a-buy). It is not stored: a corrected
 * price corrects the pick.
 */

import { percentOf } from '../lib/percent.ts'
import { addDays, wibDay, wibText } from '../lib/wib.ts'
import { type DayPrice, isTraded } from './day-price.ts'

/** An exact price: splits and rights issues leave fractions of rupiah. */
export interface Fraction {
  n: bigint
  /** Above 0. */
  d: bigint
}

/** A day on which the exchange's reference price was `numerator`/`denominator` of the last close. */
export interface PriceFactor {
  date: string
  numerator: number
  denominator: number
}

/** Later advice on an open buy. */
export type FollowUp =
  | { kind: 'hold'; at: string; targets?: readonly number[]; stop?: number | null }
  | { kind: 'sell'; at: string; price: number }

/** Whole rupiah; moments as ISO 8601. */
export interface BuyPick {
  /** Lowest buying price; `to` where there is one price alone. */
  from?: number
  /** Highest buying price, at which it is entered. */
  to: number
  /** One to three, rising. */
  targets: readonly number[]
  stop: number
  published_at: string
  /** How long it waits and is held, in days. */
  days: number
  followUps?: readonly FollowUp[]
  /** Time of withdrawal while it was waiting. */
  withdrawn_at?: string | null
}

export const pickStates = ['waiting', 'entered', 'closed', 'expired'] as const
export type PickState = (typeof pickStates)[number]
export type ExitKind = 'target' | 'stop' | 'sell'

/** Prices of that day in rupiah, to 2 decimals after an action. */
export interface PickExit {
  date: string
  price: number
  kind: ExitKind
  /** Percentage of the whole sold. */
  part: number
}

export interface PickLife {
  state: PickState
  /** Its closing exit. */
  closed_by: ExitKind | null
  /** Entered, and open beyond its horizon. */
  overdue: boolean
  entry: { date: string; price: number } | null
  exits: PickExit[]
  /** Percent to 2 decimals; open parts at the last close. Null if never entered. */
  gain: number | null
  /** The same as an exact fraction of 1, for further computation. */
  ratio: Fraction | null
  /** Distance of the last close from the buying prices, as in `distanceFrom`; null unless waiting with a price. */
  distance: number | null
  /** Remaining targets in prices of the last day. */
  targets: number[]
  stop: number
  /** First and last possible day of entry. */
  from: string
  until: string
}

const opensAt = '09:00'

/** Default days by category. */
export const categoryDays = { Swing: 30, Super: 180, Investing: 365 } as const

/** Returns the first day: that of publishing if before opening; else the next. */
export function firstDayOf(published_at: string): string {
  const at = wibText(new Date(published_at))
  return at.slice(11, 16) < opensAt ? at.slice(0, 10) : addDays(at.slice(0, 10), 1)
}

const dayOf = (at: string) => wibDay(new Date(at))
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const abs = (value: bigint) => (value < 0n ? -value : value)

function fraction(n: bigint, d: bigint): Fraction {
  const by = gcd(abs(n), d) || 1n
  return { n: n / by, d: d / by }
}
const whole = (value: number): Fraction => ({ n: BigInt(value), d: 1n })
const times = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d)
const over = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n)
const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
const minus = (a: Fraction, b: Fraction) => plus(a, { n: -b.n, d: b.d })
const atMost = (a: Fraction, b: Fraction) => a.n * b.d <= b.n * a.d
const lesser = (a: Fraction, b: Fraction) => (atMost(a, b) ? a : b)
const greater = (a: Fraction, b: Fraction) => (atMost(a, b) ? b : a)
const shown = ({ n, d }: Fraction) => Number((n * 200n + d) / (2n * d)) / 100
const one = whole(1)
const none = whole(0)

function distanceBetween(price: Fraction, { from, to }: { from: Fraction; to: Fraction }): number | null {
  const bound = atMost(price, from) ? from : atMost(to, price) ? to : price
  const distance = minus(over(price, bound), one)
  return percentOf(distance.n, distance.d)
}

/**
 * Distance of a price from the buying prices in percent to 2 decimals: 0 inside them, negative below the lowest. Null for anything but
 * whole rupiah from 1 on (docs/product/picks.md#distance).
 */
export const distanceFrom = (price: number, { from, to }: { from: number; to: number }): number | null =>
  [price, from, to].every((each) => Number.isSafeInteger(each) && each > 0)
    ? distanceBetween(whole(price), { from: whole(from), to: whole(to) })
    : null

interface Run {
  from: Fraction
  to: Fraction
  targets: Fraction[]
  stop: Fraction
  entry: Fraction | null
  /** The held part. */
  left: Fraction
  /** Sum of part x price / entry of sold parts. */
  made: Fraction
}

type Hold = Extract<FollowUp, { kind: 'hold' }>
type Step = { date: string; factor: Fraction; hold?: never } | { date: string; hold: Hold; factor?: never }

const byMoment = (a: FollowUp, b: FollowUp) => Date.parse(a.at) - Date.parse(b.at)

/** Actions and holds by day; a hold applies from the next day, after that day's actions. */
function stepsOf({ published_at, followUps = [] }: BuyPick, factors: readonly PriceFactor[]): Step[] {
  const since = dayOf(published_at)
  const actions = factors.flatMap(({ date, numerator, denominator }): Step[] =>
    date > since && numerator > 0 && denominator > 0 ? [{ date, factor: fraction(BigInt(numerator), BigInt(denominator)) }] : [],
  )
  const inOrder = followUps.toSorted(byMoment)
  const holds = inOrder.flatMap((each): Step[] => (each.kind === 'hold' ? [{ date: dayOf(each.at), hold: each }] : []))
  return [...actions, ...holds].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : Number(!a.factor) - Number(!b.factor)))
}

const isDue = ({ date, hold }: Step, day: string) => date < day || (date === day && !hold)

/** A hold sets the remaining targets, at which the rest is sold in equal parts. */
function apply(run: Run, { factor, hold }: Step): void {
  if (factor) {
    run.from = times(run.from, factor)
    run.to = times(run.to, factor)
    run.targets = run.targets.map((each) => times(each, factor))
    run.stop = times(run.stop, factor)
    if (run.entry) run.entry = times(run.entry, factor)
    return
  }
  if (hold.targets?.length) run.targets = hold.targets.map(whole)
  if (hold.stop != null) run.stop = whole(hold.stop)
}

/** Returns the day from which entry is impossible: the day after withdrawal or sale, the same day if before opening. */
function goneOn({ withdrawn_at, followUps = [] }: BuyPick): string | null {
  const moments = [...(withdrawn_at ? [withdrawn_at] : []), ...followUps.filter(({ kind }) => kind === 'sell').map(({ at }) => at)]
  return moments.map(firstDayOf).sort()[0] ?? null
}

/** The first sell, if any. */
function sellOf({ followUps = [] }: BuyPick): Extract<FollowUp, { kind: 'sell' }> | undefined {
  return followUps.filter((each) => each.kind === 'sell').toSorted(byMoment)[0]
}

/**
 * Replays a pick. `rows`: its stock's days by date, unadjusted; `factors`: splits and rights issues; `today`: 'YYYY-MM-DD' in WIB. Days
 * outside its life are ignored.
 */
export function pickLife(pick: BuyPick, rows: readonly DayPrice[], factors: readonly PriceFactor[], today: string): PickLife {
  const from = firstDayOf(pick.published_at)
  const until = addDays(dayOf(pick.published_at), pick.days)
  const gone = goneOn(pick)
  const sell = sellOf(pick)
  const prices = { from: whole(pick.from ?? pick.to), to: whole(pick.to), targets: pick.targets.map(whole), stop: whole(pick.stop) }
  const run: Run = { ...prices, entry: null, left: one, made: none }
  const life: PickLife = {
    ...{
      state: 'waiting',
      closed_by: null,
      overdue: false,
      entry: null,
      exits: [],
      gain: null,
      ratio: null,
      distance: null,
      targets: [],
      stop: pick.stop,
    },
    ...{ from, until },
  }

  const exit = (date: string, price: Fraction, kind: ExitKind, part: Fraction) => {
    if (!run.entry) return
    run.made = plus(run.made, times(part, over(price, run.entry)))
    run.left = minus(run.left, part)
    life.exits.push({ date, price: shown(price), kind, part: percentOf(part.n, part.d) ?? 0 })
    if (run.left.n === 0n) Object.assign(life, { state: 'closed', closed_by: kind })
  }

  /** Stop before targets; targets only after the entry day. */
  const follow = (date: string, high: Fraction, low: Fraction, isEntryDay: boolean) => {
    if (atMost(low, run.stop)) exit(date, lesser(run.stop, high), 'stop', run.left)
    else if (!isEntryDay && run.targets.length) {
      const part = over(run.left, whole(run.targets.length))
      const hit = run.targets.filter((target) => atMost(target, high))
      run.targets = run.targets.slice(hit.length)
      for (const target of hit) exit(date, target, 'target', part)
    }
  }

  const trade = ({ date, high: top, low: bottom }: DayPrice) => {
    const [high, low] = [whole(top), whole(bottom)]
    const enters = life.state === 'waiting' && atMost(low, run.to) && !atMost(high, run.stop)
    if (enters) {
      run.entry = lesser(run.to, high)
      Object.assign(life, { state: 'entered', entry: { date, price: shown(run.entry) } })
    }
    if (life.state === 'entered') follow(date, high, low, enters)
    if (life.state === 'entered' && sell && date >= dayOf(sell.at))
      exit(date, lesser(greater(whole(sell.price), low), high), 'sell', run.left)
  }

  const isOver = (date: string) =>
    life.state === 'closed' || (life.state === 'waiting' && (date > until || (gone !== null && date >= gone)))
  const steps = stepsOf(pick, factors)
  let last: DayPrice | null = null
  for (const row of rows) {
    if (row.date > today || isOver(row.date)) break
    for (let step = steps[0]; step && isDue(step, row.date); step = steps[0]) {
      apply(run, step)
      steps.shift()
    }
    last = row
    if (row.date >= from && isTraded(row)) trade(row)
  }
  if (isOver(today) && life.state === 'waiting') life.state = 'expired'
  const isOpen = life.state === 'waiting' || life.state === 'entered'
  // Advice since the last day applies next.
  if (isOpen) for (const step of steps) if (step.hold) apply(run, step)
  const ratio = last && run.entry && minus(plus(run.made, times(run.left, over(whole(last.close), run.entry))), one)
  const distance = last && life.state === 'waiting' ? distanceBetween(whole(last.close), run) : null
  return {
    ...life,
    overdue: life.state === 'entered' && today > until,
    targets: isOpen ? run.targets.map(shown) : [],
    stop: shown(run.stop),
    gain: ratio && percentOf(ratio.n, ratio.d),
    ratio,
    distance,
  }
}
