/** Reading: the query options of every section's list and detail, and of irregular queries. */
import { keepPreviousData, onlineManager, queryOptions } from '@tanstack/react-query'
import { firstPage, formatFilters, type ListQuery } from '#contract/kit/field/list-query.ts'
import { type Page, page as toPage } from '#contract/kit/field/paging.ts'
import { inBackOffice, onlyFilters } from '#contract/kit/section/back-office.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { listCall, oneCall } from '#contract/kit/section/read-calls.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { syncedAreas } from '#contract/synced-areas.ts'
import { ApiError } from '../api/api-error.ts'
import { getConfig } from '../api/config.ts'
import { request } from '../api/request.ts'
import { isCached } from '../cache/cached.ts'
import { outboxKnown } from './outbox-known.ts'
import { queryClient, shouldRetry } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

/** A server without refs and versions (decision 9): its rows are known by their number. */
export function namedRow(row: AnyRow): AnyRow {
  const { ref, id }: { ref?: string; id: number } = row
  return ref === undefined ? { ...row, ref: String(id), version: 0 } : row
}

/** Any section: the engines do not know its fields at compile time. */
export type AnySection = Section

/** The call where a console of this mode makes it. */
export const atItsPath = <C extends Call>(section: AnySection, call: C): C => (getConfig().backOffice ? inBackOffice(call, section) : call)

/** Whether this mode asks for none of the section's records (docs/product/access.md#back-office-mode). */
export const skipsReads = ({ backOffice }: AnySection) => getConfig().backOffice && typeof backOffice === 'object' && backOffice.skipsReads

/** What a console of this mode reads of a section alone (docs/product/access.md#back-office-mode). */
export const modeFilters = (section: AnySection) => (getConfig().backOffice ? onlyFilters(section) : [])

/** The query as a console of this mode asks it. */
export function inMode(section: AnySection, list: ListQuery): ListQuery {
  const only = modeFilters(section)
  return only.length ? { ...list, filters: [...list.filters, ...only] } : list
}

/** What a call that reads several sections is asked with in this mode. */
export const modeQuery = (): { back_office?: true } => (getConfig().backOffice ? { back_office: true } : {})

function detailQuery(section: AnySection): { query?: Record<string, string> } {
  const only = formatFilters(modeFilters(section))
  return only ? { query: { query: only } } : {}
}

/** The area of the device that a section's records may be cached in. */
const areaOf = ({ name }: { name: string }) => syncedAreas.find((area) => area === name)

/** Null where none are cached now. */
export async function cachedList(section: AnySection, list: ListQuery): Promise<Page<AnyRow> | null> {
  const area = areaOf(section)
  const cached = area && isCached(area) ? await (await import('../cache/cached-rows.ts')).queryCached(area, inMode(section, list)) : null
  return cached && toPage(cached.rows, list.page, list.size, cached.total)
}

async function cachedOne(section: AnySection, id: string, mayBe = isCached): Promise<AnyRow | null> {
  const area = areaOf(section)
  return area && mayBe(area) ? (await import('../cache/cached-rows.ts')).readCached(area, id) : null
}

/** They may become cached at any time: they are asked for online or offline, and again when the network is back. */
export const device = (section: { name: string }) =>
  areaOf(section)
    ? ({
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count: number, error: Error) => onlineManager.isOnline() && shouldRetry(count, error),
      } as const)
    : {}

async function fetchList(section: AnySection, list: ListQuery, signal: AbortSignal, call?: Call): Promise<Page<AnyRow>> {
  return (await cachedList(section, list)) ?? fetchPage(section, list, signal, call)
}

/** Of a list without a total (docs/product/lists.md#paging-envelope): exact on its last page, else the least that there are. */
function totalOf({ total_record, total_page, current_page, page_size, next_page, data }: Page<AnyRow>): number {
  return total_record ?? (next_page ? (total_page - 1) * page_size + 1 : (current_page - 1) * page_size + data.length)
}

/** A page as the server has it, whatever the device holds; `call` is another list of the section's. */
export const fetchPage = async (
  section: AnySection,
  list: ListQuery,
  signal: AbortSignal,
  call = listCall(section),
): Promise<Page<AnyRow>> =>
  skipsReads(section) ? toPage([], 1, list.size, 0) : readPage(atItsPath(section, call), inMode(section, list), signal)

/** The same of any call that answers with records. */
export async function readPage(call: Call, list: ListQuery, signal: AbortSignal): Promise<Page<AnyRow>> {
  const response = await request<Page<AnyRow>>(call, { list, signal })
  return { ...response, total_record: totalOf(response), data: response.data.map(namedRow) }
}

/**
 * A page of a section, in the list grammar; `call` is another list of the section's that answers the same. Keeps the page before on the
 * screen while the next one comes.
 */
export function listOptions(section: AnySection, list: ListQuery, call?: Call) {
  return queryOptions({
    queryKey: queryKeys.list(section.name, list),
    queryFn: ({ signal }) => fetchList(section, list, signal, call),
    placeholderData: keepPreviousData,
    ...device(section),
    meta: { keep: true },
  })
}

const isNamed = (row: AnyRow, id: string) => row.ref === id || String(row.id) === id

/** A row of any list of the section that was read since. */
function listedRow(section: string, id: string, since = 0): AnyRow | undefined {
  const lists = queryClient.getQueryCache().findAll({ queryKey: queryKeys.lists(section) })
  for (const { queryKey, state } of lists) {
    if (state.dataUpdatedAt < since) continue
    const found = queryClient.getQueryData<Page<AnyRow>>(queryKey)?.data.find((row) => isNamed(row, id))
    if (found) return found
  }
  return undefined
}

/** A record as any reading of it has it, older ones as well. */
export const cachedRow = (section: string, ref: string): AnyRow | undefined =>
  listedRow(section, ref) ?? queryClient.getQueryData<AnyRow>(queryKeys.one(section, ref))

async function requestOne(section: AnySection, id: string, signal: AbortSignal): Promise<AnyRow> {
  if (skipsReads(section)) throw new ApiError('Not found', 404, 'not_found')
  if (section.wire.detail !== 'list')
    return namedRow(
      (await request<{ data: AnyRow }>(atItsPath(section, oneCall(section)), { params: { id }, ...detailQuery(section), signal })).data,
    )
  // Every record is read, a page at a time, until this one comes (docs/product/forms.md#detail-without-a-call).
  for (let page = 1; ; page++) {
    const read = await fetchPage(section, { ...firstPage, page, size: 1_000 }, signal)
    const found = read.data.find((row) => isNamed(row, id))
    if (found) return found
    if (!(read.next_page > page)) throw new ApiError('Not found', 404, 'not_found')
  }
}

async function fetchOne(section: AnySection, id: string, signal: AbortSignal): Promise<AnyRow> {
  // First what waits, then the record: the other way round it might be from before what was sent in between.
  await outboxKnown().catch(() => undefined)
  // The device cannot tell whether a record is among those that this mode asks for.
  const cached = detailQuery(section).query ? null : await cachedOne(section, id)
  if (cached) return cached
  try {
    return await requestOne(section, id, signal)
  } catch (error) {
    if (!(error instanceof ApiError && error.offline)) throw error
    // A browser that was killed may have lost the mark that the device has it, and brought back lists from before this person's changes.
    const known = (await cachedOne(section, id, () => true)) ?? listedRow(section.name, id)
    if (known) return known
    throw error
  }
}

/**
 * One record by id number or ref; a row of a list stands in until it comes. One from before this page began may lack what this
 * person changed since: typing over it would be a conflict with themselves, so it is good enough only where nothing newer can be had.
 */
export function oneOptions(section: AnySection, id: string | number) {
  const name = String(id)
  return queryOptions({
    queryKey: queryKeys.one(section.name, name),
    queryFn: ({ signal }) => fetchOne(section, name, signal),
    placeholderData: () => listedRow(section.name, name, areaOf(section) || onlineManager.isOnline() ? performance.timeOrigin : 0),
    ...device(section),
  })
}

/** After a change: lists, sums, details and options of the section are read again where they are on the screen. */
export async function invalidateSection(name: string): Promise<void> {
  const keys = [
    queryKeys.lists(name),
    queryKeys.sums(name),
    queryKeys.ones(name),
    queryKeys.options(name),
    queryKeys.trash(name),
    queryKeys.calls(`${name}.history`),
  ]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
