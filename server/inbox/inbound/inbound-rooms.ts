/** Rooms of an inbound batch: found by identities, locked until commit, and created for new customers. */

import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { arrayOf, textsOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type Identity, IdentityBook, readIdentities, roomsWith, type Wanted } from '../identity/book.ts'
import type { Inbound, InboundStatus, Party } from './inbound.ts'

/** A room within the transaction; changed by the batch and written once. */
export type RoomNow = typeof rooms.$inferSelect

export interface InboundRooms {
  book: IdentityBook
  byId: Map<number, RoomNow>
  /** Creates an unassigned room for an unknown customer; null for an unknown number. It is written with the batch. */
  makeRoom(number: number, at: string): RoomNow | null
  /** Rooms that are made and not written yet. */
  made: RoomNow[]
}

/** Ways to lock all rooms of a batch, when identities move meanwhile. */
const maxLooks = 5

function namedBy(number: number, from: Pick<Party, 'phone' | 'bsuid'>): Wanted[] {
  const wanted: Wanted[] = []
  if (from.bsuid !== null) wanted.push({ number, kind: 'bsuid', value: from.bsuid })
  if (from.phone !== null) wanted.push({ number, kind: 'phone', value: from.phone })
  return wanted
}

function statusIdentities(number: number, { from, answered }: InboundStatus): Wanted[] {
  const phones = answered ? [answered.asked, answered.phone] : []
  return [
    ...namedBy(number, { phone: null, bsuid: from?.bsuid ?? null }),
    ...phones.map((value) => ({ number, kind: 'phone', value }) as const),
  ]
}

/** Identities that an item names. */
export function identitiesOf(item: Inbound): Wanted[] {
  switch (item.type) {
    case 'message':
      return [
        ...namedBy(item.number, item.from),
        ...(item.shared ? [{ number: item.number, kind: 'phone', value: item.shared } as const] : []),
      ]
    case 'change':
      return [...namedBy(item.number, item.before), ...namedBy(item.number, item.from)]
    case 'mark':
      return item.from ? namedBy(item.number, item.from) : []
    case 'preference':
    case 'name':
      return namedBy(item.number, item.from)
    case 'status':
      return item.number ? statusIdentities(item.number, item) : []
    case 'idle':
      return [{ number: item.number, kind: 'phone', value: item.customer_phone }]
    default:
      return []
  }
}

const wantedOf = (items: readonly Inbound[]): Wanted[] => [
  ...new Map(items.flatMap(identitiesOf).map((one) => [JSON.stringify(one), one])).values(),
]

/**
 * Lets one process at a time take items of a number that name somebody who is not here: else what makes them and news that wait for them
 * do not see each other. Before any lock of rows, until the commit.
 */
export async function lockStrangers(tx: Db, items: readonly Inbound[]): Promise<void> {
  const wanted = wantedOf(items)
  if (!wanted.length) return
  const isKnown = (isCurrent: SQL) => sql`exists (select from ${roomIdentities} as known
    where ${isCurrent} and known.number = entry.number and known.kind = entry.kind and known.value = entry.value)`
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('customers of number ' || number, 0)) from (
      select distinct entry.number from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as entry (number bigint, kind text, value text)
      where not ${isKnown(sql`known.current`)} and not ${isKnown(sql`not known.current`)} order by 1
    ) as numbers`)
}

/** Provider's ids that an item names: its own, also of a mark or a change, whose place a mark at it may have, and that of its target. */
export function messageIdsOf(item: Inbound): string[] {
  switch (item.type) {
    case 'mark':
      return [item.provider_id, item.target]
    case 'message':
    case 'status':
    case 'change':
      return [item.provider_id]
    default:
      return []
  }
}

async function roomsOfMessages(tx: Db, ids: readonly string[]): Promise<number[]> {
  if (!ids.length) return []
  const isNamed = sql`${messages.provider_id} = any(${textsOf(ids)})`
  const found = await tx.selectDistinct({ room: messages.room }).from(messages).where(isNamed)
  return found.map(({ room }) => room)
}

/**
 * In order of id, to avoid deadlocks; until nobody else can change whose these identities are. Where one went meanwhile to a room before
 * those that are locked, the transaction starts anew (./receive.ts).
 */
async function lockAll(tx: Db, wanted: readonly Wanted[], messageIds: readonly string[]) {
  const byId = new Map<number, RoomNow>()
  let missing = [...new Set([...(await roomsWith(tx, wanted)), ...(await roomsOfMessages(tx, messageIds))])]
  let identities: Identity[] = []
  for (let look = 0; look < maxLooks; look++) {
    if (missing.length) {
      const locked = await tx
        .select()
        .from(rooms)
        .where(sql`${rooms.id} = any(${arrayOf(missing)})`)
        .orderBy(asc(rooms.id))
        .for('update')
      for (const room of locked) byId.set(room.id, room)
    }
    identities = await readIdentities(tx, [...byId.keys()], wanted)
    missing = [...new Set(identities.map(({ room }) => room))].filter((id) => !byId.has(id))
    if (!missing.length) break
    if (Math.min(...missing) < Math.max(...byId.keys())) throw new ApiError('unavailable', undefined, { retryAfter: 1 })
  }
  return { byId, identities: identities.filter(({ room }) => byId.has(room)) }
}

/** Ids for rooms of customers who are not known, so that they can be referred to before they are written. */
async function reserveIds(tx: Db, count: number): Promise<number[]> {
  if (!count) return []
  const { rows } = await tx.execute<{ id: string | number }>(
    sql`select nextval(pg_get_serial_sequence('rooms', 'id')) as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => Number(id))
}

const emptyRoom = {
  ...{ version: 1, created_by: null, updated_by: null, customer_name: null, customer_phone: '', username: null, username_until: null },
  ...{ person: null, customer_id: null, held_customer_id: null, cut_place: null, joined_into: null, source: null, source_id: null },
  ...{ call_permission: null, contact_name: null, unread: 0, mark_as_unread: false, notes: null, status: 'open', is_need_support: false },
  ...{ assignee_sales: null, assignee_sales_name: null, last_message: null, last_message_kind: null, last_message_status: null },
  ...{ last_message_is_admin: false, last_message_at: null, window_until: null, is_idle: false, snoozed_until: null, next_place: 1 },
} as const

/** Locks the rooms that items are about, and prepares new ones. */
export async function lockRooms(tx: Db, items: readonly Inbound[]): Promise<InboundRooms> {
  const wanted = wantedOf(items)
  const { byId, identities } = await lockAll(tx, wanted, items.flatMap(messageIdsOf))
  const book = new IdentityBook(identities)
  const unknown = wanted.filter((one) => !book.has(one))
  const numberIds = [...new Set(unknown.map(({ number }) => number))]
  const numbers = numberIds.length
    ? await tx
        .select({ id: whatsappNumbers.id, name: whatsappNumbers.name })
        .from(whatsappNumbers)
        .where(inArray(whatsappNumbers.id, numberIds))
    : []
  const ids = await reserveIds(tx, numbers.length ? unknown.length : 0)
  const made: RoomNow[] = []
  return {
    book,
    byId,
    made,
    makeRoom(number, at) {
      const found = numbers.find((one) => one.id === number)
      const id = ids.shift()
      if (!found || id === undefined) return null
      const now = new Date().toISOString()
      const room: RoomNow = {
        ...emptyRoom,
        ...{ id, ref: uuidv7(), whatsapp_number: number, whatsapp_number_name: found.name, tag: [], search_text: '' },
        // A room is as old as what began it, for which of two is the older one.
        ...{ created_at: at, updated_at: now },
      }
      byId.set(id, room)
      made.push(room)
      return room
    },
  }
}
