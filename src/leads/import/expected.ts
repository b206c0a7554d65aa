/** Predicts an import's result by the policy for duplicates (contract/leads/lead-import.ts). */

import type { DuplicatePolicy } from '#contract/import/import-calls.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { ImportRow } from '#contract/leads/lead-import.ts'

export const outcomes = ['created', 'updated', 'skipped'] as const
export type Outcome = (typeof outcomes)[number]

/** `good` rows with `phones` different phones, of which `existing` have leads. Updates without changes count as updates. */
export function expected(good: number, phones: number, existing: number, way: DuplicatePolicy): Readonly<Record<Outcome, number>> {
  if (way === 'keep') return { created: good, updated: 0, skipped: 0 }
  const created = phones - existing
  return way === 'update' ? { created, updated: good - created, skipped: 0 } : { created, updated: 0, skipped: good - created }
}

/** Outcome of each of the first rows, in order. */
export function outcomesOf(rows: readonly ImportRow[], existing: ReadonlySet<string>, way: DuplicatePolicy): Outcome[] {
  const seen = new Set(existing)
  return rows.map((row) => {
    const phone = toText(row.phone)
    const isKnown = seen.has(phone)
    seen.add(phone)
    return !isKnown || way === 'keep' ? 'created' : way === 'update' ? 'updated' : 'skipped'
  })
}
