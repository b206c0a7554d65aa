import { useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import type { Option } from '#console/data/query/option-queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'

const call = sectionCall(tanyaSaham, 'assignees')
const none: readonly Option[] = []

/** Possible assignees, cached while online for offline use. Empty without permission to assign. */
export function useAnswerers(may: boolean): readonly Option[] {
  const { data } = useQuery({
    queryKey: queryKeys.call(call.name, null),
    queryFn: ({ signal }) => request<{ people: { id: number; name: string }[] }>(call, { signal }),
    select: ({ people }) => people.map(({ id, name }): Option => ({ id, ref: String(id), label: name })),
    enabled: may,
    staleTime: 5 * 60_000,
    meta: { keep: true },
  })
  return data ?? none
}
