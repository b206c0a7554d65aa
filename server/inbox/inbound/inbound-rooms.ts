/** Rooms of an inbound batch: locked until commit, and created for new customers. */

import { and, asc, inArray, or, type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { memberOfPhone } from '#server/people/room-names.ts'
import type { Inbound } from './inbound.ts'

/** A room within the transaction; changed by the batch and written once. */
export type RoomNow = typeof rooms.$inferSelect

export interface Rooms {
  byKey: ReadonlyMap<string, RoomNow>
  byId: ReadonlyMap<number, RoomNow>
}

export const keyOf = ({ number, customer_phone }: { number: number; customer_phone: string }) => `${number} ${customer_phone}`

interface Wanted {
  number: number
  phone: string
}

/** Lists make the planner use the index; it cannot estimate the rows of a JSON text, and would scan all rooms with dead versions. */
function among(wanted: readonly Wanted[]): SQL | undefined {
  const pairs = sql`(${rooms.whatsapp_number}, ${rooms.customer_phone}) in (
    select number, phone from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as entry (number bigint, phone text))`
  const listed = (values: readonly unknown[]) =>
    sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(values)])}::jsonb))`
  const numbers = sql`${rooms.whatsapp_number} = any(${listed(wanted.map(({ number }) => number))}::bigint[])`
  const phones = sql`${rooms.customer_phone} = any(${listed(wanted.map(({ phone }) => phone))})`
  return and(numbers, phones, pairs)
}

/** Creates unassigned rooms for unknown customers; none for an unknown number. */
async function makeRooms(tx: Db, wanted: readonly Wanted[]): Promise<void> {
  const numbers = await tx
    .select({ id: whatsappNumbers.id, name: whatsappNumbers.name })
    .from(whatsappNumbers)
    .where(inArray(whatsappNumbers.id, [...new Set(wanted.map(({ number }) => number))]))
  const rows = wanted.flatMap(({ number, phone }) => {
    const found = numbers.find((one) => one.id === number)
    if (!found) return []
    const customer_id = memberOfPhone(sql`${phone}`)
    return [{ ref: uuidv7(), whatsapp_number: number, whatsapp_number_name: found.name, customer_phone: phone, customer_id }]
  })
  const target = [rooms.whatsapp_number, rooms.customer_phone]
  if (rows.length) await tx.insert(rooms).values(rows).onConflictDoNothing({ target, where: sql`customer_phone <> ''` })
}

/** In order of id, to avoid deadlocks. */
export async function lockRooms(tx: Db, items: readonly Inbound[]): Promise<Rooms> {
  const keys = new Map<string, Wanted>()
  const writing = new Set<string>()
  for (const item of items) {
    if (item.type === 'status') continue
    keys.set(keyOf(item), { number: item.number, phone: item.customer_phone })
    if (item.type === 'message') writing.add(keyOf(item))
  }
  const statusIds = items.flatMap((item) => (item.type === 'status' ? [item.provider_id] : []))
  const byStatus = statusIds.length
    ? inArray(rooms.id, tx.select({ room: messages.room }).from(messages).where(inArray(messages.provider_id, statusIds)))
    : undefined
  const where = or(keys.size ? among([...keys.values()]) : undefined, byStatus)
  const locked = where ? await tx.select().from(rooms).where(where).orderBy(asc(rooms.id)).for('update') : []
  const known = new Set(locked.map((one) => keyOf({ number: one.whatsapp_number, customer_phone: one.customer_phone })))
  const missing = [...writing].filter((key) => !known.has(key)).flatMap((key) => keys.get(key) ?? [])
  if (missing.length) {
    await makeRooms(tx, missing)
    locked.push(...(await tx.select().from(rooms).where(among(missing)).orderBy(asc(rooms.id)).for('update')))
  }
  return {
    byKey: new Map(locked.map((one) => [keyOf({ number: one.whatsapp_number, customer_phone: one.customer_phone }), one])),
    byId: new Map(locked.map((one) => [one.id, one])),
  }
}
