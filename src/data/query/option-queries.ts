/** The options of references: read at once or found by a text, named by their numbers, and what the device has seen of them. */

import { keepPreviousData, onlineManager, queryOptions } from '@tanstack/react-query'
import { toText } from '#contract/kit/field/guards.ts'
import { type Filter, firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { filtersText, nameOf, type OptionQuery, optionQuery, parseTarget, typeaheadSize } from '#contract/kit/section/options.ts'
import { listCall } from '#contract/kit/section/read-calls.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { type AnySection, cachedList, device, fetchPage } from './queries.ts'
import { queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

/** One entry of a select: the id goes on the wire, the ref finds records that the server has not numbered. */
export interface Option {
  id: number
  ref: string
  label: string
  detail?: string
}

interface Target {
  section: AnySection
  query: OptionQuery
}

/** The section behind `to`, and how its options are read. Null for one that this console does not have. */
async function targetOf(to: string): Promise<Target | null> {
  const { section: name } = parseTarget(to)
  // Not at the head: the list of all sections is not for the first row.
  const { isSectionName, sections } = await import('#contract/sections/index.ts')
  if (!isSectionName(name)) return null
  const section: AnySection = await sections[name]()
  const query = optionQuery(section, to)
  return query && { section, query }
}

export function toOption(section: AnySection, row: Readonly<Record<string, unknown>>): Option {
  const { detail } = section.options
  return { id: Number(row.id ?? 0), ref: toText(row.ref), label: nameOf(section, row), ...(detail && { detail: toText(row[detail]) }) }
}

/** Without a network what the device caches of the section is all there is. */
async function fetchRows(section: AnySection, list: ListQuery, signal: AbortSignal, call: Call): Promise<Page<AnyRow>> {
  const cached = call.action === 'list' && !onlineManager.isOnline() ? await cachedList(section, list) : null
  return cached ?? fetchPage(section, list, signal, call)
}

/** How the options behind `to` are asked for while there is no network. */
const deviceOf = (to: string) => device({ name: parseTarget(to).section })

/** The options behind `to` that also fit `narrow`. */
async function fetchOptions(to: string, signal: AbortSignal, narrow: Partial<ListQuery> = {}): Promise<Option[]> {
  const target = await targetOf(to)
  if (!target) return []
  const { section, query } = target
  const filters = [...query.filters, ...(narrow.filters ?? [])]
  const list = { ...firstPage, size: query.size, sort: query.sort, ...narrow, filters }
  const call = query.path === null ? listCall(section) : sectionCall(section, `options.${parseTarget(to).list}`)
  const first = await fetchRows(section, list, signal, call)
  // All of them means all: a list that is longer is read once more, whole (docs/product/lists.md#option-lists).
  const isCut = query.all && narrow.size === undefined && first.total_record > first.data.length
  const { data } = isCut ? await fetchRows(section, { ...list, size: first.total_record }, signal, call) : first
  return data.map((row) => toOption(section, row))
}

const minute = 60_000

/** The options of a reference field, by its `to`: all of them, or the first few where they are found by typing. */
export function optionsOptions(to: string, filters: readonly Filter[] = []) {
  return queryOptions({
    queryKey: filters.length ? [...queryKeys.options(to), filtersText(filters)] : queryKeys.options(to),
    queryFn: ({ signal }) => fetchOptions(to, signal, { filters }),
    ...deviceOf(to),
    staleTime: 5 * minute,
    meta: { keep: true },
  })
}

/** The options that the server finds by a text, beyond those that the device has. Kept, so that they are found again without a network. */
export function foundOptions(to: string, text: string, filters: readonly Filter[] = []) {
  return queryOptions({
    queryKey: [...queryKeys.options(to), 'search', text, filtersText(filters)],
    queryFn: ({ signal }) => fetchOptions(to, signal, { search: text, size: typeaheadSize, filters }),
    ...deviceOf(to),
    staleTime: minute,
    placeholderData: keepPreviousData,
    meta: { keep: true },
  })
}

/** These options by their id numbers or refs, for choices that are among none of the others; with filters only where they fit. */
export function namedOptions(to: string, keys: readonly string[], filters: readonly Filter[] = []) {
  return queryOptions({
    queryKey: [...queryKeys.options(to), 'named', filtersText(filters), ...keys],
    queryFn: async ({ signal }) => {
      const ids = keys.filter((key) => /^\d+$/.test(key))
      const refs = keys.filter((key) => !ids.includes(key))
      const read = (field: string, values: readonly string[]) =>
        values.length ? fetchOptions(to, signal, { size: values.length, filters: [...filters, { field, values }] }) : []
      return (await Promise.all([read('id', ids), read('ref', refs)])).flat()
    },
    ...deviceOf(to),
    staleTime: 5 * minute,
    meta: { keep: true },
  })
}

const isPage = (data: unknown): data is Page<AnyRow> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data)

/**
 * Every option behind `to` that was read since anything was kept: by a form, a filter or, where all records of the section
 * are options, a list of them.
 */
export function seenOptions(section: AnySection, to: string): Option[] {
  const read = queryClient
    .getQueriesData<Option[]>({ queryKey: queryKeys.options(to) })
    .flatMap(([, data]) => (Array.isArray(data) ? data : []))
  const isWhole = (optionQuery(section, to)?.filters.length ?? 1) === 0
  const lists = isWhole ? queryClient.getQueriesData({ queryKey: queryKeys.lists(section.name) }) : []
  const listed = lists.flatMap(([, data]) => (isPage(data) ? data.data.map((row) => toOption(section, row)) : []))
  return [...new Map([...listed, ...read].map((option) => [option.ref, option])).values()]
}

/** The section behind `to`, for what only its definition says. */
export function targetOptions(to: string) {
  return queryOptions({
    queryKey: ['target', to],
    queryFn: () => targetOf(to),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
}
