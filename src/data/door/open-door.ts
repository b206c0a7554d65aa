/** One event's door on this device: its list, what was marked here, and the answers (docs/product/events.md#the-door). */
import { isParticipantState } from '#contract/choices/participants.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { type Admission, addAdmission } from '#contract/lib/admission.ts'
import { isTicketCode, readTicket } from '#contract/lib/ticket.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { ApiError } from '../api/api-error.ts'
import { onReached } from '../api/connection.ts'
import { onRest } from '../base/page-life.ts'
import { serverNow } from '../base/server-clock.ts'
import { createStore, type Store } from '../base/store.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { watchSections } from '../start/live.ts'
import { submit } from '../writes/submit.ts'
import { type Answer, answerPerson, answerTicket, type DoorView } from './answer.ts'
import { type DoorList, type DoorPerson, loadDoor, loadScans, type Scan, saveDoor, saveScans } from './kept-door.ts'
import { pullDoor } from './pull-door.ts'
import { getDevice, getGate } from './this-gate.ts'
import { verifySignature } from './verify-signature.ts'

export interface DoorState {
  list: DoorList | null
  /** Why there is no list, or no newer one. */
  problem: 'offline' | 'gone' | 'failed' | null
  /** Newest first. */
  scans: readonly Scan[]
}

export interface Door {
  store: Store<DoorState>
  /** Answers a scanned text, and marks whom it admits. */
  scan(text: string): Promise<Answer>
  /** The same for a person who was found by name. */
  admit(person: DoorPerson): Promise<Answer>
  /** Takes an admission back. */
  undo(scan: Pick<Scan, 'ref' | 'name'>): Promise<void>
  pull(): Promise<void>
  close(): void
}

const attendName = sectionCall(participant, 'attend').name
/** Milliseconds between two writes of the list: it is large, and can be pulled again. */
const savePauseMs = 5_000
/** The same ticket held still before a reader is one scan. */
const repeatMs = 2_500

const markOf = ({ at, attended, gate }: Scan): Admission => ({ at, attended, gate, device: getDevice(), by: null })

/** Marks that wait here, of any screen. */
function pendingMarks(rows: readonly OutboxRow[]): { ref: string; mark: Admission }[] {
  return rows
    .filter(({ call }) => call === attendName)
    .map(({ patch }) => ({
      ref: toText(patch.ref),
      mark: {
        at: toText(patch.at),
        attended: patch.attended === true,
        gate: toText(patch.gate) || null,
        device: toText(patch.device) || null,
        by: null,
      },
    }))
}

/** Participants as this device last knew them, with their changes that wait here. */
export function foldPeople(list: DoorList, rows: readonly OutboxRow[]): ReadonlyMap<string, DoorPerson> {
  const own = rows.filter(({ section, call, state }) => section === participant.name && call !== attendName && state !== 'parked')
  if (!own.length) return list.people
  const people = new Map(list.people)
  for (const { action, call, patch, touches } of own) {
    const [ref = ''] = touches
    const known = people.get(ref)
    const isOfEvent = [list.event.ref, String(list.event.id)].includes(toText(patch.event_id))
    const state = isParticipantState(patch.state) ? patch.state : (known?.state ?? 'registered')
    if (action === 'create' && !known && isOfEvent)
      people.set(ref, { ref, name: toText(patch.name), phone: toText(patch.phone), state, ticket: 1, admissions: [] })
    else if (known && call === sectionCall(participant, 'cancel').name) people.set(ref, { ...known, state: 'cancelled' })
    else if (known && call === sectionCall(participant, 'register').name) people.set(ref, { ...known, state: 'registered' })
    else if (known && action === 'update') people.set(ref, { ...known, state, name: toText(patch.name) || known.name })
  }
  return people
}

/** All marks that this device knows of: the list's, those made here since, and those that wait. */
export function foldMarks({ scans }: Pick<DoorState, 'scans'>, people: ReadonlyMap<string, DoorPerson>, rows: readonly OutboxRow[]) {
  const own = new Map<string, Admission[]>()
  const add = (ref: string, mark: Admission) => void own.set(ref, [...(own.get(ref) ?? []), mark])
  for (const scan of scans) if (!scan.isKnown) add(scan.ref, markOf(scan))
  for (const { ref, mark } of pendingMarks(rows)) add(ref, mark)
  return (ref: string): readonly Admission[] => {
    const stored = people.get(ref)?.admissions ?? []
    return (own.get(ref) ?? []).reduce(addAdmission, stored)
  }
}

/** Opens the door of an event, by its number or ref, until `close`. */
export function openDoor(id: string): Door {
  const store = createStore<DoorState>({ list: null, problem: null, scans: [] })
  const show = (next: Partial<DoorState>) => store.set((old) => ({ ...old, ...next }))
  let isClosed = false
  let pulling: Promise<void> | null = null
  let isBehind = false
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let last: { text: string; at: number; answer: Answer } | null = null

  const save = () => {
    clearTimeout(saveTimer)
    saveTimer = undefined
    const { list } = store.get()
    if (list) void saveDoor(list).catch(() => undefined)
  }

  async function round(): Promise<void> {
    const before = store.get()
    const waiting = new Set(outboxStore.get().rows.map(({ id: row }) => row))
    // Marks that the server has by now, or that somebody discarded, are in the list from this round on, or nowhere.
    const settled = outboxStore.get().ready ? before.scans.filter((scan) => !scan.isKnown && !waiting.has(scan.id)) : []
    try {
      const list = await pullDoor(id, before.list)
      if (isClosed) return
      const known = new Set(settled.map((scan) => scan.id))
      const scans = store.get().scans.map((scan) => (known.has(scan.id) ? { ...scan, isKnown: true } : scan))
      show({ list, problem: null, ...(known.size && { scans }) })
      if (known.size) void saveScans(list.event.ref, scans).catch(() => undefined)
      if (before.list === null) save()
      else saveTimer ??= setTimeout(save, savePauseMs)
    } catch (error) {
      const isApi = error instanceof ApiError
      show({ problem: isApi && error.offline ? 'offline' : isApi && error.status === 404 ? 'gone' : 'failed' })
    }
  }

  /** One at a time; what changes meanwhile is pulled afterwards. */
  function pull(): Promise<void> {
    if (pulling) {
      isBehind = true
      return pulling
    }
    pulling = round().finally(() => {
      pulling = null
      if (!isBehind || isClosed) return
      isBehind = false
      void pull()
    })
    return pulling
  }

  async function begin(): Promise<void> {
    const list = await loadDoor(id).catch(() => null)
    if (isClosed) return
    if (list) show({ list, scans: await loadScans(list.event.ref).catch(() => []) })
    await pull()
    const { list: pulled } = store.get()
    if (!list && pulled) {
      const scans = await loadScans(pulled.event.ref).catch(() => [])
      store.set((old) => ({ ...old, scans: [...old.scans, ...scans.filter(({ id: scan }) => !old.scans.some((one) => one.id === scan))] }))
    }
  }

  function view(list: DoorList): DoorView {
    const { rows } = outboxStore.get()
    const people = foldPeople(list, rows)
    return {
      event: list.event.id,
      find: (ref) => people.get(ref),
      marksOf: foldMarks(store.get(), people, rows),
      device: getDevice(),
    }
  }

  async function mark(ref: string, name: string, attended: boolean, isNew = false): Promise<void> {
    const { list } = store.get()
    if (!list) return
    const [at, gate] = [new Date(serverNow()).toISOString(), getGate() || null]
    const patch = { ref, attended, at, device: getDevice(), ...(gate && { gate }) }
    const made = await submit({ call: sectionCall(participant, 'attend'), patch, touches: [ref], label: name })
    const scan: Scan = { id: made.id, ref, name, at, attended, gate, isNew, isKnown: false }
    show({ scans: [scan, ...store.get().scans] })
    await saveScans(list.event.ref, [scan]).catch(() => undefined)
  }

  async function settle(answer: Answer): Promise<Answer> {
    if (answer.kind === 'in') await mark(answer.ref, answer.name, true, answer.isNew)
    return answer
  }

  async function answerText(list: DoorList, text: string): Promise<Answer> {
    if (!isTicketCode(text)) return { kind: 'unknown' }
    const read = await readTicket(text, list.keys, verifySignature)
    return read ? settle(answerTicket(read.ticket, read.key.former, view(list))) : { kind: 'unsigned' }
  }

  // One answer after the other, so that two readings of one ticket cannot both admit.
  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }

  const stops = [
    watchSections([participant.name], () => void pull()),
    onReached(() => void (store.get().problem === 'offline' && pull())),
    onRest(() => saveTimer !== undefined && save()),
  ]
  void begin()

  return {
    store,
    pull,
    scan: (text) =>
      enqueue(async () => {
        const { list } = store.get()
        if (!list) return { kind: 'unknown' }
        const now = performance.now()
        const code = text.trim().toUpperCase()
        if (last?.text === code && last.answer.kind === 'in' && now - last.at < repeatMs) {
          last.at = now
          return last.answer
        }
        const answer = await answerText(list, code)
        last = { text: code, at: performance.now(), answer }
        return answer
      }),
    admit: (person) =>
      enqueue(async () => {
        const { list } = store.get()
        return list ? settle(answerPerson(person, view(list))) : { kind: 'unknown' }
      }),
    undo: ({ ref, name }) =>
      enqueue(async () => {
        last = null
        await mark(ref, name, false)
      }),
    close() {
      isClosed = true
      for (const stop of stops) stop()
      if (saveTimer !== undefined) save()
    },
  }
}
