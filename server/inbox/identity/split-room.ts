/** A room of two people is parted where the second one began (docs/product/identity.md#another-account). */
import { and, asc, eq, sql } from 'drizzle-orm'
import { windowHours } from '#contract/chat/messages.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { NoteValues } from '#contract/parts/message-fields.ts'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import type { IdentityBook, IdentityKind } from './book.ts'
import { type Moved, moveMessages } from './join-rooms.ts'

/** A note that another account answers under the room's number, while nobody has said who that is. */
export interface Cut {
  id: number
  ref: string
  place: number
  /** ISO 8601. */
  at: string
  /** The user id that answered until then. */
  account: string
  values: NoteValues
}

/** One that was erased says nothing any more. */
const isOpen = and(eq(messages.note_of, 'anotherAccount'), sql`${messages.values} ? 'account' and ${messages.values} ->> 'decided' is null`)

/** Open questions of a room, in order. */
export async function readCuts(tx: Db, room: number): Promise<Cut[]> {
  const { id, ref, place, created_at: at, values } = messages
  const found = await tx
    .select({ id, ref, place, at, values })
    .from(messages)
    .where(and(eq(messages.room, room), isOpen))
    .orderBy(asc(place))
  return found.map((one) => ({ ...one, values: one.values ?? {}, account: toText(one.values?.account) }))
}

export interface Decision {
  decided: 'same' | 'other'
  /** Name of the person who said it; null: WhatsApp, by news of an account. */
  by: string | null
  /** Ref of the other room. */
  room?: string
}

/** Writes at a question what was decided. */
export async function closeCut(tx: Db, { id, values }: Pick<Cut, 'id' | 'values'>, decision: Decision): Promise<void> {
  await tx
    .update(messages)
    .set({ values: { ...values, ...decision }, version: sql`${messages.version} + 1`, updated_at: sql`now()` })
    .where(eq(messages.id, id))
}

interface Parted {
  room: RoomNow
  moved: Moved[]
}

/**
 * Puts everything since a cut into a room of its own, with the number and the account that answers there; what the former account wrote
 * stays with its links. Later questions go with it.
 */
export async function splitRoom(tx: Db, book: IdentityBook, old: RoomNow, cuts: readonly Cut[], cut: Cut): Promise<Parted> {
  const rows = book.of(old.id)
  const isFirst = cuts[0]?.id === cut.id
  const later = cuts.slice(cuts.findIndex(({ id }) => id === cut.id) + 1)
  const accounts = new Set([cut.values.now, ...later.map(({ account }) => account)])
  const goes = rows.filter(
    ({ current, until, kind, value }) =>
      current || (kind === 'bsuid' && accounts.has(value)) || (value !== cut.account && Date.parse(until ?? '') > Date.parse(cut.at)),
  )
  const stay = rows.filter((row) => !goes.includes(row))
  const { id: _, ...values } = old
  const now = new Date().toISOString()
  const [room] = await tx
    .insert(rooms)
    .values({
      ...values,
      ...{
        ref: uuidv7(),
        version: 1,
        created_at: cut.at,
        updated_at: now,
        next_place: 1,
        unread: 0,
        cut_place: null,
        held_customer_id: null,
      },
      ...{ customer_phone: '', contact_name: null, notes: null, tag: [], customer_id: null, person: null, search_text: '' },
    })
    .returning()
  if (!room) throw new Error('the room was not stored')
  const isOf = (list: typeof rows) => sql`coalesce(identity = any(${arrayOf(list.map(({ id }) => id))}), false)`
  const isBy = (wanted: IdentityKind) => isOf(goes.filter(({ kind }) => kind === wanted))
  const isSince = sql`created_at >= ${cut.at}::timestamptz`
  // What the phone alone wrote since is theirs, even if it came before the account that tells so.
  const theirs = sql`not ${isOf(stay)}
    and (place > ${cut.place}::int and (${isBy('bsuid')} or ${isSince}) or ${isBy('phone')} and ${isSince})`
  const moved = await moveMessages(tx, theirs, old, room, sql`${messages.joined_from}`)
  const places = new Map(moved.map(({ id, place }) => [id, place]))
  const counts = await countsOf(tx, [old.id, room.id])
  room.unread = Math.min(old.unread, counts.get(room.id)?.unread ?? 0)
  old.unread -= room.unread
  for (const row of goes) {
    book.change(row, { room: room.id })
    // What comes late of before the cut, by the number alone, is the former owner's.
    if (row.kind !== 'phone' || Date.parse(row.since) >= Date.parse(cut.at)) continue
    const { id: __, ...former } = row
    book.add({ ...former, room: old.id, current: false, until: cut.at, is_succeeded: false })
  }
  const last = stay.find(({ kind, value }) => kind === 'bsuid' && value === cut.account)
  if (last) book.change(last, { current: true, until: null, is_succeeded: true })
  const next = later.find(({ id }) => places.has(id))
  Object.assign(room, { customer_phone: old.customer_phone, cut_place: next ? (places.get(next.id) ?? null) : null })
  Object.assign(old, {
    customer_phone: '',
    ...(isFirst && { cut_place: null, customer_id: old.held_customer_id, held_customer_id: null }),
    customer_name: toText(cut.values.name) || null,
    username: toText(cut.values.username) || null,
    username_until: toText(cut.values.username_until) || null,
    window_until: counts.get(old.id)?.window_until ?? null,
  })
  return { room, moved }
}

/** Unread messages of customers in rooms, and the end of the 24 hours after the last one. */
export async function countsOf(tx: Db, ids: readonly number[]) {
  const { rows } = await tx.execute<{ room: string | number; unread: number; window_until: string | null }>(sql`
    select room, count(*) filter (where status <> 'read')::int as unread,
      to_char((max(created_at) + make_interval(hours => ${windowHours})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as window_until
    from ${messages} where room = any(${arrayOf(ids)}) and not is_admin and kind <> 'note' group by room`)
  return new Map(rows.map(({ room, ...counts }) => [Number(room), counts]))
}
