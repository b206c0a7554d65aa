/** Rooms and messages of this tab: from the cache, from reads, and from events. */
import type { Message } from '#contract/chat/messages.ts'
import type { AnyRow, Row } from '#contract/kit/section/section.ts'
import type { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { createStore } from '../base/store.ts'
import { isNewer } from '../outbox/store/chat-cache.ts'

export type RoomRow = Row<typeof chatPlatform>

/** Rows come from the contract's API; conformance tests ensure that they are complete. */
export const isRoomRow = (row: AnyRow | Record<string, unknown>): row is RoomRow =>
  typeof row.ref === 'string' && typeof row.version === 'number' && typeof row.customer_phone === 'string'

interface RoomsState {
  rooms: ReadonlyMap<string, RoomRow>
  /** The cache has been read. */
  loaded: boolean
}

/** A gapless part of a room's messages, in order. */
export interface Run {
  messages: readonly Message[]
  older: boolean
  /** Whether there are newer ones; otherwise events extend it. */
  newer: boolean
}

export const roomsStore = createStore<RoomsState>({ rooms: new Map(), loaded: false })
/** Of recently viewed rooms, the last one last. */
export const runsStore = createStore<ReadonlyMap<string, Run>>(new Map())

export type RunState = 'loading' | 'ready' | 'error' | 'offline'

/** By room; initially 'loading'. */
export const runStates = createStore<ReadonlyMap<string, RunState>>(new Map())

/** A long scroll drops messages at the other end. */
export const maxRunLength = 2_000
const letGo = 500
const maxRuns = 24
const maxInMemory = 3_000

/** Versions of rooms when this person lost access: a response in flight must not restore one. */
const goneAt = new Map<string, number>()
const maxGone = 1_000

/** Later reads are requested after all that. */
export const forgetGone = (): void => goneAt.clear()

export function clearMemory(): void {
  forgetGone()
  roomsStore.set({ rooms: new Map(), loaded: false })
  runsStore.set(new Map())
  runStates.set(new Map())
}

/** Merges rows; older versions are ignored. */
export function takeRooms(rows: readonly AnyRow[], loaded = false): void {
  roomsStore.set((old) => {
    const rooms = new Map(old.rooms)
    for (const row of rows)
      if (isRoomRow(row) && isNewer(row, rooms.get(row.ref)) && row.version > (goneAt.get(row.ref) ?? 0)) rooms.set(row.ref, row)
    return { rooms: bounded(rooms), loaded: old.loaded || loaded }
  })
}

/** Keeps the newest; others are read again when scrolled to. */
function bounded(rooms: Map<string, RoomRow>): ReadonlyMap<string, RoomRow> {
  if (rooms.size <= maxInMemory) return rooms
  const at = ({ last_message_at, created_at }: RoomRow) => last_message_at ?? created_at
  const newest = [...rooms.values()].sort((a, b) => (at(a) < at(b) ? 1 : -1))
  return new Map(newest.slice(0, maxInMemory / 2).map((row) => [row.ref, row]))
}

export function patchRoom(ref: string, patch: Partial<RoomRow>): void {
  roomsStore.set((old) => {
    const row = old.rooms.get(ref)
    return row ? { ...old, rooms: new Map(old.rooms).set(ref, { ...row, ...patch }) } : old
  })
}

/** Removes rooms without access any more, with their messages. */
export function forgetRooms(refs: readonly string[]): void {
  roomsStore.set((old) => {
    if (!refs.some((ref) => old.rooms.has(ref))) return old
    const rooms = new Map(old.rooms)
    for (const ref of refs) {
      const version = rooms.get(ref)?.version
      if (version !== undefined) goneAt.set(ref, version)
      rooms.delete(ref)
    }
    for (const ref of [...goneAt.keys()].slice(0, Math.max(0, goneAt.size - maxGone))) goneAt.delete(ref)
    return { ...old, rooms }
  })
  runsStore.set((old) => {
    if (!refs.some((ref) => old.has(ref))) return old
    return new Map([...old].filter(([ref]) => !refs.includes(ref)))
  })
}

/** Replaces a run and marks the room as viewed. */
export function setRun(room: string, run: Run): void {
  runsStore.set((old) => {
    const runs = new Map(old)
    runs.delete(room)
    runs.set(room, run)
    return new Map([...runs].slice(-maxRuns))
  })
}

/** Whether there is capacity for a prefetched run. */
export const canPrefetch = (): boolean => runsStore.get().size < maxRuns

/** Stores a prefetched run while there is capacity; it is evicted first. */
export function setPrefetchedRun(room: string, run: Run): void {
  if (canPrefetch()) runsStore.set((old) => (old.has(room) ? old : new Map([[room, run], ...old])))
}

export function touchRun(room: string): void {
  const run = runsStore.get().get(room)
  if (run && [...runsStore.get().keys()].at(-1) !== room) setRun(room, run)
}

/** An unchanged one keeps its identity, so that it is not rendered again. */
const newest = (message: Message, cached: Message | undefined): Message =>
  cached && (!isNewer(message, cached) || JSON.stringify(message) === JSON.stringify(cached)) ? cached : message

/** Joins two overlapping or adjoining parts of a room in order, with the newest version of each message. */
function joined(a: readonly Message[], b: readonly Message[]): Message[] {
  const isBehind = (part: readonly Message[], other: readonly Message[]) => (part[0]?.place ?? 0) > (other.at(-1)?.place ?? 0)
  if (isBehind(a, b)) return [...b, ...a]
  if (isBehind(b, a)) return [...a, ...b]
  const byPlace = new Map(a.map((message) => [message.place, message]))
  for (const message of b) byPlace.set(message.place, newest(message, byPlace.get(message.place)))
  return [...byPlace.values()].sort((x, y) => x.place - y.place)
}

const touches = (a: readonly Message[], b: readonly Message[]): boolean => {
  const [firstA, lastA, firstB, lastB] = [a[0]?.place, a.at(-1)?.place, b[0]?.place, b.at(-1)?.place]
  if (firstA === undefined || lastA === undefined || firstB === undefined || lastB === undefined) return true
  return firstB <= lastA + 1 && firstA <= lastB + 1
}

/** Adds a page; if it does not adjoin, it replaces the run. `end`: scroll direction; the other end is trimmed. */
export function addToRun(room: string, page: Run, end: 'older' | 'newer'): void {
  const run = runsStore.get().get(room)
  setRun(room, run && touches(run.messages, page.messages) ? extended(run, page, end) : page)
}

function extended(run: Run, page: Run, end: 'older' | 'newer'): Run {
  const messages = joined(run.messages, page.messages)
  const first = messages[0]?.place
  const last = messages.at(-1)?.place
  const older = first !== undefined && first === page.messages[0]?.place ? page.older : run.older
  const newer = last !== undefined && last === page.messages.at(-1)?.place ? page.newer : run.newer
  if (messages.length <= maxRunLength) return { messages, older, newer }
  const kept = end === 'older' ? messages.slice(0, -letGo) : messages.slice(letGo)
  return { messages: kept, older: older || end === 'newer', newer: newer || end === 'older' }
}

/** Adds a message of an event or verdict. 'gap': earlier ones are missing, so the room must be refetched. */
export function takeMessage(message: Message): 'taken' | 'ignored' | 'gap' {
  const run = runsStore.get().get(message.room)
  if (!run) return 'ignored'
  const last = run.messages.at(-1)?.place ?? 0
  const at = run.messages.findIndex(({ ref }) => ref === message.ref)
  if (at >= 0) {
    if (!isNewer(message, run.messages[at])) return 'ignored'
    replaceRun(message.room, { ...run, messages: run.messages.with(at, message) })
    return 'taken'
  }
  if (run.newer || message.place <= last) return 'ignored'
  if (message.place > last + 1) return 'gap'
  const messages = [...run.messages, message]
  const isLong = messages.length > maxRunLength
  replaceRun(message.room, isLong ? { ...run, messages: messages.slice(letGo), older: true } : { ...run, messages })
  return 'taken'
}

/** Changes from events do not mark a room as viewed. */
function replaceRun(room: string, run: Run): void {
  runsStore.set((old) => new Map([...old].map(([ref, each]) => [ref, ref === room ? run : each])))
}
