/** Rules between prices of a recommendation (docs/product/picks.md#recommendations). */
import { isRecord } from '../../kit/field/guards.ts'
import type { Rule } from '../../kit/field/rule.ts'

type Values = Readonly<Record<string, unknown>>

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

export const rangeOf = ({ buy_price }: Values): { from: number | null; to: number | null } =>
  isRecord(buy_price) ? { from: numberOf(buy_price.from), to: numberOf(buy_price.to) } : { from: null, to: null }

/** Targets in order; null if empty. */
const targetFields = ({ target_price }: Values): (number | null)[] =>
  Array.isArray(target_price) ? target_price.map((row: unknown) => (isRecord(row) ? numberOf(row.price) : null)) : []

export const targetsOf = (record: Values): number[] => targetFields(record).filter((price) => price !== null)

const maxTargets = [0, 1, 2] as const

/** Each target is above the previous one, the first above the highest buying price. */
const rising = (at: number): Rule<`target_price.${number}.price`> => ({
  field: `target_price.${at}.price`,
  code: 'targets_rising',
  test: (record) => {
    const [price, before] = [targetFields(record)[at], at === 0 ? rangeOf(record).to : targetFields(record)[at - 1]]
    return price == null || before == null || price > before
  },
})

const ordered: Rule<'buy_price.to'> = {
  field: 'buy_price.to',
  code: 'before_start',
  test: (record) => {
    const { from, to } = rangeOf(record)
    return from === null || to === null || from <= to
  },
}

/** Below the buying price; of a hold, below remaining targets. */
const stopBelow: Rule<'stop_loss'> = {
  field: 'stop_loss',
  code: 'stop_below',
  test: (record) => {
    const [stop, above] = [numberOf(record.stop_loss), rangeOf(record).from ?? targetFields(record)[0]]
    return stop === null || above == null || stop < above
  },
}

export const pickRules = [ordered, ...maxTargets.map(rising), stopBelow]
