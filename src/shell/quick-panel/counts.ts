/** Counts of the quick panel: the server's, and without a connection the device's own. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { QuickCount } from '#contract/quick-panel.ts'
import { quickCounts } from '#contract/quick-panel.ts'

export type Counts = Readonly<Partial<Record<QuickCount, number>>>

const isKnown = (name: unknown): name is QuickCount => quickCounts.some((known) => known === name)

/** Parses a response; unknown names are dropped. */
export function toCounts(response: unknown): Counts {
  const items: readonly unknown[] = isRecord(response) && Array.isArray(response.items) ? response.items : []
  return Object.fromEntries(
    items.flatMap((item) => (isRecord(item) && isKnown(item.name) && typeof item.count === 'number' ? [[item.name, item.count]] : [])),
  )
}

/** Replaces the server's counts by the device's own while offline, where the server had named them before. */
export function merged(answered: Counts | undefined, own: Counts, isOnline: boolean): Counts {
  return isOnline && answered ? answered : { ...answered, ...own }
}
