/** What was joined is parted again (docs/product/identity.md#parting). */
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { partedDays } from '#contract/chat/who.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { messages } from '#server/db/tables/chat.ts'
import { roomIdentities, roomJoins } from '#server/db/tables/identities.ts'
import { salesNames } from '#server/people/lead-names.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import type { Identity, IdentityBook, IdentityKind } from './book.ts'
import { type Moved, moveMessages, unitedNotes } from './join-rooms.ts'
import { countsOf } from './split-room.ts'

export type StoredJoin = typeof roomJoins.$inferSelect

/** Joins of a room that can be parted, newest first. */
export async function readJoins(db: Db, room: number): Promise<StoredJoin[]> {
  const isRecent = sql`${roomJoins.at} > now() - make_interval(days => ${partedDays})`
  return db
    .select()
    .from(roomJoins)
    .where(and(eq(roomJoins.room, room), isNull(roomJoins.parted_at), isRecent))
    .orderBy(desc(roomJoins.id))
}

/** A room, and those that were joined to it before and still are. */
async function withJoined(tx: Db, room: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string | number }>(sql`
    with recursive parts (id) as (
      select ${room}::bigint
      union select ${roomJoins.joined} from ${roomJoins} join parts on ${roomJoins.room} = parts.id where ${roomJoins.parted_at} is null
    ) select id from parts`)
  return rows.map(({ id }) => Number(id))
}

/** Identities that came with the room that was joined: as the join kept them, else those that wrote its messages. */
async function identitiesOf(tx: Db, { before }: StoredJoin, parts: readonly number[]): Promise<ReadonlySet<number>> {
  if (before.identities) return new Set(before.identities)
  const found = await tx
    .selectDistinct({ id: messages.identity })
    .from(messages)
    .where(inArray(messages.joined_from, [...parts]))
  return new Set(found.flatMap(({ id }) => id ?? []))
}

/** With what came in the place of one of them since the join: it begins where the former one ends. */
function withSuccessors(rows: readonly Identity[], own: ReadonlySet<number>, { before }: StoredJoin): ReadonlySet<number> {
  const last = Math.max(...own, ...(before.current ?? []))
  const all = new Set(own)
  for (const { id, kind, since } of rows.filter((row) => row.id > last).sort((a, b) => a.id - b.id)) {
    const isNext = rows.some((row) => all.has(row.id) && row.kind === kind && Date.parse(row.until ?? '') === Date.parse(since))
    if (isNext) all.add(id)
  }
  return all
}

/** Values that nobody else has now. */
async function areFree(tx: Db, list: readonly Identity[]): Promise<Identity[]> {
  const { number, kind, value, current } = roomIdentities
  const free: Identity[] = []
  for (const one of list) {
    const isSame = and(eq(number, one.number), eq(kind, one.kind), eq(value, one.value), eq(current, true))
    const [other] = await tx.select({ id: roomIdentities.id }).from(roomIdentities).where(isSame)
    if (!other) free.push(one)
  }
  return free
}

/** What was current before the join is so again in a room that has none of its kind. */
async function restoreCurrent(tx: Db, book: IdentityBook, { before }: StoredJoin, list: readonly RoomNow[]): Promise<void> {
  const was = new Set(before.current)
  for (const room of list)
    for (const kind of ['bsuid', 'phone'] satisfies IdentityKind[]) {
      if (book.currentOf(room.id, kind)) continue
      const former = book.of(room.id).filter((row) => row.kind === kind && row.is_succeeded)
      const [last] = await areFree(
        tx,
        former.filter(({ id }) => was.has(id)),
      )
      if (last) book.change(last, { current: true, until: null })
    }
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/** What the room that stays has of the other one alone goes back with it; what people wrote since stays. */
function restoreValues(stays: RoomNow, goes: RoomNow, { room, joined }: StoredJoin['before'], sales: string | null): void {
  const textOf = (value: unknown) => toText(value) || null
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
  const assignee = sales === null ? null : numberOf(joined.assignee_sales)
  const isTheirs = (name: 'customer_name' | 'contact_name') =>
    stays[name] !== null && stays[name] === joined[name] && stays[name] !== room[name]
  for (const name of ['customer_name', 'contact_name'] as const) if (isTheirs(name)) stays[name] = textOf(room[name])
  const usernameOf = ({ username, username_until }: Record<string, unknown>) => `${username} ${Date.parse(toText(username_until))}`
  if (usernameOf({ ...stays }) === usernameOf(joined))
    Object.assign(stays, { username: textOf(room.username), username_until: textOf(room.username_until) })
  if (room.customer_id !== stays.customer_id && joined.customer_id === stays.customer_id) stays.customer_id = numberOf(room.customer_id)
  if (stays.notes === unitedNotes(textOf(room.notes), textOf(joined.notes))) stays.notes = textOf(room.notes)
  const [own, others] = [listOf(room.tag), listOf(joined.tag)]
  stays.tag = stays.tag.filter((tag) => own.includes(tag) || !others.includes(tag))
  Object.assign(goes, {
    ...{ joined_into: null, customer_name: textOf(joined.customer_name), contact_name: textOf(joined.contact_name) },
    ...{
      username: textOf(joined.username),
      username_until: textOf(joined.username_until),
      customer_id: numberOf(joined.customer_id),
      notes: textOf(joined.notes),
      tag: others,
    },
    ...{ status: toText(joined.status) || 'open', is_need_support: joined.is_need_support === true },
    ...{ assignee_sales: assignee, assignee_sales_name: sales, source: textOf(joined.source), source_id: textOf(joined.source_id) },
  })
}

/** Parts two rooms in memory, and their messages in the database: those of before, and what the other's identities wrote since. */
export async function partRooms(tx: Db, book: IdentityBook, stays: RoomNow, goes: RoomNow, join: StoredJoin): Promise<Moved[]> {
  const parts = await withJoined(tx, goes.id)
  const ids = withSuccessors(book.of(stays.id), await identitiesOf(tx, join, parts), join)
  for (const row of book.of(stays.id)) if (ids.has(row.id)) book.change(row, { room: goes.id })
  await restoreCurrent(tx, book, join, [stays, goes])
  const isTheirs = sql`(joined_from = any(${arrayOf(parts)})
    or not is_admin and coalesce(identity = any(${arrayOf(ids)}), false))`
  const moved = await moveMessages(tx, isTheirs, stays, goes, sql`nullif(${messages.joined_from}, ${goes.id}::bigint)`)
  const sales = Number(join.before.joined.assignee_sales ?? 0)
  const names = sales ? await salesNames(tx, [sales]) : new Map<number, string>()
  restoreValues(stays, goes, join.before, names.get(sales) ?? null)
  const counts = await countsOf(tx, [stays.id, goes.id])
  goes.unread = Math.min(stays.unread, counts.get(goes.id)?.unread ?? 0)
  stays.unread -= goes.unread
  if (goes.unread > Number(join.before.joined.unread)) goes.status = 'open'
  for (const room of [stays, goes]) {
    room.window_until = counts.get(room.id)?.window_until ?? null
    room.customer_phone = book.currentOf(room.id, 'phone')?.value ?? ''
  }
  await tx.update(roomJoins).set({ parted_at: sql`now()` }).where(eq(roomJoins.id, join.id))
  return moved
}
