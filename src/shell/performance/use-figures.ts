import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Asked } from './asked.ts'

/** Response of a performance call for the filters. */
export function useFigures<T>(call: Call<unknown>, asked: Asked) {
  return useQuery({
    queryKey: ['performance', call.name, asked],
    queryFn: ({ signal }) => request<T>(call, { query: { ...asked }, signal }),
    placeholderData: keepPreviousData,
  })
}
