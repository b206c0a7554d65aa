/** What the quick panel counts: the server's answer, and without a connection what the device itself knows. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { QuickCount } from '#contract/quick-panel.ts'
import { quickCounts } from '#contract/quick-panel.ts'

export type Counts = Readonly<Partial<Record<QuickCount, number>>>

const isKnown = (name: unknown): name is QuickCount => quickCounts.some((known) => known === name)

/** Of an answer, whole as it came; names that this console does not know are left out. */
export function toCounts(response: unknown): Counts {
  const items: readonly unknown[] = isRecord(response) && Array.isArray(response.items) ? response.items : []
  return Object.fromEntries(
    items.flatMap((item) => (isRecord(item) && isKnown(item.name) && typeof item.count === 'number' ? [[item.name, item.count]] : [])),
  )
}

/** The device's own counts stand in for the server's while that cannot be asked, where the server named them before. */
export function merged(answered: Counts | undefined, own: Counts, isOnline: boolean): Counts {
  return isOnline && answered ? answered : { ...answered, ...own }
}
