import { queryOptions } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import type { FollowedPrice } from '#contract/market/adjusted-prices.ts'
import { stock } from '#contract/sections/stock/stock.ts'

interface Action {
  id: number
  date: string
  kind: 'split' | 'rights'
  numerator: number
  denominator: number
}

/** An action detected in the prices. */
export interface ProposedAction extends Action {
  confirmed_at: string | null
  confirmed_by: string | null
}

/** Person who confirmed or revoked an action. */
export interface ActionEvent extends Action {
  event: 'confirmed' | 'taken_back'
  created_at: string
  created_by: string | null
}

/** Trading days without prices, from first to last; `of_all`: for all stocks. */
export interface PriceGap {
  from: string
  to: string
  of_all: boolean
}

export interface PriceAnswer {
  board: string | null
  prices: FollowedPrice[]
  actions: ProposedAction[]
  log: ActionEvent[]
  gaps: PriceGap[]
  holidays: { date: string }[]
}

const call = sectionCall(stock, 'prices')

/** Daily prices of a stock; disabled while its code is ''. */
export const pricesOptions = (code: string) =>
  queryOptions({
    queryKey: queryKeys.call(call.name, code),
    queryFn: ({ signal }) => request<PriceAnswer>(call, { params: { code }, signal }),
    enabled: code !== '',
    staleTime: 60_000,
    meta: { keep: true },
  })
