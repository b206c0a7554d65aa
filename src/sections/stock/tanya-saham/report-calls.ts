/** Report calls (docs/product/questions.md#reports). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { questionStates } from '#contract/choices/question-states.ts'
import { formatFilters, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { minLookup } from '#contract/lib/questions.ts'
import { type QuestionCategory, type questionHandlers, tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { addressOf, toListQuery } from './search.ts'

export const reportKey = 'tanya-saham-report'

export interface DayOfPerson {
  date: string
  /** 0: the algorithm. */
  user_id: number
  name: string | null
  handler: (typeof questionHandlers)[number]
  questions: number
  /** Minutes. */
  median_wait: number | null
}

export interface StockCount {
  code: string
  company_name: string | null
  chats: number
  questions: number
}

export interface Reports {
  report: { answered_question: DayOfPerson[]; asked: number; answered: number; median_wait: number | null }
  topStock: { stocks: StockCount[] }
  topStockPortofolio: { stocks: StockCount[] }
  category: { categories: { category: QuestionCategory; chats: number }[] }
  rating: { average: number | null; count: number; stars: { rating: number; chats: number }[] }
  ratingReport: {
    people: { user_id: number; name: string | null; handler: (typeof questionHandlers)[number]; chats: number; average: number | null }[]
  }
}

/** Not requested in a query of fewer than five characters (docs/product/questions.md#reports). */
const lookups: ReadonlySet<keyof Reports> = new Set(['category', 'ratingReport'])

export function useReport<Name extends keyof Reports>(name: Name, query: ListQuery) {
  const text = formatFilters(query.filters, query.search)
  return useQuery({
    queryKey: [reportKey, name, text],
    queryFn: ({ signal }) => request<Reports[Name]>(sectionCall(tanyaSaham, name), { list: query, signal }),
    placeholderData: keepPreviousData,
    enabled: !lookups.has(name) || text.length >= minLookup,
    meta: { keep: true },
  })
}

/** Link to the chats of a figure, in whatever state they are now. */
export function chatsLink(filters: Readonly<Record<string, string>>) {
  const all = withFilter(toListQuery({}), 'status', questionStates)
  const query = Object.entries(filters).reduce((next, [field, value]) => withFilter(next, field, [value]), all)
  return listLink(tanyaSaham.name, addressOf(query, undefined))
}
