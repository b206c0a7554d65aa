/** Starts rooms with customers, and lists the numbers for it (contract/sections/other/whatsapp-number.ts, `ownNumbers`). */

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { customerPhone } from '#contract/lib/phone.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { findRows, seenBy } from '#server/crud/query/read.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import { describeActor, publishChange } from '#server/crud/write/publish-change.ts'
import { rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { memberOfPhone } from '#server/people/room-names.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { roomsApi } from './rooms.ts'
import { cleanName } from './text.ts'

const { shape } = roomsApi

const refused = () => new ApiError('forbidden', 'You do not have permission to initiate chat')

/** Active numbers of sales that name this user, or nobody. */
export function ownNumber(user: CurrentUser): SQL | undefined {
  const listed = sql`(${whatsappNumbers.users} = '[]'::jsonb or ${whatsappNumbers.users} @> ${JSON.stringify([user.id])}::jsonb)`
  return and(eq(whatsappNumbers.is_active, true), eq(whatsappNumbers.type, 'sales'), listed)
}

function phoneOf(text: string): string {
  const phone = customerPhone(text)
  if (!phone) throw fieldError('customer_phone', 'phone')
  return phone
}

async function numberOf({ db, user, body }: CallRequest) {
  const key = body.whatsapp_number
  const which = typeof key === 'number' ? eq(whatsappNumbers.id, key) : eq(whatsappNumbers.ref, toText(key))
  const [number] = await db
    .select()
    .from(whatsappNumbers)
    .where(and(which, ownNumber(user)))
  if (!number) throw refused()
  return number
}

/** The room that has this phone now; null without one. */
async function roomOfPhone(db: CallRequest['db'], number: number, phone: string): Promise<number | null> {
  const { room, kind, value, current } = roomIdentities
  const where = and(eq(roomIdentities.number, number), eq(kind, 'phone'), eq(value, phone), eq(current, true))
  const [found] = await db.select({ room }).from(roomIdentities).where(where)
  return found?.room ?? null
}

/**
 * Returns the room with this customer at this number, or creates it for the calling salesperson. Another's room is refused, because it is
 * invisible.
 */
export async function startRoom(platform: Platform, request: CallRequest) {
  const { db, user, body, ref } = request
  const phone = phoneOf(toText(body.customer_phone))
  const number = await numberOf(request)
  const name = cleanName(typeof body.contact_name === 'string' ? body.contact_name : null)
  const before = await roomOfPhone(db, number.id, phone)
  if (before === null) {
    const [made] = await db
      .insert(rooms)
      .values({
        ref: ref ?? uuidv7(),
        whatsapp_number: number.id,
        whatsapp_number_name: number.name,
        customer_phone: phone,
        customer_id: memberOfPhone(sql`${phone}`),
        contact_name: name,
        assignee_sales: user.isSales ? user.id : null,
        assignee_sales_name: user.isSales ? user.name : null,
        // The inbox sorts by the last event.
        last_message_at: sql`now()`,
        created_by: user.name,
        updated_by: user.name,
      })
      .returning({ id: rooms.id })
    if (!made) throw new Error('the room was not stored')
    const identity = { room: made.id, number: number.id, kind: 'phone', value: phone, proof: 'start' }
    const target = [roomIdentities.number, roomIdentities.kind, roomIdentities.value]
    const [named] = await db.insert(roomIdentities).values(identity).onConflictDoNothing({ target, where: sql`current` }).returning()
    if (named) {
      const [after] = await selectRows(db, shape, { where: eq(rooms.id, made.id) })
      if (!after) throw new Error(`room ${made.id} is gone within its own transaction`)
      await publishChange(shape, [{ ...describeActor(platform, request), before: null, after, input: body }])
      return { message: 'Saved', data: seenBy(shape, user, after) }
    }
    // The customer wrote, or somebody else started it, at the same moment.
    await db.delete(rooms).where(eq(rooms.id, made.id))
  }
  const stored = before ?? (await roomOfPhone(db, number.id, phone))
  const [room] = stored === null ? [] : await findRows(db, shape, user, [stored])
  if (!room) throw refused()
  return { message: 'Saved', data: seenBy(shape, user, room) }
}
