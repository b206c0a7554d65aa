import { useEffect } from 'react'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { nextQuery } from './next-query.ts'
import type { Rows } from './use-rows.ts'

/** Larger pages are not prefetched: few people turn them. */
const max = 100

/** Prefetches what comes next while idle. */
export function useNextPage({ state, busy, offline, total, prefetch }: Rows, query: ListQuery): void {
  const phone = usePhone()
  const wanted = state === 'ready' && !busy && !offline && query.size <= max && query.page * query.size < total
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is prefetched once, however often its rows are drawn
  useEffect(() => {
    if (!wanted) return
    const next = nextQuery(query, phone)
    if (!window.requestIdleCallback) {
      const timer = setTimeout(() => prefetch(next), 300)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(() => prefetch(next), { timeout: 2_000 })
    return () => cancelIdleCallback(id)
  }, [wanted, JSON.stringify(query)])
}
