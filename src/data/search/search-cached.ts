/** What the device holds of a searched text, without a request: whole areas, rooms of chats, and lists that were read. */
import { toText } from '#contract/kit/field/guards.ts'
import { type Hit, hitOf, searchedTexts } from '#contract/kit/section/hit.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { closenessOf } from '#contract/lib/search/closeness.ts'
import { noMatch } from '#contract/lib/search/fuzzy-terms.ts'
import { type HitGroup, hitsOfSection } from '#contract/search.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'
import { type SyncedArea, syncedAreas } from '#contract/synced-areas.ts'
import { isCached } from '../cache/cached.ts'
import { readCached, suggestCached } from '../cache/cached-rows.ts'
import { roomsStore } from '../chat/memory.ts'
import { modeFilters } from '../query/queries.ts'
import { queryClient } from '../query/query-client.ts'
import { queryKeys } from '../query/query-keys.ts'

interface HeldPage {
  data: readonly AnyRow[]
}

const isPage = (value: unknown): value is HeldPage =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)

/** Rows of a section's lists that were read, each once, the newest reading first. */
function listedRows(section: string): AnyRow[] {
  const reads = queryClient.getQueryCache().findAll({ queryKey: queryKeys.lists(section) })
  const newest = reads.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const rows = newest.flatMap(({ state }) => (isPage(state.data) ? state.data.data : []))
  return [...new Map(rows.toReversed().map((row) => [row.ref, row])).values()].toReversed()
}

const areaOf = (name: string): SyncedArea | undefined => syncedAreas.find((area) => area === name && isCached(area))

/** The rows that match, best first; those with typing errors only where nothing has the text. */
export function pickRows(section: Section, rows: readonly AnyRow[], search: string): HitGroup | null {
  const errorsOf = closenessOf(search)
  const found = rows
    .map((row) => ({ hit: hitOf(section, row), texts: searchedTexts(section, row) }))
    .map(({ hit, texts }) => ({ hit, errors: errorsOf({ texts, phone: hit.phone }) }))
    .filter(({ errors }) => errors < noMatch)
    .sort((a, b) => a.errors - b.errors)
  const exact = found.filter(({ errors }) => errors === 0)
  const chosen = exact.length ? exact : found
  if (!chosen.length) return null
  const hits: Hit[] = chosen.slice(0, hitsOfSection).map(({ hit }) => hit)
  return { section: section.name, more: chosen.length > hitsOfSection, fuzzy: exact.length === 0, hits }
}

async function findIn(name: string, search: string): Promise<HitGroup | null> {
  if (!isSectionName(name)) return null
  const area = areaOf(name)
  const suggested = area && (await suggestCached(area, search, hitsOfSection + 1))
  const all = suggested ?? (name === 'chat-platform' ? [...roomsStore.get().rooms.values()] : listedRows(name))
  if (!all.length) return null
  const section: Section = await sections[name]()
  const only = modeFilters(section)
  const rows = all.filter((row) => only.every(({ field, values }) => values.includes(toText(row[field]))))
  if (!suggested || !rows.length) return pickRows(section, rows, search)
  const hits = rows.slice(0, hitsOfSection).map((row) => hitOf(section, row))
  return { section: name, more: rows.length > hitsOfSection, fuzzy: pickRows(section, rows, search)?.fuzzy ?? true, hits }
}

/** Groups of these sections, in their order; one whose definition or store is out of reach is left out. */
export async function searchCached(names: readonly string[], search: string): Promise<HitGroup[]> {
  const groups = await Promise.all(names.map((name) => findIn(name, search).catch(() => null)))
  return groups.flatMap((group) => group ?? [])
}

/** A record that the device holds, by number or ref; null for any other. */
export async function findCachedRecord(name: string, id: string): Promise<Hit | null> {
  if (!isSectionName(name)) return null
  const isMeant = ({ ref, id: number }: AnyRow) => ref === id || String(number) === id
  const area = areaOf(name)
  const opened = queryClient.getQueryData<AnyRow>(queryKeys.one(name, id))
  const listed = opened ?? listedRows(name).find(isMeant) ?? (name === 'chat-platform' ? roomsStore.get().rooms.get(id) : undefined)
  const row = listed ?? (area && (await readCached(area, id)))
  return row ? hitOf(await sections[name](), row) : null
}
