/**
 * A position: one run of a stock in a product, from zero to zero holdings (docs/product/picks.md#positions). Whole rupiah and shares,
 * exact; results are gross.
 */
import { percentOf } from '../lib/percent.ts'

export interface Trade {
  /** 'YYYY-MM-DD' in WIB. */
  date: string
  side: 'buy' | 'sell'
  shares: number
  /** Whole rupiah per share, unadjusted. */
  price: number
}

/** A confirmed split or rights issue: the day's `previous` over the close before. */
export interface PriceAction {
  date: string
  kind: string
  numerator: number
  denominator: number
}

/** Holding after a trade or an action, in whole rupiah. */
interface Holding {
  held: bigint
  /** Cost of the held shares. */
  cost: bigint
  /** Cost of all shares ever bought. */
  purchases: bigint
  realised: bigint
}

export type Step = Holding & ({ date: string; trade: Trade } | { date: string; action: PriceAction })

export interface TradeFault {
  /** Of the trade as it was given. */
  index: number
  /** 'closed': all was sold, so a new position begins. */
  code: 'oversold' | 'whole_lots' | 'closed'
}

export interface Position {
  /** Shares. */
  held: number
  /** Cost per held share, to 2 decimals; null for none held. */
  average: number | null
  cost_left: number
  purchases: number
  realised: number
  /** Null if shares are held without a known price. */
  unrealised: number | null
  /** Percent of all purchases. */
  gain: number | null
  /** Price of the last sale. */
  last_sale: number | null
  opened_on: string | null
  /** First day without shares. */
  closed_on: string | null
}

export const sharesInLot = 100

const abs = (value: bigint) => (value < 0n ? -value : value)

/** Half away from zero; positive denominator. */
function divided(numerator: bigint, denominator: bigint): bigint {
  const whole = (abs(numerator) * 2n + denominator) / (2n * denominator)
  return numerator < 0n ? -whole : whole
}

/** Compares ASCII texts (days, sides): locale order is many times slower. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Buys before sells of a day; otherwise in order of entry. */
const inOrder = <T extends Pick<Trade, 'date' | 'side'>>(trades: readonly T[]): T[] =>
  trades.toSorted((a, b) => byText(a.date, b.date) || byText(a.side, b.side))

/**
 * Returns a holding after an action. A split keeps the cost and drops fractions of shares; a rights issue keeps the shares and lowers their
 * cost. A split uses its whole number, because its factor is of rounded prices.
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
  // The last sale takes the rounding rest.
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
 * Returns all trades and effective actions in order: per date actions, buys, sells. The first invalid trade ends it. `begin` buys the
 * previous holding, maybe of no whole lots after a split.
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

/** Returns the position at a share's price; null if unknown. */
export function positionOf(trades: readonly Trade[], actions: readonly PriceAction[], last: number | null): Position {
  return positionAfter(stepsOf(trades, actions).steps, trades, last)
}

/** The same from computed steps. */
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
