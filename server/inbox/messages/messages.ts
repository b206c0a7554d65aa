/** Reads messages: pages of a conversation, context of one, media, and read marks. */

import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { excerpt, searchWords } from '#contract/chat/found.ts'
import type { FoundMessage } from '#contract/chat/messages.ts'
import * as contract from '#contract/chat/messages.ts'
import { findObstacle, isPlain, variablesOf } from '#contract/chat/template.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Removal } from '#contract/kit/field/removal.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { within } from '#server/crud/query/list-sql.ts'
import { findRow, findRows, scopeOf } from '#server/crud/query/read.ts'
import { whereNamed } from '#server/crud/query/rows.ts'
import { describeActor, publishChange } from '#server/crud/write/publish-change.ts'
import { entry, missingEntries } from '#server/crud/write/remove.ts'
import { keysOf } from '#server/crud/write/set-all.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { keepReads, readsForAll, readUpTo } from '#server/people/room-reads.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { fileBody } from '#server/platform/routes/small-picture.ts'
import { playableBody } from '#server/video/convert-sound.ts'
import { notifyRead } from '../channel/read-receipts.ts'
import { followJoins } from '../identity/follow-joins.ts'
import { messagesOnWire, type StoredMessage } from '../rooms/message-rows.ts'
import { inMessages, roomsApi } from '../rooms/rooms.ts'
import { prefetchTemplate } from '../rooms/template-choice.ts'
import { readTemplateNews } from '../rooms/template-states.ts'
import { listTemplates } from '../rooms/templates.ts'
import { reactTo } from './react.ts'
import { sendMessage, uploadMedia } from './send.ts'

const maxRooms = 200
/** Common words match too many messages to sort. */
const maxMatches = 5_000

/** Message search of the list of chats (contract/chat/messages.ts). */
async function findMessages({ db, user, query }: CallRequest): Promise<{ found: FoundMessage[] }> {
  const search = toText(query.search)
  const where = inMessages(search)
  if (!where) return { found: [] }
  const matches = db
    .select({
      message: sql<string>`${messages.ref}`.as('message'),
      content: messages.content,
      room_id: sql<number>`${rooms.id}`.as('room_id'),
      written_at: sql`${messages.created_at}`.as('written_at'),
      place: messages.place,
      room: sql<string>`${rooms.ref}`.as('room'),
      at: rooms.last_message_at,
    })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .where(and(where, scopeOf(roomsApi.shape, user).where))
    .orderBy(desc(messages.id))
    .limit(maxMatches)
    .as('matches')
  const newest = await db
    .selectDistinctOn([matches.at, matches.room_id], { room: matches.room, message: matches.message, content: matches.content })
    .from(matches)
    .orderBy(sql`${matches.at} desc nulls last`, matches.room_id, desc(matches.written_at), desc(matches.place))
    .limit(maxRooms)
  const words = searchWords(search)
  return { found: newest.map(({ room, message, content }) => ({ room, message, excerpt: excerpt(content ?? '', words) })) }
}

const { shape } = roomsApi
/** Default page size, and number of messages on either side of a jump. */
const usual = 50
const around = 25

/** A picture of 288 by 240, at three screen pixels each. */
const bubble = { width: 864, height: 720 }

async function roomOf({ db, user, params }: CallRequest): Promise<AnyRow> {
  const [key = ''] = await followJoins(db, [params.id ?? ''])
  return findRow(db, shape, user, key)
}

/** Where a message stands among those of its room: by the time of writing, then of arrival. */
type Position = Pick<StoredMessage, 'created_at' | 'place'>

const position = sql`(${messages.created_at}, ${messages.place})`
/** Before the first message. */
const start: Position = { created_at: '-infinity', place: 0 }
const positionValue = ({ created_at, place }: Position) => sql`(${created_at}::timestamptz, ${place}::int)`

interface Wanted {
  before?: Position | undefined
  after?: Position | undefined
  limit: number
  search?: string
}

/** Returns a page in order; for a search newest first (docs/product/chat.md#order-of-messages). */
async function readPage(db: Db, room: AnyRow, { before, after, limit, search }: Wanted): Promise<contract.MessagePage> {
  const where = and(
    eq(messages.room, room.id),
    before && sql`${position} < ${positionValue(before)}`,
    after && sql`${position} > ${positionValue(after)}`,
    search ? sql`${messages.content} ilike ${within(search)}` : undefined,
  )
  const forward = after !== undefined && before === undefined && !search
  const by = forward ? asc : desc
  const found = await db
    .select()
    .from(messages)
    .where(where)
    .orderBy(by(messages.created_at), by(messages.place))
    .limit(limit + 1)
  const more = found.length > limit
  const taken = found.slice(0, limit)
  if (!forward && !search) taken.reverse()
  const page = await messagesOnWire(db, taken, new Map([[room.id, room.ref]]))
  if (search) return { messages: page, older: more, newer: before !== undefined }
  const newer = forward ? more : before !== undefined && (await hasFrom(db, room.id, before))
  return { messages: page, older: forward ? after !== start : more, newer }
}

async function hasFrom(db: Db, room: number, from: Position): Promise<boolean> {
  const [one] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.room, room), sql`${position} >= ${positionValue(from)}`))
    .limit(1)
  return one !== undefined
}

const numberOr = <T>(value: unknown, other: T) => (typeof value === 'number' ? value : other)

/** Position of the message with a place. If none has it, of what arrived next or before; undefined: there is no such one either. */
async function positionOf(db: Db, room: number, place: unknown, next: boolean): Promise<Position | undefined> {
  if (typeof place !== 'number') return undefined
  const [found] = await db
    .select({ created_at: messages.created_at, place: messages.place })
    .from(messages)
    .where(and(eq(messages.room, room), next ? gte(messages.place, place) : lte(messages.place, place)))
    .orderBy(next ? asc(messages.place) : desc(messages.place))
    .limit(1)
  return found
}

async function readConversation(request: CallRequest) {
  const { db, query } = request
  const room = await roomOf(request)
  const after = await positionOf(db, room.id, query.after, false)
  return readPage(db, room, {
    before: await positionOf(db, room.id, query.before, true),
    after: after ?? (query.after === undefined ? undefined : start),
    limit: numberOr(query.limit, usual),
    search: typeof query.search === 'string' ? query.search : '',
  })
}

async function oneOf(request: CallRequest, room: AnyRow) {
  const { db, params } = request
  const [found] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.room, room.id), whereNamed(messages, [params.chat_id ?? ''])))
  if (!found) throw new ApiError('not_found')
  return found
}

async function readAround(request: CallRequest): Promise<contract.MessagePage> {
  const { db } = request
  const room = await roomOf(request)
  const { created_at, place } = await oneOf(request, room)
  const upTo = await readPage(db, room, { before: { created_at, place: place + 1 }, limit: around + 1 })
  const after = await readPage(db, room, { after: { created_at, place }, limit: around })
  return { messages: [...upTo.messages, ...after.messages], older: upTo.older, newer: after.newer }
}

/** Marks customers' messages up to the named ones as read, per room (server/people/room-reads.ts). */
async function markRead(platform: Platform, request: CallRequest): Promise<Removal> {
  const { db, user, body } = request
  const single = typeof body.id === 'number' || typeof body.id === 'string' ? [body.id] : []
  const keys = [...new Set([...single, ...keysOf(body)])]
  if (!keys.length) throw fieldError('ids', 'required')
  const { id, ref, room, place, version, created_at, created_by, updated_at, updated_by } = messages
  const which = { id, ref, room, place, version, created_at, created_by, updated_at, updated_by }
  const found = await db.select(which).from(messages).where(whereNamed(messages, keys))
  const seen = await findRows(db, shape, user, [...new Set(found.map((one) => one.room))], { lock: true })
  const visible = found.filter((one) => seen.some((stored) => stored.id === one.room))
  if (keys.length === 1 && !visible.length) throw new ApiError('not_found')
  for (const before of seen) {
    const last = Math.max(...visible.filter((one) => one.room === before.id).map((one) => one.place))
    if (readsForAll(before, user.id)) await readUpTo(db, before.id, last)
    else await keepReads(db, user.id, [before.id], last)
    await db
      .update(rooms)
      .set({ version: sql`${rooms.version} + 1`, updated_at: sql`now()` })
      .where(eq(rooms.id, before.id))
  }
  const after = await findRows(
    db,
    shape,
    user,
    seen.map((one) => one.id),
  )
  await publishChange(
    shape,
    seen.map((before) => ({
      ...describeActor(platform, request),
      before,
      after: after.find((one) => one.id === before.id) ?? null,
      input: body,
    })),
  )
  // Customers get read receipts when their own salesperson reads.
  const notified = visible.filter((one) => seen.some((stored) => stored.id === one.room && readsForAll(stored, user.id)))
  request.after(() =>
    notifyRead(
      platform,
      notified.map((one) => one.id),
    ),
  )
  const entries = visible.map((one) => ({ ...entry(one, 'Saved'), version: one.version }))
  return {
    message: entries.length ? 'Saved' : 'Nothing was changed',
    success_entities: entries,
    failed_entities: missingEntries(keys, visible),
  }
}

/** Clients that fill in the body alone get what it makes whole. */
async function offeredTemplates(db: Db, query: CallRequest['query']) {
  const number = numberOr(query.whatsapp_number, null)
  const all = await listTemplates(db, number)
  const news = await readTemplateNews(db, number)
  const offered = query.all ? all : all.filter((template) => !findObstacle(template) && isPlain(template))
  return offered.slice(0, contract.maxTemplates).map(({ isNamed: _, ...template }) => ({
    ...template,
    ...news.get(`${template.name} ${template.language}`),
    places: variablesOf(template.body).length,
  }))
}

export function mountMessages(app: Hono, platform: Platform): void {
  mount(app, platform, contract.conversation, readConversation)
  mount(app, platform, contract.pageChat, readAround)
  mount(app, platform, contract.foundMessages, findMessages)
  mount(app, platform, contract.sendMessage, (request) => sendMessage(platform, request), { beforeTransaction: prefetchTemplate })
  mount(app, platform, contract.reactMessage, (request) => reactTo(platform, request))
  mount(app, platform, contract.uploadMedia, (request) => uploadMedia(platform, request))
  mount(app, platform, contract.messageMedia, async (request) => {
    const { media } = await oneOf(request, await roomOf(request))
    if (!media) throw new ApiError('not_found')
    const body = await fileBody(platform.privateFiles, media, request.query.small ? bubble : null)
    return request.query.sound ? playableBody(platform.settings, body) : body
  })
  mount(app, platform, contract.messageRead, (request) => markRead(platform, request))
  mount(app, platform, contract.templates, async ({ db, query }) => ({
    templates: await offeredTemplates(db, query),
  }))
}
