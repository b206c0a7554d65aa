import { useMemo } from 'react'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { useFolding } from './outbox-store.ts'
import { cachedRow } from './queries.ts'

/** By how many what waits changes each of these totals, so that a number says what its list shows. */
export function usePendingCounts(section: Section, lists: readonly ListQuery[]): readonly number[] {
  const { waiting, countPending } = useFolding()
  const wanted = JSON.stringify(lists)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same lists are made anew with every drawing
  return useMemo(
    () => lists.map((list) => (countPending ? countPending(section, waiting, list, (ref) => cachedRow(section.name, ref)) : 0)),
    [section, wanted, waiting, countPending],
  )
}
