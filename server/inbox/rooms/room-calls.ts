/** Calls of rooms: changes with a result per room, starting one, and broadcasts (contract/sections/sales/chat-platform.ts). */

import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { leavesSnoozedOut } from '#contract/chat/snoozed.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { storedPhone } from '#contract/lib/phone.ts'
import * as contract from '#contract/sections/sales/chat-platform.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { findRow, readList, scopeOf } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { refuseTransfer, setAll } from '#server/crud/write/set-all.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { salesNames } from '#server/people/lead-names.ts'
import { markAgain, readAll, takeOverReads } from '#server/people/room-reads.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { notesOf, tagsOf } from './merged-values.ts'
import { roomsApi } from './rooms.ts'
import { startRoom } from './start-room.ts'
import { cleanName } from './text.ts'

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

function mountChanges(app: Hono, platform: Platform): void {
  const set = (request: CallRequest, values: Record<string, unknown>, also?: Parameters<typeof setAll>[4]) =>
    setAll(platform, shape, request, values, also)
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
    return set(request, await assigneeOf(request), takeOverReads)
  })
  mount(app, platform, contract.roomTakeover, async (request) => {
    refuseTransfer(request)
    return set(request, { assignee_sales: request.user.id, assignee_sales_name: request.user.name }, takeOverReads)
  })
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
  const theirs = await db
    .select({ id: rooms.id })
    .from(rooms)
    .where(and(eq(rooms.customer_phone, toText(room.customer_phone)), scopeOf(shape, user).where))
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
