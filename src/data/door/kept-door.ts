/** What the device keeps of an event's door: the participants, and what was scanned here. In the person's own database. */
import type { ParticipantState } from '#contract/choices/participants.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Admission } from '#contract/lib/admission.ts'
import type { TicketKey } from '#contract/lib/ticket.ts'
import { ownerDatabase } from '../cache/db.ts'

export interface DoorPerson {
  ref: string
  name: string
  phone: string
  state: ParticipantState
  /** Number of their ticket. */
  ticket: number
  admissions: readonly Admission[]
}

export interface DoorEvent {
  id: number
  ref: string
  title: string
  start_at: string
  end_at: string
}

export interface DoorList {
  event: DoorEvent
  keys: readonly TicketKey[]
  people: ReadonlyMap<string, DoorPerson>
  cursor: string
  /** Milliseconds since 1970 of the last complete pull. */
  at: number
}

/** A mark that was made at this door; newest first in lists. */
export interface Scan {
  /** Id of its change in the outbox. */
  id: string
  ref: string
  name: string
  /** ISO 8601. */
  at: string
  /** False took an admission back. */
  attended: boolean
  gate: string | null
  /** A ticket of somebody whom the list did not know. */
  isNew: boolean
  /** The list that was pulled since has it. */
  isKnown: boolean
}

/** Lists are given up first on a full device (evict-caches.ts), scans never. */
const listKey = (ref: string) => `door:${ref}`
const scanKey = (ref: string, id = '') => `door-scan:${ref}:${id}`
const maxScans = 50

const isScan = (value: unknown): value is Scan => isRecord(value) && typeof value.ref === 'string' && typeof value.at === 'string'

type Kept = Omit<DoorList, 'people'> & { people: readonly DoorPerson[] }

/** Written by this code alone, so its shape is known where it is there at all. */
const isKept = (value: unknown): value is Kept => isRecord(value) && isRecord(value.event) && Array.isArray(value.people)

/** The list of an event by its ref or number; null where this device has none. */
export async function loadDoor(id: string): Promise<DoorList | null> {
  const db = ownerDatabase()
  if (!db) return null
  const named = (await db.withConnection(() => db.meta.get(listKey(id))))?.value
  const isIt = (value: unknown): value is Kept => isKept(value) && String(value.event.id) === id
  const kept = isKept(named)
    ? named
    : (await db.withConnection(() => db.meta.where('key').startsWith('door:').toArray())).map(({ value }) => value).find(isIt)
  return kept ? { ...kept, people: new Map(kept.people.map((person) => [person.ref, person])) } : null
}

export async function saveDoor({ people, ...list }: DoorList): Promise<void> {
  const kept: Kept = { ...list, people: [...people.values()] }
  const db = ownerDatabase()
  await db?.withConnection(() => db.meta.put({ key: listKey(list.event.ref), value: kept }))
}

/** Newest first. */
export async function loadScans(event: string): Promise<Scan[]> {
  const db = ownerDatabase()
  const entries = await db?.withConnection(() => db.meta.where('key').startsWith(scanKey(event)).toArray())
  return (entries ?? [])
    .map(({ value }) => value)
    .filter(isScan)
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** Keeps scans; of those that the list has, the newest. */
export async function saveScans(event: string, scans: readonly Scan[]): Promise<void> {
  const db = ownerDatabase()
  if (!db) return
  const old = scans.filter(({ isKnown }, at) => isKnown && at >= maxScans)
  await db.transaction('rw', db.meta, async () => {
    await db.meta.bulkPut(scans.filter((scan) => !old.includes(scan)).map((scan) => ({ key: scanKey(event, scan.id), value: scan })))
    await db.meta.bulkDelete(old.map(({ id }) => scanKey(event, id)))
  })
}
