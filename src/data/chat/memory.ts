/** Rooms and messages of this tab: from the cache, from reads, and from events. */
import type { Message } from '#contract/chat/messages.ts'
import type { AnyRow, Row } from '#contract/kit/section/section.ts'
import type { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { createStore } from '../base/store.ts'
import { compareMessages, inOrder, isNewer } from '../outbox/store/chat-cache.ts'

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
  /** Of events, from before or behind this part: a page that is being read may lack them. */
  outside?: readonly Message[]
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
const maxOutside = 500
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
function joined(a: readonly Message[], b: readonly Message[]): readonly Message[] {
  const isBehind = (part: readonly Message[], [first]: readonly Message[]) => {
    const last = part.at(-1)
    return last !== undefined && first !== undefined && compareMessages(last, first) < 0
  }
  if (isBehind(a, b)) return [...a, ...b]
  if (isBehind(b, a)) return [...b, ...a]
  const byRef = new Map(a.map((message) => [message.ref, message]))
  for (const message of b) byRef.set(message.ref, newest(message, byRef.get(message.ref)))
  return inOrder([...byRef.values()])
}

function isInside({ messages, older, newer }: Run, message: Message): boolean {
  const [first, last] = [messages[0], messages.at(-1)]
  const isBehindFirst = !older || (first !== undefined && compareMessages(message, first) > 0)
  return isBehindFirst && (!newer || (last !== undefined && compareMessages(message, last) < 0))
}

/** With what events brought for this part before it was here. */
function gathered(run: Run, outside: readonly Message[] = []): Run {
  if (!outside.length) return { ...run, outside }
  const refs = new Set(run.messages.map(({ ref }) => ref))
  const isHere = (message: Message) => refs.has(message.ref) || isInside(run, message)
  const messages = outside.some(isHere) ? joined(run.messages, outside.filter(isHere)) : run.messages
  return { ...run, messages, outside: outside.filter((message) => !isHere(message)).slice(-maxOutside) }
}

/**
 * Adds a page. It replaces the run if it neither overlaps with it nor was read from its message `beside`. `end`: scroll direction; the
 * other end is trimmed.
 */
export function addToRun(room: string, given: Run, end: 'older' | 'newer', beside?: string): void {
  const run = runsStore.get().get(room)
  // Other servers may have pages by arrival.
  const page = { ...given, messages: inOrder(given.messages) }
  const refs = new Set(page.messages.map(({ ref }) => ref))
  const touches = run && (!run.messages.length || !refs.size || run.messages.some(({ ref }) => ref === beside || refs.has(ref)))
  setRun(room, gathered(touches ? extended(run, page, end) : page, run?.outside))
}

/** Replaces a run in which something may be missing; `before`: its messages when the page was asked for. */
export function renewRun(room: string, page: Run, before: readonly Message[]): void {
  const { messages = [], outside = [] } = runsStore.get().get(room) ?? {}
  const since = messages.filter(({ ref }) => !before.some((message) => message.ref === ref))
  setRun(room, gathered(page, [...outside, ...since]))
}

function extended(run: Run, page: Run, end: 'older' | 'newer'): Run {
  const messages = joined(run.messages, page.messages)
  const [first, last] = [messages[0]?.ref, messages.at(-1)?.ref]
  const older = first !== undefined && first === page.messages[0]?.ref ? page.older : run.older
  const newer = last !== undefined && last === page.messages.at(-1)?.ref ? page.newer : run.newer
  if (messages.length <= maxRunLength) return { messages, older, newer }
  const kept = end === 'older' ? messages.slice(0, -letGo) : messages.slice(letGo)
  return { messages: kept, older: older || end === 'newer', newer: newer || end === 'older' }
}

/** Since rooms are parted and joined, a message may go to another one: it is no more where it was. */
function leaveOthers(message: Message): void {
  const { ref, room } = message
  for (const [other, run] of runsStore.get())
    if (other !== room && run.messages.some((each) => each.ref === ref && isNewer(message, each)))
      replaceRun(other, { ...run, messages: run.messages.filter((each) => each.ref !== ref) })
}

/** Adds a message of an event or verdict. 'gap': earlier ones are missing, so the room must be refetched. */
export function takeMessage(message: Message): 'taken' | 'ignored' | 'gap' {
  leaveOthers(message)
  const run = runsStore.get().get(message.room)
  if (!run) return 'ignored'
  const { messages, outside = [] } = run
  const at = messages.findIndex(({ ref }) => ref === message.ref)
  const known = messages[at] ?? outside.find(({ ref }) => ref === message.ref)
  if (known && !isNewer(message, known)) return 'ignored'
  if (at >= 0 && (known?.created_at === message.created_at || messages.length === 1)) {
    replaceRun(message.room, { ...run, messages: messages.with(at, message) })
    return 'taken'
  }
  const arrived = Math.max(0, ...messages.map(({ place }) => place), ...outside.map(({ place }) => place))
  if (!run.newer && message.place > arrived + 1) return 'gap'
  const isOther = ({ ref }: Message) => ref !== message.ref
  const next = gathered({ ...run, messages: messages.filter(isOther) }, [...outside.filter(isOther), message])
  const isLong = next.messages.length > maxRunLength
  replaceRun(message.room, isLong ? { ...next, messages: next.messages.slice(letGo), older: true } : next)
  return next.messages.includes(message) ? 'taken' : 'ignored'
}

/** Changes from events do not mark a room as viewed. */
function replaceRun(room: string, run: Run): void {
  runsStore.set((old) => new Map([...old].map(([ref, each]) => [ref, ref === room ? run : each])))
}
