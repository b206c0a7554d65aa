import { createContext } from 'react'
import { toRecord } from '#contract/kit/field/guards.ts'

/** Whether a form shows the problem of a field only once the person has left the field or pressed Save. */
export const WaitsForLeaving = createContext(false)

const isProblem = (value: unknown): boolean => typeof toRecord(value).type === 'string'
/** Entries of a record or, by their index, of a list. */
const entriesOf = (value: unknown): [string, unknown][] => (typeof value === 'object' && value !== null ? Object.entries(value) : [])
const entryOf = (value: unknown, name: string): unknown => new Map(entriesOf(value)).get(name)

/** Counts fields of the record with a problem that is shown: of fields that were left, or after Save all. */
export function countShown(errors: unknown, touched: unknown, isSubmitted: boolean): number {
  const isLeft = (error: unknown, left: unknown): boolean => {
    if (isProblem(error)) return left === true
    return entriesOf(error).some(([name, each]) => isLeft(each, entryOf(left, name)))
  }
  return entriesOf(errors).filter(([name, error]) => isSubmitted || isLeft(error, entryOf(touched, name))).length
}
