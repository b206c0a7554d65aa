/** Records that a person opened lately: only their numbers are stored, so that no name stays on a shared device. */
import { sessionStore } from '#console/data/api/session.ts'
import { readJson, writeItem } from '#console/data/base/storage.ts'

export interface RecentRecord {
  section: string
  /** Number or ref, as in its address. */
  id: string
}

const max = 12
const keyOf = () => `lapangan-opened-${sessionStore.get().session?.user.ref ?? 'guest'}`

/** The record of an address; null for other screens. */
export function recordIn(pathname: string): RecentRecord | null {
  const [, section, id] = /^\/([a-z-]+)\/(?:edit|detail)\/([\w-]{1,64})$/.exec(pathname) ?? []
  return section && id ? { section, id } : null
}

/** Newest first. */
export function recentRecords(): RecentRecord[] {
  const stored = readJson(keyOf())
  const texts = Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : []
  return texts.slice(0, max).flatMap((text) => recordIn(text) ?? [])
}

/** Puts an address of a record before the others; other addresses are ignored. */
export function markOpened(pathname: string): void {
  if (!recordIn(pathname)) return
  const others = recentRecords()
    .map(({ section, id }) => `/${section}/edit/${id}`)
    .filter((path) => path !== pathname.replace('/detail/', '/edit/'))
  writeItem(keyOf(), JSON.stringify([pathname.replace('/detail/', '/edit/'), ...others].slice(0, max)))
}
