/** Records for the palette: at once what the device holds, completed by the server. */
import { useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { modeQuery } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { searchCached } from '#console/data/search/search-cached.ts'
import type { Hit } from '#contract/kit/section/hit.ts'
import { type HitGroup, hitsOfSection, minSearched, searchEverywhere } from '#contract/search.ts'

/** What the server found joins what the device has; where either has the text as typed, near matches of the other are left out. */
export function mergeGroups(held: readonly HitGroup[], found: readonly HitGroup[]): HitGroup[] {
  const names = [...new Set([...held, ...found].map(({ section }) => section))]
  return names.flatMap((section) => {
    const both = [held, found].flatMap((groups) => groups.find((group) => group.section === section) ?? [])
    const exact = both.filter(({ fuzzy }) => !fuzzy)
    const chosen = exact.length ? exact : both
    const hits = [...new Map(chosen.flatMap((group) => group.hits).map((hit) => [hit.ref, hit])).values()]
    return [
      {
        section,
        more: chosen.some(({ more }) => more) || hits.length > hitsOfSection,
        fuzzy: exact.length === 0,
        hits: hits.slice(0, hitsOfSection),
      },
    ]
  })
}

/**
 * The order of the groups: what has the text as typed before near matches, titles that begin so before others, then lately used sections,
 * then the order of the navigation. Within a group lately opened records come first.
 */
export function rankGroups(
  groups: readonly HitGroup[],
  search: string,
  { lately, opened }: { lately: readonly string[]; opened: ReadonlySet<string> },
): HitGroup[] {
  const term = search.toLowerCase()
  const begins = ({ title, phone }: Hit) => title.toLowerCase().startsWith(term) || phone.startsWith(term)
  const rankOf = ({ fuzzy, hits, section }: HitGroup) => {
    const place = lately.indexOf(section)
    return (fuzzy ? 1_000 : 0) + (hits.some(begins) ? 0 : 100) + (place < 0 ? lately.length : place)
  }
  const isOpened = (section: string) => (hit: Hit) => opened.has(`${section}/${hit.ref}`) || opened.has(`${section}/${hit.id}`)
  return groups
    .map((group) => ({
      ...group,
      hits: [...group.hits].sort((a, b) => Number(isOpened(group.section)(b)) - Number(isOpened(group.section)(a))),
    }))
    .sort((a, b) => rankOf(a) - rankOf(b))
}

export interface Hits {
  groups: HitGroup[]
  isSearching: boolean
  /** The server did not answer: only what the device holds. */
  isHeldOnly: boolean
}

/** `names`: sections that this person may open here. */
export function useHits(text: string, names: readonly string[]): Hits {
  const enabled = text.length >= minSearched
  const held = useQuery({
    queryKey: queryKeys.call('search.held', { text, names }),
    queryFn: () => searchCached(names, text),
    enabled,
    networkMode: 'always',
    staleTime: 5_000,
    gcTime: 30_000,
  })
  const found = useQuery({
    queryKey: queryKeys.call(searchEverywhere.name, text),
    queryFn: async ({ signal }) =>
      (await request<{ groups: HitGroup[] }>(searchEverywhere, { query: { search: text, ...modeQuery() }, signal })).groups,
    enabled,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  })
  if (!enabled) return { groups: [], isSearching: false, isHeldOnly: false }
  const isPaused = found.fetchStatus === 'paused'
  return {
    groups: mergeGroups(held.data ?? [], found.data ?? []).filter(({ section }) => names.includes(section)),
    isSearching: held.isPending || (found.isPending && !isPaused),
    isHeldOnly: isPaused || found.isError,
  }
}
