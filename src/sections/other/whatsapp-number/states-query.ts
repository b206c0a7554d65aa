import { queryOptions } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { channelStates } from '#contract/sections/other/whatsapp-number.ts'
import { type ChannelState, isShown } from './states.ts'

const max = 10_000

/** All states that are shown; kept for a screen without a connection. */
export const statesOptions = queryOptions({
  queryKey: queryKeys.call(channelStates.name, ''),
  queryFn: async ({ signal }) => {
    const { data } = await request<Page<ChannelState>>(channelStates, { list: { ...firstPage, size: max }, signal })
    return data.filter(isShown)
  },
  meta: { keep: true },
})
