/**
 * A position: one run of a stock in a product, from nothing held to nothing held (docs/product/picks.md#positions). Whole rupiah and
 * shares, exact; results are gross.
 */
import { percentOf } from '../lib/percent.ts'

export interface Trade {
  /** 'YYYY-MM-DD', a day of WIB. */
  date: string
  side: 'buy' | 'sell'
  shares: number
  /** Whole rupiah for a share, as it was that day. */
  price: number
}

/** A split or a rights issue that a person confirmed: `previous` of the day over the close before it. */
export interface PriceAction {
  date: string
  kind: string
  numerator: number
  denominator: number
}

/** What is held after a trade or an action, in whole rupiah. */
interface Holding {
  held: bigint
  /** What the held shares cost. */
  cost: bigint
  /** What all shares cost that were ever bought. */
  purchases: bigint
  realised: bigint
}

export type Step = Holding & ({ date: string; trade: Trade } | { date: string; action: PriceAction })

export interface TradeFault {
  /** Of the trade as it was given. */
  index: number
  /** 'closed': nothing was held any more, so that a new position begins. */
  code: 'oversold' | 'whole_lots' | 'closed'
}

export interface Position {
  /** Shares. */
  held: number
  /** What a held share cost, to 2 decimals; null where none is held. */
  average: number | null
  cost_left: number
  purchases: number
  realised: number
  /** Null where shares are held and no price is known. */
  unrealised: number | null
  /** Percent of all purchases. */
  gain: number | null
  /** Price of the last sale. */
  last_sale: number | null
  opened_on: string | null
  /** The day from which nothing is held. */
  closed_on: string | null
}

export const sharesInLot = 100

const abs = (value: bigint) => (value < 0n ? -value : value)

/** Half away from zero; the denominator is positive. */
function divided(numerator: bigint, denominator: bigint): bigint {
  const whole = (abs(numerator) * 2n + denominator) / (2n * denominator)
  return numerator < 0n ? -whole : whole
}

/** Of days and sides, whose letters are all of ASCII: a language's order takes many times as long. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Buys before sells of a day; within, as they were entered. */
const inOrder = <T extends Pick<Trade, 'date' | 'side'>>(trades: readonly T[]): T[] =>
  trades.toSorted((a, b) => byText(a.date, b.date) || byText(a.side, b.side))

/**
 * What an action makes of a holding. A split leaves the cost and drops fractions of shares; a rights issue leaves the shares and lowers
 * what they cost. A split's factor is of rounded prices: what is held goes by its whole number.
 */
function afterAction({ held, cost, purchases, realised }: Holding, { kind, numerator, denominator }: PriceAction): Holding {
  const [over, under] = [BigInt(numerator), BigInt(denominator)]
  if (kind !== 'split') return { held, realised, cost: divided(cost * over, under), purchases: divided(purchases * over, under) }
  const shares = over < under ? held * divided(under, over) : held / divided(over, under)
  return { held: shares, cost, purchases, realised }
}

function afterTrade({ held, cost, purchases, realised }: Holding, { side, shares, price }: Trade): Holding {
  const [count, amount] = [BigInt(shares), BigInt(shares) * BigInt(price)]
  if (side === 'buy') return { held: held + count, cost: cost + amount, purchases: purchases + amount, realised }
  // The last sale takes what rounding left.
  const sold = count === held ? cost : divided(cost * count, held)
  return { held: held - count, cost: cost - sold, purchases, realised: realised + amount - sold }
}

const nothing: Holding = { held: 0n, cost: 0n, purchases: 0n, realised: 0n }

function faultOf({ held }: Holding, { side, shares }: Trade): TradeFault['code'] | null {
  if (side === 'sell' && BigInt(shares) > held) return 'oversold'
  const isAll = side === 'sell' && BigInt(shares) === held
  return shares % sharesInLot === 0 || isAll ? null : 'whole_lots'
}

/**
 * Every trade and every action that met shares, in their order: of a date actions, buys, sells. The first trade that cannot be ends it.
 * `begin` buys what was held before, of which a split may have left no whole lots.
 */
export function stepsOf(
  trades: readonly Trade[],
  actions: readonly PriceAction[],
  begin?: Trade,
): { steps: Step[]; fault: TradeFault | null } {
  const steps: Step[] = begin ? [{ ...afterTrade(nothing, begin), date: begin.date, trade: begin }] : []
  const left = actions.toSorted((a, b) => byText(a.date, b.date))
  let holding: Holding = steps[0] ?? nothing
  const act = (until: string) => {
    for (let action = left[0]; action && action.date <= until; action = left[0]) {
      left.shift()
      if (holding.held === 0n) continue
      holding = afterAction(holding, action)
      steps.push({ ...holding, date: action.date, action })
    }
  }
  for (const { index, ...trade } of inOrder(trades.map((each, at) => ({ ...each, index: at })))) {
    act(trade.date)
    const code = steps.length > 0 && holding.held === 0n ? 'closed' : faultOf(holding, trade)
    if (code) return { steps, fault: { index, code } }
    holding = afterTrade(holding, trade)
    steps.push({ ...holding, date: trade.date, trade })
  }
  act('9999-12-31')
  return { steps, fault: null }
}

/** What it comes to at this price of a share; null where none is known. */
export function positionOf(trades: readonly Trade[], actions: readonly PriceAction[], last: number | null): Position {
  return positionAfter(stepsOf(trades, actions).steps, trades, last)
}

/** The same of steps that are known already. */
export function positionAfter(steps: readonly Step[], trades: readonly Trade[], last: number | null): Position {
  const { held, cost, purchases, realised } = steps.at(-1) ?? nothing
  const unrealised = held === 0n ? 0n : last === null ? null : held * BigInt(last) - cost
  const average = percentOf(cost, held * 100n)
  return {
    held: Number(held),
    average,
    cost_left: Number(cost),
    purchases: Number(purchases),
    realised: Number(realised),
    unrealised: unrealised === null ? null : Number(unrealised),
    gain: unrealised === null ? null : percentOf(realised + unrealised, purchases),
    last_sale: inOrder(trades).findLast(({ side }) => side === 'sell')?.price ?? null,
    opened_on: steps[0]?.date ?? null,
    closed_on: held === 0n ? (steps.at(-1)?.date ?? null) : null,
  }
}
