/** What people decide of who customers are: in one transaction, under the locks of the rooms, so that of two at once one is late. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Hono } from 'hono'
import * as contract from '#contract/chat/who.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { findRow, findRows, scopeOf } from '#server/crud/query/read.ts'
import { whereNamed } from '#server/crud/query/rows.ts'
import { entry } from '#server/crud/write/remove.ts'
import { keysOf } from '#server/crud/write/set-all.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { roomJoins } from '#server/db/tables/identities.ts'
import { audienceOf, messagesArea, roomsArea } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { alertMessages } from '#server/push/alert.ts'
import { IdentityBook, readIdentities, seenOf } from '../identity/book.ts'
import { followJoins } from '../identity/follow-joins.ts'
import { partRooms, readJoins } from '../identity/part-rooms.ts'
import { closeCut, readCuts } from '../identity/split-room.ts'
import { Batch } from '../inbound/batch.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import { messagesOnWire, type StoredMessage } from '../rooms/message-rows.ts'
import { roomsApi } from '../rooms/rooms.ts'

const { shape } = roomsApi

/** Rooms under their locks, as far as this person sees them; `also`: those that are part of one of them. */
async function openRooms(platform: Platform, { db, user }: CallRequest, ids: readonly number[], also: readonly number[] = []) {
  const seen = inArray(rooms.id, [...ids])
  const all = also.length ? inArray(rooms.id, [...ids, ...also]) : and(seen, scopeOf(shape, user).where)
  const locked = await db.select().from(rooms).where(all).orderBy(asc(rooms.id)).for('update')
  const byId = new Map(locked.map((room) => [room.id, room]))
  const book = new IdentityBook(await readIdentities(db, [...byId.keys()], []))
  const batch = new Batch(platform, db, { book, byId, made: [], makeRoom: () => null }, new Map(), new Set())
  return { batch, byId }
}

async function finish(platform: Platform, request: CallRequest, batch: Batch): Promise<void> {
  await batch.flush()
  await batch.linkPeople()
  if (batch.alerts.length) request.after(() => alertMessages(platform, batch.alerts))
}

const now = () => new Date().toISOString()

/** The room goes on with the account that answers; its links hold again once nothing else is in question. */
async function keepTogether(batch: Batch, room: RoomNow, account: string): Promise<void> {
  const former = batch.book.of(room.id).findLast(({ kind, value, current }) => kind === 'bsuid' && value === account && !current)
  if (former) batch.book.change(former, { is_succeeded: true })
  const [next] = await readCuts(batch.tx, room.id)
  room.cut_place = next?.place ?? null
  batch.touch(room)
  if (next) return
  Object.assign(room, { customer_id: room.held_customer_id ?? room.customer_id, held_customer_id: null })
  batch.relinked.add(room)
}

async function noteOf({ db, params }: CallRequest): Promise<StoredMessage> {
  const isNote = and(whereNamed(messages, [params.id ?? '']), eq(messages.note_of, 'anotherAccount'))
  const [note] = await db.select().from(messages).where(isNote)
  if (!note) throw new ApiError('not_found')
  return note
}

async function decideAccount(platform: Platform, request: CallRequest) {
  const { db, user, body } = request
  const wanted = await noteOf(request)
  const { batch, byId } = await openRooms(platform, request, [wanted.room])
  const room = byId.get(wanted.room)
  if (!room) throw new ApiError('not_found')
  // Somebody else may have been first.
  const note = await noteOf(request)
  const { decided, by } = note.values ?? {}
  if (decided && decided !== body.answer) {
    const name = toText(by) || 'WhatsApp'
    throw refused('invalid', refusal(decided === 'same' ? 'account_same' : 'account_other', { name }))
  }
  if (!decided) {
    const cuts = await readCuts(db, room.id)
    const cut = cuts.find(({ id }) => id === note.id)
    if (!cut) throw new ApiError('not_found')
    if (body.answer === 'other') await batch.splitAt(room, cuts, cut, now(), user.name)
    else {
      await closeCut(db, cut, { decided: 'same', by: user.name })
      batch.addChange(messagesArea, note.ref, false, audienceOf(room))
      await keepTogether(batch, room, cut.account)
    }
    await finish(platform, request, batch)
  }
  const [data] = await messagesOnWire(db, [await noteOf(request)], new Map([[room.id, room.ref]]))
  return { message: 'Saved', data: { ...data, values: data?.values ?? {} } }
}

/** One account answers, whichever was seen last, until the other one writes. Every number stays. */
function settleAccounts({ book }: Batch, room: number): void {
  const last = book.currentOf(room, 'bsuid')
  if (!last) return
  for (const row of book.of(room))
    if (row.kind === 'bsuid' && row.current && row !== last) book.change(row, { current: false, until: seenOf(last), is_succeeded: true })
}

async function joinByHand(platform: Platform, request: CallRequest) {
  const { db, user, body } = request
  const keys = keysOf(body)
  const before = await findRows(db, shape, user, keys)
  if (before.length < 2) {
    // Another request was first and has done it.
    const led = await findRows(db, shape, user, await followJoins(db, keys))
    if (keys.length === 2 && led.length === 1 && (await areOne(request, keys))) return saved(led)
    throw keys.length === 2 && led.length === 2 ? refused('invalid', refusal('join_late')) : new ApiError('not_found')
  }
  const { batch, byId } = await openRooms(
    platform,
    request,
    before.map(({ id }) => id),
  )
  const [one, other] = [...byId.values()]
  if (!one || !other) throw refused('invalid', refusal('join_late'))
  if (one.whatsapp_number !== other.whatsapp_number) throw refused('invalid', refusal('join_numbers'))
  if (one.cut_place !== null || other.cut_place !== null) throw refused('invalid', refusal('account_first'))
  const stays = await batch.join(one, other, now(), user.name)
  settleAccounts(batch, stays.id)
  await finish(platform, request, batch)
  return saved(await findRows(db, shape, user, [stays.id]))
}

/** Whether these keys are two rooms that are one by now. */
async function areOne({ db }: CallRequest, keys: ReturnType<typeof keysOf>): Promise<boolean> {
  const count = async (list: ReturnType<typeof keysOf>) =>
    (await db.select({ id: rooms.id }).from(rooms).where(whereNamed(rooms, list))).length
  return (await count(keys)) === 2 && (await count(await followJoins(db, keys))) === 1
}

const saved = (list: Awaited<ReturnType<typeof findRows>>) => ({
  message: 'Saved',
  success_entities: list.map((row) => ({ ...entry(row, 'Saved'), version: row.version })),
  failed_entities: [],
})

async function partByHand(platform: Platform, request: CallRequest) {
  const { db, user, body } = request
  const [key = ''] = await followJoins(db, keysOf(body))
  const { id } = await findRow(db, shape, user, key)
  const which = eq(roomJoins.id, Number(body.join))
  const [wanted] = await db.select().from(roomJoins).where(which)
  if (!wanted) throw new ApiError('not_found')
  const isDone = wanted.parted_at !== null && wanted.joined === id
  if (wanted.room !== id && !isDone) {
    const [last] = await followJoins(db, [wanted.room])
    throw last === id ? refused('invalid', refusal('part_order')) : new ApiError('not_found')
  }
  const { batch, byId } = await openRooms(platform, request, [wanted.room], [wanted.joined])
  const [stays, goes] = [byId.get(wanted.room), byId.get(wanted.joined)]
  const [join] = await db.select().from(roomJoins).where(which)
  if (!stays || !goes || !join) throw new ApiError('not_found')
  if (join.parted_at === null) {
    if (stays.joined_into !== null) throw refused('invalid', refusal('part_order'))
    if (!(await readJoins(db, stays.id)).some((one) => one.id === join.id))
      throw refused('invalid', refusal('part_late', { days: contract.partedDays }))
    if (stays.cut_place !== null) throw refused('invalid', refusal('account_first'))
    batch.follow(await partRooms(db, batch.book, stays, goes, join), goes)
    batch.addChange(roomsArea, goes.ref, true, audienceOf(goes))
    batch.parted(stays, goes, now(), user.name)
    await finish(platform, request, batch)
  }
  return saved(await findRows(db, shape, user, [id]))
}

const dayMs = 86_400_000

/** Joins of a visible room. Throws 404. */
async function listJoins(request: CallRequest): Promise<{ joins: contract.RoomJoin[] }> {
  const { db, user, params } = request
  const [key = ''] = await followJoins(db, [params.id ?? ''])
  const room = await findRow(db, shape, user, key)
  const found = await readJoins(db, room.id)
  return {
    joins: found.map(({ id, at, by, before: { joined } }) => {
      const username = toText(joined.username)
      const phone = toText(joined.customer_phone)
      const member = typeof joined.customer_id === 'number' && joined.customer_id !== room.customer_id ? joined.customer_id : null
      return {
        ...{ id, at: new Date(at).toISOString(), by, customer_phone: phone, customer_id: member },
        name: toText(joined.contact_name) || toText(joined.customer_name) || (username && `@${username}`) || phone,
        until: new Date(Date.parse(at) + contract.partedDays * dayMs).toISOString(),
      }
    }),
  }
}

export function mountWho(app: Hono, platform: Platform): void {
  mount(app, platform, contract.decideAccount, (request) => decideAccount(platform, request))
  mount(app, platform, contract.joinRooms, (request) => joinByHand(platform, request))
  mount(app, platform, contract.partRooms, (request) => partByHand(platform, request))
  mount(app, platform, contract.roomJoins, listJoins)
}
