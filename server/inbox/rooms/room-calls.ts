/** Calls of rooms: changes with a result per room, starting one, and broadcasts (contract/sections/sales/chat-platform.ts). */

import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { leavesSnoozedOut } from '#contract/chat/snoozed.ts'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { mergeValues } from '#contract/kit/field/merge.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { storedPhone } from '#contract/lib/phone.ts'
import * as contract from '#contract/sections/sales/chat-platform.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { findRow, findRows, lockRow, readList, scopeOf } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { isUuid, type Key } from '#server/crud/query/rows.ts'
import { type Shape, targetOf } from '#server/crud/query/shape.ts'
import { missingEntries } from '#server/crud/write/remove.ts'
import { isNamed, keysOf, refuseTransfer, setAll } from '#server/crud/write/set-all.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { salesNames } from '#server/people/lead-names.ts'
import { markAgain, readAll, takeOverReads } from '#server/people/room-reads.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { followJoins } from '../identity/follow-joins.ts'
import { allowPromotions } from './allow-promotions.ts'
import { mergeNotes } from './merge-notes.ts'
import { roomsApi } from './rooms.ts'
import { startRoom } from './start-room.ts'
import { cleanName, cleanText } from './text.ts'

/** Merged notes and tags of a room that others changed since the person saw it. */

const { notes, tag } = chatPlatform.fields

const clean = (value: unknown) => (typeof value === 'string' ? cleanText(value, notes.max) : '')

/** Returns the values as seen, and the current room; null without `was`, or for several rooms. */
async function sides({ db, user, body }: CallRequest) {
  const [key, ...others] = keysOf(body)
  if (!body.was || key === undefined || others.length) return null
  return { was: toRecord(body.was), now: await lockRow(db, roomsApi.shape, user, key) }
}

/** Throws 404, and 422 if the merged notes are too long. */
async function notesOf(request: CallRequest) {
  const mine = clean(request.body.notes)
  const seen = await sides(request)
  const merged = seen ? mergeNotes(clean(seen.was.notes), mine, clean(seen.now.notes)) : mine
  if (merged === null) throw fieldError('notes', 'max_length', { max: notes.max ?? 0 })
  return { notes: merged || null }
}

/** Returns nothing where no list is named. Throws 404, and 422 if the merged tags are too many. */
async function tagsOf(request: CallRequest) {
  if (!isNamed(request, 'tag')) return {}
  const mine = request.body.tag ?? []
  const seen = await sides(request)
  if (!seen) return { tag: mine }
  const merged = mergeValues(tag, seen.was.tag, mine, seen.now.tag)
  if (merged.clash) throw fieldError('tag', 'max_entries', { max: tag.max ?? 0 })
  return { tag: merged.value }
}

const { shape } = roomsApi
const section = contract.chatPlatform

const assignee = { assignee_sales: section.fields.assignee_sales }

/** Returns the assignee by number and name; empty for none. Throws 422 for an unknown one. */
async function assigneeOf(request: CallRequest) {
  const { db, body } = request
  const { assignee_sales } = await resolveReferences(request, assignee, { assignee_sales: body.assignee_sales })
  const id = Number(assignee_sales)
  return id === 0
    ? { assignee_sales: null, assignee_sales_name: null }
    : { assignee_sales: id, assignee_sales_name: (await salesNames(db, [id])).get(id) ?? null }
}

/** The leads' own area stands above this one, and is known by its section. */
function leadShape(): Shape {
  const found = targetOf('leads')
  if (!found) throw new Error('leads are not served')
  return found
}

/** Returns the keys of rooms, and those of leads: refs of leads that this person sees. */
async function withoutLeads({ db, user, body }: CallRequest): Promise<[ofRooms: Key[], ofLeads: Key[]]> {
  const keys = keysOf(body)
  const refs = new Set((await findRows(db, leadShape(), user, keys.filter(isUuid))).map(({ ref }) => ref))
  const isLead = (key: Key) => refs.has(String(key).toLowerCase())
  return [keys.filter((key) => !isLead(key)), keys.filter(isLead)]
}

function mountChanges(app: Hono, platform: Platform): void {
  const set = async (request: CallRequest, values: Record<string, unknown>, also?: Parameters<typeof setAll>[4]) => {
    const ids = await followJoins(request.db, keysOf(request.body))
    return setAll(platform, shape, { ...request, body: { ...request.body, ids } }, values, also)
  }
  mount(app, platform, contract.roomNotes, async (request) => set(request, await notesOf(request)))
  mount(app, platform, contract.roomUnread, (request) => {
    const { user, body } = request
    return body.mark_as_unread === true
      ? set(request, { mark_as_unread: true }, markAgain)
      : set(request, {}, (db, ids) => readAll(db, user.id, ids))
  })
  mount(app, platform, contract.roomContactName, (request) => set(request, { contact_name: cleanName(toText(request.body.contact_name)) }))
  mount(app, platform, contract.roomStatus, (request) => set(request, { status: request.body.status }))
  mount(app, platform, contract.roomTag, async (request) => set(request, await tagsOf(request)))
  mount(app, platform, contract.roomNeedSupport, (request) => set(request, { is_need_support: request.body.is_need_support }))
  mount(app, platform, contract.roomSnooze, (request) => set(request, { snoozed_until: request.body.snoozed_until ?? null }))
  mount(app, platform, contract.roomAssign, async (request) => {
    refuseTransfer(request)
    const assigned = await assigneeOf(request)
    const [ofRooms, ofLeads] = await withoutLeads(request)
    if (!ofLeads.length) return set(request, assigned, takeOverReads)
    const { assignee_sales: sales, assignee_sales_name: sales_name } = assigned
    const leads = await setAll(platform, leadShape(), { ...request, body: { ids: ofLeads } }, { sales, sales_name })
    if (!ofRooms.length) return leads
    const changed = await set({ ...request, body: { ids: ofRooms } }, assigned, takeOverReads)
    return {
      ...changed,
      success_entities: [...leads.success_entities, ...changed.success_entities],
      failed_entities: changed.failed_entities,
    }
  })
  mount(app, platform, contract.roomTakeover, async (request) => {
    refuseTransfer(request)
    return set(request, { assignee_sales: request.user.id, assignee_sales_name: request.user.name }, takeOverReads)
  })
  mount(app, platform, contract.roomRelease, async (request) => {
    refuseTransfer(request)
    const { db, user, body } = request
    const keys = keysOf(body)
    // Late from a device without a network, it takes nothing from somebody who has the room by now.
    const held = (await findRows(db, shape, user, keys, { lock: true })).filter((row) => row.assignee_sales === user.id)
    if (!held.length) throw new ApiError('not_found')
    const released = { ...request, body: { ids: held.map(({ id }) => id) } }
    const answer = await set(released, { assignee_sales: null, assignee_sales_name: null }, takeOverReads)
    return { ...answer, failed_entities: missingEntries(keys, held) }
  })
  mount(app, platform, contract.roomPromotions, (request) => allowPromotions(platform, request))
  mount(app, platform, contract.roomResolve, async (request) => {
    await setAll(platform, shape, { ...request, body: { ids: [request.params.id] } }, { status: 'resolved' })
    return { message: 'Saved' }
  })
}

function mountList(app: Hono, platform: Platform): void {
  mount(app, platform, sectionCall(section, 'list'), ({ user, list: query }) => {
    const filters = leavesSnoozedOut(query) ? [...query.filters, { field: 'snoozed', values: ['false'] }] : query.filters
    return readList(platform, shape, user, { ...query, filters })
  })
}

/** Broadcasts of all visible rooms of the customer. */
async function broadcasts(request: CallRequest) {
  const { db, user, params, list } = request
  const room = await findRow(db, shape, user, params.room_id ?? '')
  const contact = (params.contact ?? '').toLowerCase()
  const names = [room.customer_id, room.id, room.ref].map(String)
  if (!names.includes(contact) && storedPhone(contact) !== room.customer_phone) throw new ApiError('not_found')
  const phone = toText(room.customer_phone)
  // Rooms without a number have nothing in common.
  const isTheirs = phone ? eq(rooms.customer_phone, phone) : eq(rooms.id, room.id)
  const theirs = await db
    .select({ id: rooms.id })
    .from(rooms)
    .where(and(isTheirs, scopeOf(shape, user).where))
  const ids = theirs.map(({ id: roomId }) => roomId)
  const { id, ref, template, status, sender, created_at } = messages
  const columns = { id, ref, template, content: sql<string>`coalesce(${messages.content}, '')`, status, sender, created_at }
  const select = (where: SQL | undefined) =>
    db
      .select(columns)
      .from(messages)
      .where(and(inArray(messages.room, ids), isNotNull(template), where))
      .$dynamic()
  return readPage(db, list, contract.broadcastHistory, { columns, search: ['template', 'content'], sort: 'created_at desc' }, select)
}

/** Fixed paths: mounted before the section's `{id}`. */
export function mountRooms(app: Hono, platform: Platform): void {
  mountList(app, platform)
  mountChanges(app, platform)
  mount(app, platform, contract.startRoom, (request) => startRoom(platform, request))
  mount(app, platform, contract.broadcastHistory, broadcasts)
  roomsApi.mount(app, platform, { only: ['one', 'history'] })
}
