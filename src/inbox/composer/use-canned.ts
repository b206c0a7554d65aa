import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listOptions } from '#console/data/query/queries.ts'
import { firstPage, parseSort } from '#contract/kit/field/list-query.ts'
import { autoText } from '#contract/sections/other/auto-text.ts'
import { type Canned, toCanned } from './canned.ts'

/** Above any real number. */
const size = 1_000
export const cannedQuery = { ...firstPage, size, sort: parseSort(autoText.list.sort) }

/** All canned replies, cached for offline use. */
export function useCanned(): { all: readonly Canned[]; loading: boolean } {
  const { data, isPending } = useQuery({ ...listOptions(autoText, cannedQuery), staleTime: 60_000 })
  const all = useMemo(() => (data?.data ?? []).map(toCanned), [data])
  return { all, loading: isPending }
}
