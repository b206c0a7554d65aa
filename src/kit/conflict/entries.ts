/** Entries of a list for a comparison: kept, added, removed. */

import { isEmpty } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'

export interface Entry {
  is: 'same' | 'added' | 'removed'
  value: unknown
}

const keyOf = (value: unknown): string => (isRecord(value) && typeof value.ref === 'string' ? value.ref : JSON.stringify(value))

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isEmpty(value) ? [] : [value])

/** A changed row is listed twice: before and after. */
export function listDiff(before: unknown, after: unknown): Entry[] {
  const was = new Map(entriesOf(before).map((value) => [keyOf(value), value]))
  const now = new Map(entriesOf(after).map((value) => [keyOf(value), value]))
  const same = (key: string) => JSON.stringify(was.get(key)) === JSON.stringify(now.get(key))
  const removed = [...was].flatMap(([key, value]): Entry[] => (now.has(key) && same(key) ? [] : [{ is: 'removed', value }]))
  return [...removed, ...[...now].map(([key, value]): Entry => ({ is: was.has(key) && same(key) ? 'same' : 'added', value }))]
}
