/** A person's menu: pinned entries, folded groups, recent places. Stored on the device by person. */
import { sessionStore } from '#console/data/api/session.ts'
import { readJson, writeItem } from '#console/data/base/storage.ts'
import { createStore } from '#console/data/base/store.ts'
import { isRecord } from '#contract/kit/field/guards.ts'

export interface Places {
  /** Names of entries, in pinning order. */
  pinned: readonly string[]
  /** Names of entries, most recent first. */
  recent: readonly string[]
  /** Names of folded groups. */
  folded: readonly string[]
}

/** One more than displayed, because the current place is omitted. */
const maxRecent = 6
const maxPinned = 50

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [])

/** Parses the stored value; invalid parts are dropped. */
export function readPlaces(stored: unknown): Places {
  const { pinned, recent, folded } = isRecord(stored) ? stored : {}
  return { pinned: texts(pinned).slice(0, maxPinned), recent: texts(recent).slice(0, maxRecent), folded: texts(folded) }
}

export const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((each) => each !== name) : [...names, name]

export const visited = (recent: readonly string[], name: string): readonly string[] =>
  recent[0] === name ? recent : [name, ...recent.filter((each) => each !== name)].slice(0, maxRecent)

const keyOf = (ref: string | undefined) => `lapangan-menu-${ref ?? 'guest'}`
const personRef = () => sessionStore.get().session?.user.ref

export const placesStore = createStore<Places>(readPlaces(null))

let key = ''

/** Loads the menu of the person now signed in. */
function follow(): void {
  const now = keyOf(personRef())
  if (now === key) return
  key = now
  placesStore.set(readPlaces(readJson(key)))
}

follow()
sessionStore.subscribe(follow)

function change(part: (places: Places) => Partial<Places>): void {
  const before = placesStore.get()
  const next = { ...before, ...part(before) }
  placesStore.set(next)
  writeItem(key, JSON.stringify(next))
}

export const togglePinned = (name: string): void => change(({ pinned }) => ({ pinned: toggled(pinned, name).slice(-maxPinned) }))
export const toggleFolded = (group: string): void => change(({ folded }) => ({ folded: toggled(folded, group) }))

export function markVisited(name: string): void {
  if (placesStore.get().recent[0] !== name) change(({ recent }) => ({ recent: visited(recent, name) }))
}
