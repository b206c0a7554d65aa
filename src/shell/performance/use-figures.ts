import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Asked } from './asked.ts'

/** The answer of one of the calls of performance, for what is asked. */
export function useFigures<T>(call: Call<unknown>, asked: Asked) {
  return useQuery({
    queryKey: ['performance', call.name, asked],
    queryFn: ({ signal }) => request<T>(call, { query: { ...asked }, signal }),
    placeholderData: keepPreviousData,
  })
}
