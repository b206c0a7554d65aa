/** State of the inbox of questions in the URL: query in the list grammar, and the open chat. */
import { type ListSearch, readSearch, writeSearch } from '#console/kit/list/query/search.ts'
import { questionStates } from '#contract/choices/question-states.ts'
import { filterValues, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { tanyaSahamAlgo } from '#contract/sections/stock/tanya-saham-algo.ts'

export const statusTabs = [...questionStates, 'all'] as const
export type StatusTab = (typeof statusTabs)[number]

/** Chats on a page. */
export const pageSize = 20

/** Query of the URL; invalid parts are dropped. */
export const toListQuery = ({ open: _open, view: _view, ...search }: ListSearch): ListQuery =>
  readSearch({ size: String(pageSize), ...search }).query

/** Default status: in the inbox open chats, the usual work; for the algorithm all. */
export const usualTab = (section: string): StatusTab => (section === tanyaSahamAlgo.name ? 'all' : 'open')

/** The filtered status; 'all' where several are named. */
export function statusOf(query: ListQuery, usual: StatusTab): StatusTab {
  const values = filterValues(query, 'status')
  if (values.length > 1) return 'all'
  return questionStates.find((status) => status === values[0]) ?? usual
}

/** Query sent to the server. */
export function questionsQuery(search: ListSearch, usual: StatusTab): ListQuery {
  const query = toListQuery(search)
  return usual === 'all' || filterValues(query, 'status').length ? query : { ...withFilter(query, 'status', [usual]), page: query.page }
}

export const withStatus = (query: ListQuery, tab: StatusTab, usual: StatusTab): ListQuery =>
  withFilter(query, 'status', tab === usual ? [] : tab === 'all' ? questionStates : [tab])

/** URL of a query. The page size is fixed. */
export function addressOf(query: ListQuery, open: string | undefined): ListSearch {
  const { size: _size, ...search } = writeSearch(query)
  return { ...search, ...(open && { open }) }
}
