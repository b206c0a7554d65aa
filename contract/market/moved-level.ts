/**
 * Target and stop of a position under confirmed splits and rights issues, exactly reversible (docs/product/picks.md#levels-of-a-position).
 */

import { roundPrice } from '../lib/price-tick.ts'
import type { PriceFactor } from './pick-life.ts'

/** An entered price and the actions applied to it since, by id. */
export interface MovedLevel {
  entered: number
  actions: readonly number[]
}

export const levelNames = ['target', 'stop_loss'] as const
export type LevelName = (typeof levelNames)[number]
export type MovedLevels = Readonly<Partial<Record<LevelName, MovedLevel>>>

type Factor = Pick<PriceFactor, 'numerator' | 'denominator'>

/** Returns the price times all factors, rounded once to a tick; at least Rp1. */
export function levelAfter(entered: number, factors: readonly Factor[]): number {
  const [over, under] = factors.reduce<[bigint, bigint]>(
    ([n, d], { numerator, denominator }) => [n * BigInt(numerator), d * BigInt(denominator)],
    [BigInt(entered), 1n],
  )
  return factors.length ? Math.max(1, roundPrice(Number(over) / Number(under))) : entered
}
