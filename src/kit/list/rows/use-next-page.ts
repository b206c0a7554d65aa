import { useEffect } from 'react'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Rows } from './use-rows.ts'

/** Larger pages are read when they are asked for: nobody turns many of them. */
const max = 100

/** Reads the page after this one while nothing else is to be done, so that turning to it takes no time. */
export function useNextPage({ state, busy, offline, total, prefetch }: Rows, query: ListQuery): void {
  const wanted = state === 'ready' && !busy && !offline && query.size <= max && query.page * query.size < total
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is prefetched once, however often its rows are drawn
  useEffect(() => {
    if (!wanted) return
    const next = { ...query, page: query.page + 1 }
    if (!window.requestIdleCallback) {
      const timer = setTimeout(() => prefetch(next), 300)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(() => prefetch(next), { timeout: 2_000 })
    return () => cancelIdleCallback(id)
  }, [wanted, JSON.stringify(query)])
}
