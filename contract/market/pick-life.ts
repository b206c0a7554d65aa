/**
 * The life of a recommendation to buy, replayed over the daily prices of its stock (docs/product/picks.md#life-of-a-buy). Nothing of it is
 * stored: a price that is put right puts the pick right as well.
 */

import { percentOf } from '../lib/percent.ts'
import { addDays, wibDay, wibText } from '../lib/wib.ts'
import { type DayPrice, isTraded } from './day-price.ts'

/** Of a price, or of a rupiah: splits and rights issues leave no whole ones. */
export interface Fraction {
  n: bigint
  /** Above 0. */
  d: bigint
}

/** A day on which the exchange measured the stock against `numerator`/`denominator` of its last close. */
export interface PriceFactor {
  date: string
  numerator: number
  denominator: number
}

/** What is told later of an open buy. */
export type FollowUp =
  | { kind: 'hold'; at: string; targets?: readonly number[]; stop?: number | null }
  | { kind: 'sell'; at: string; price: number }

/** Whole rupiah; moments as ISO 8601. */
export interface BuyPick {
  to: number
  /** One to three, rising. */
  targets: readonly number[]
  stop: number
  published_at: string
  /** How long it waits and is held, in days. */
  days: number
  followUps?: readonly FollowUp[]
  /** When it was taken back while it still waited. */
  withdrawn_at?: string | null
}

export const pickStates = ['waiting', 'entered', 'closed', 'expired'] as const
export type PickState = (typeof pickStates)[number]
export type ExitKind = 'target' | 'stop' | 'sell'

/** Prices of that day, in rupiah, to 2 decimals where an action left fractions. */
export interface PickExit {
  date: string
  price: number
  kind: ExitKind
  /** Percent of the whole that was sold. */
  part: number
}

export interface PickLife {
  state: PickState
  /** Why it is closed. */
  closed_by: ExitKind | null
  /** Entered, and open longer than it was meant to be. */
  overdue: boolean
  entry: { date: string; price: number } | null
  exits: PickExit[]
  /** Percent to 2 decimals; open parts at the last close. Null of one that was never entered. */
  gain: number | null
  /** The same, exact and as a fraction of 1, for who goes on computing with it. */
  ratio: Fraction | null
  /** How far the last close is above the price of entry, percent to 2 decimals, below it negative; null unless it waits and has a price. */
  distance: number | null
  /** What is still to come, in prices of the last day. */
  targets: number[]
  stop: number
  /** The first and the last day on which it may enter. */
  from: string
  until: string
}

const opensAt = '09:00'

/** Days that a category lasts where nothing else is said. */
export const categoryDays = { Swing: 30, Super: 180, Investing: 365 } as const

/** The first day that counts: that of publishing, before the exchange opens; else the one after. */
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

interface Run {
  to: Fraction
  targets: Fraction[]
  stop: Fraction
  entry: Fraction | null
  /** How much of it is still held. */
  left: Fraction
  /** The sum of part x price / entry of what was sold. */
  made: Fraction
}

type Hold = Extract<FollowUp, { kind: 'hold' }>
type Step = { date: string; factor: Fraction; hold?: never } | { date: string; hold: Hold; factor?: never }

const byMoment = (a: FollowUp, b: FollowUp) => Date.parse(a.at) - Date.parse(b.at)

/** Actions and holds by day; a hold acts from the day after, so it comes after what is done on its own. */
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

/** A hold names the targets that are still to come, and what is left is sold at them in equal parts. */
function apply(run: Run, { factor, hold }: Step): void {
  if (factor) {
    run.to = times(run.to, factor)
    run.targets = run.targets.map((each) => times(each, factor))
    run.stop = times(run.stop, factor)
    if (run.entry) run.entry = times(run.entry, factor)
    return
  }
  if (hold.targets?.length) run.targets = hold.targets.map(whole)
  if (hold.stop != null) run.stop = whole(hold.stop)
}

/** From when on nobody enters any more: a day after it was taken back or sold, the same one where that was before the exchange opened. */
function goneOn({ withdrawn_at, followUps = [] }: BuyPick): string | null {
  const moments = [...(withdrawn_at ? [withdrawn_at] : []), ...followUps.filter(({ kind }) => kind === 'sell').map(({ at }) => at)]
  return moments.map(firstDayOf).sort()[0] ?? null
}

/** The first sell, if there is one. */
function sellOf({ followUps = [] }: BuyPick): Extract<FollowUp, { kind: 'sell' }> | undefined {
  return followUps.filter((each) => each.kind === 'sell').toSorted(byMoment)[0]
}

/**
 * Replays a pick. `rows` are the days of its stock by date as the exchange wrote them, `factors` its splits and rights issues, `today`
 * 'YYYY-MM-DD' in WIB. Days outside its life change nothing.
 */
export function pickLife(pick: BuyPick, rows: readonly DayPrice[], factors: readonly PriceFactor[], today: string): PickLife {
  const from = firstDayOf(pick.published_at)
  const until = addDays(dayOf(pick.published_at), pick.days)
  const gone = goneOn(pick)
  const sell = sellOf(pick)
  const run: Run = { to: whole(pick.to), targets: pick.targets.map(whole), stop: whole(pick.stop), entry: null, left: one, made: none }
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

  /** Stop before targets; targets from the day after the entry on. */
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
  // Told since the last day: it is what comes next.
  if (isOpen) for (const step of steps) if (step.hold) apply(run, step)
  const ratio = last && run.entry && minus(plus(run.made, times(run.left, over(whole(last.close), run.entry))), one)
  const distance = last && life.state === 'waiting' ? minus(over(whole(last.close), run.to), one) : null
  return {
    ...life,
    overdue: life.state === 'entered' && today > until,
    targets: isOpen ? run.targets.map(shown) : [],
    stop: shown(run.stop),
    gain: ratio && percentOf(ratio.n, ratio.d),
    ratio,
    distance: distance && percentOf(distance.n, distance.d),
  }
}
