/**
 * Target and stop of a position that follow confirmed splits and rights
 * issues, and come back exactly (docs/product/picks.md#levels-of-a-position).
 */

import { roundPrice } from '../lib/price-tick.ts'
import type { PriceFactor } from './pick-life.ts'

/** A price as a person entered it, and the actions that moved it since, by id. */
export interface MovedLevel {
  entered: number
  actions: readonly number[]
}

export const levelNames = ['target', 'stop_loss'] as const
export type LevelName = (typeof levelNames)[number]
export type MovedLevels = Readonly<Partial<Record<LevelName, MovedLevel>>>

type Factor = Pick<PriceFactor, 'numerator' | 'denominator'>

/** What was entered times every factor, rounded to a tick once; at least Rp1. */
export function levelAfter(entered: number, factors: readonly Factor[]): number {
  const [over, under] = factors.reduce<[bigint, bigint]>(
    ([n, d], { numerator, denominator }) => [n * BigInt(numerator), d * BigInt(denominator)],
    [BigInt(entered), 1n],
  )
  return factors.length ? Math.max(1, roundPrice(Number(over) / Number(under))) : entered
}
