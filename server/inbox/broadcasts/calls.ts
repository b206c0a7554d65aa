/** Calls of broadcasts (contract/chat/broadcasts.ts). */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import * as contract from '#contract/chat/broadcasts.ts'
import { templateText } from '#contract/chat/template.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { messageStatuses } from '#contract/parts/message-fields.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { findRows } from '#server/crud/query/read.ts'
import { whereNamed } from '#server/crud/query/rows.ts'
import { keysOf } from '#server/crud/write/set-all.ts'
import type { Db } from '#server/db/database.ts'
import { broadcastRecipients, broadcasts } from '#server/db/tables/broadcasts.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { followJoins } from '../identity/follow-joins.ts'
import { checkedMedia, mediaOf } from '../messages/send.ts'
import { pullBack } from '../rooms/hold-broadcasts.ts'
import { roomsApi } from '../rooms/rooms.ts'
import { fillTemplate, findTemplate, hasHeaderFile, prefetchTemplate } from '../rooms/template-choice.ts'
import { judgeRooms } from './judge.ts'
import { enqueueBroadcast } from './send-broadcast.ts'
import { readRest } from './states.ts'

type Stored = Pick<
  typeof broadcasts.$inferSelect,
  'id' | 'ref' | 'template' | 'filled' | 'state' | 'held' | 'created_at' | 'created_by' | 'user_id'
>

const { id, ref, template, filled, state, held, created_at, created_by, user_id } = broadcasts
const columns = { id, ref, template, filled, state, held, created_at, created_by, user_id }

/** A salesperson sees their own, as of chats; others see all. */
const visible = ({ isSales, id: user }: CurrentUser): SQL | undefined => (isSales ? eq(broadcasts.user_id, user) : undefined)

/** What became of a recipient: as stored, or as its message tells. In a query that joins both. */
const fate = sql<contract.RecipientState>`case
  when ${broadcastRecipients.state} = 'sending' and ${messages.status} = 'failed' then 'failed'
  when ${broadcastRecipients.state} = 'sending' and ${messages.status} is distinct from 'queued' then 'sent'
  else ${broadcastRecipients.state} end`

async function countFates(db: Db, ids: readonly number[]) {
  const { broadcast, message } = broadcastRecipients
  const found = ids.length
    ? await db
        .select({ broadcast, fate: sql<string>`${fate}`.as('fate'), count: sql<number>`count(*)::int` })
        .from(broadcastRecipients)
        .leftJoin(messages, eq(messages.id, message))
        .where(inArray(broadcast, [...ids]))
        .groupBy(broadcast, sql`fate`)
    : []
  return (which: number, name?: contract.RecipientState) =>
    found.filter((one) => one.broadcast === which && (name === undefined || one.fate === name)).reduce((sum, { count }) => sum + count, 0)
}

async function toWire(db: Db, { isSales, id: user }: CurrentUser, list: readonly Stored[]) {
  const count = await countFates(
    db,
    list.map((one) => one.id),
  )
  return list.map((one) => ({
    ...{ id: one.id, ref: one.ref, template: one.template.name, content: templateText(one.template, one.filled), state: one.state },
    ...{ held: one.held, total: count(one.id), sent: count(one.id, 'sent'), skipped: count(one.id, 'skipped') },
    ...{ failed: count(one.id, 'failed'), created_at: one.created_at, created_by: one.created_by },
    may_change: one.user_id === user || !isSales,
  }))
}

/** The chats that are meant and visible, of one number, in the order of the request. Throws 404 and 422. */
async function chosenRooms({ db, user, body }: CallRequest): Promise<AnyRow[]> {
  const keys = (await followJoins(db, keysOf(body))).map((key) => String(key).toLowerCase())
  const found = await findRows(db, roomsApi.shape, user, keys)
  const placeOf = (room: AnyRow) => Math.max(keys.indexOf(room.ref), keys.indexOf(String(room.id)))
  const list = found.toSorted((a, b) => placeOf(a) - placeOf(b))
  const [first] = list
  if (!first) throw new ApiError('not_found')
  if (list.some(({ whatsapp_number }) => whatsapp_number !== first.whatsapp_number)) throw refused('invalid', refusal('broadcast_numbers'))
  return list
}

const nameOf = ({ contact_name, customer_name, username, customer_phone }: Readonly<Record<string, unknown>>) =>
  contact_name || customer_name || (username ? `@${username}` : customer_phone) || null

async function preview(request: CallRequest) {
  const { db } = request
  const list = await chosenRooms(request)
  const judged = await judgeRooms(
    db,
    list.map((room) => room.id),
  )
  const [number] = await db
    .select()
    .from(whatsappNumbers)
    .where(eq(whatsappNumbers.id, Number(list[0]?.whatsapp_number)))
  const recipients = list.map((room) => ({ room: room.ref, name: nameOf(room), reason: null, opt_in_at: null, ...judged.get(room.id) }))
  return { recipients, rest: number ? await readRest(db, number) : null }
}

async function start(platform: Platform, request: CallRequest) {
  const { db, user } = request
  const list = await chosenRooms(request)
  const chosen = list[0] && (await findTemplate(request, list[0]))
  if (!chosen) throw fieldError('template', 'required')
  const media = hasHeaderFile(chosen) ? await mediaOf(platform, request) : null
  if (media) checkedMedia(media)
  const { version: _, ...values } = fillTemplate(chosen, request, media).filled
  const [made] = await db
    .insert(broadcasts)
    .values({
      ...{ ref: request.ref ?? uuidv7(), whatsapp_number: Number(list[0]?.whatsapp_number), user_id: user.id },
      ...{ template: chosen, filled: values, media, going_since: new Date().toISOString() },
      ...{ created_by: user.name, updated_by: user.name },
    })
    .returning()
  if (!made) throw new Error('the broadcast was not stored')
  await db.insert(broadcastRecipients).values(list.map((room) => ({ broadcast: made.id, room: room.id })))
  await enqueueBroadcast(platform.database, db, made, list.length)
  const [data] = await toWire(db, user, [made])
  return { message: 'Saved', data }
}

async function readList({ db, user, list }: CallRequest) {
  const select = (where: SQL | undefined) =>
    db
      .select(columns)
      .from(broadcasts)
      .where(and(where, visible(user)))
      .$dynamic()
  const found = await readPage(
    db,
    list,
    contract.broadcastList,
    { columns: { id, ref, state, held, created_at, created_by }, sort: 'created_at desc' },
    select,
  )
  return { ...found, data: await toWire(db, user, found.data) }
}

/** Throws 404. `lock`: until the transaction ends. */
async function findOne({ db, user, params }: CallRequest, lock = false): Promise<Stored> {
  const query = db
    .select(columns)
    .from(broadcasts)
    .where(and(whereNamed(broadcasts, [params.id ?? '']), visible(user)))
    .$dynamic()
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new ApiError('not_found')
  return found
}

async function readOne(request: CallRequest) {
  const { db, user } = request
  const found = await findOne(request)
  const [wire] = await toWire(db, user, [found])
  const { contact_name, customer_name, username, customer_phone } = rooms
  const recipients = await db
    .select({
      ...{ room: rooms.ref, contact_name, customer_name, username, customer_phone },
      ...{ reason: broadcastRecipients.reason, opt_in_at: broadcastRecipients.opt_in_at, state: sql<string>`${fate}` },
      ...{ status: messages.status, failure: messages.failure },
    })
    .from(broadcastRecipients)
    .innerJoin(rooms, eq(rooms.id, broadcastRecipients.room))
    .leftJoin(messages, eq(messages.id, broadcastRecipients.message))
    .where(eq(broadcastRecipients.broadcast, found.id))
    .orderBy(asc(broadcastRecipients.id))
  return {
    ...wire,
    recipients: recipients.map(({ room, reason, opt_in_at, state: is, status, failure, ...named }) => ({
      ...{ room, name: nameOf(named), reason, opt_in_at, state: is, failure },
      status: messageStatuses.find((known) => known === status) ?? null,
    })),
  }
}

const answer = async ({ db, user }: CallRequest, request: Stored) => ({ message: 'Saved', data: (await toWire(db, user, [request]))[0] })

async function change(request: CallRequest, before: Stored, values: Partial<typeof broadcasts.$inferInsert>): Promise<Stored> {
  const stamp = { version: sql`${broadcasts.version} + 1`, updated_at: sql`now()`, updated_by: request.user.name }
  await request.db
    .update(broadcasts)
    .set({ ...values, ...stamp })
    .where(eq(broadcasts.id, before.id))
  return findOne(request)
}

/** One that goes already, or has ended by itself, stays as it is. */
async function resume(platform: Platform, request: CallRequest) {
  const { db } = request
  const found = await findOne(request, true)
  if (found.state === 'sending' || found.state === 'done') return answer(request, found)
  if (found.state !== 'held') throw refused('invalid', refusal('wrong_state', { state: found.state }))
  const now = await change(request, found, { state: 'sending', held: null, going_since: new Date().toISOString() })
  await enqueueBroadcast(platform.database, db, now, await db.$count(broadcastRecipients, eq(broadcastRecipients.broadcast, now.id)))
  return answer(request, now)
}

async function stop({ database }: Platform, request: CallRequest) {
  const { db } = request
  const found = await findOne(request, true)
  if (found.state === 'stopped' || found.state === 'done') return answer(request, found)
  const now = await change(request, found, { state: 'stopped', held: null })
  await pullBack(database, db, [now.id], 'left')
  const waiting = and(eq(broadcastRecipients.broadcast, now.id), eq(broadcastRecipients.state, 'waiting'))
  await db.update(broadcastRecipients).set({ state: 'left' }).where(waiting)
  return answer(request, now)
}

export function mountBroadcasts(app: Hono, platform: Platform): void {
  mount(app, platform, contract.previewBroadcast, preview)
  mount(app, platform, contract.startBroadcast, (request) => start(platform, request), { beforeTransaction: prefetchTemplate })
  mount(app, platform, contract.broadcastList, readList)
  mount(app, platform, contract.broadcastOne, readOne)
  mount(app, platform, contract.resumeBroadcast, (request) => resume(platform, request))
  mount(app, platform, contract.stopBroadcast, (request) => stop(platform, request))
}
