/** Numbers, rooms and customers' messages for chat tests. */
import { eq } from 'drizzle-orm'
import { rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import type { Inbound, InboundMessage } from '#server/inbox/inbound/inbound.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import type { Platform } from '#server/platform/core/context.ts'

let made = 0

/** A number of the simulator for everybody. */
export async function makeNumber(platform: Platform, values: Partial<typeof whatsappNumbers.$inferInsert> = {}): Promise<number> {
  made += 1
  const [number] = await platform.database.db
    .insert(whatsappNumbers)
    .values({ name: `Number ${made}`, phone: `62811000${String(made).padStart(4, '0')}`, type: 'sales', channel: 'simulator', ...values })
    .returning({ id: whatsappNumbers.id })
  if (!number) throw new Error('the number was not stored')
  return number.id
}

export function fromCustomer(
  number: number,
  phone: string,
  { customer_name: name = 'Siti Rahma', ...values }: Partial<InboundMessage> & { customer_name?: string | null } = {},
): InboundMessage {
  made += 1
  return {
    type: 'message',
    provider_id: `wamid.${made}`,
    number,
    from: { phone, bsuid: null, parent: null, name },
    kind: 'text',
    content: `Halo ${made}`,
    media: null,
    reply_to: null,
    at: new Date().toISOString(),
    ...values,
  }
}

export async function roomOf(platform: Platform, phone: string) {
  const [room] = await platform.database.db.select().from(rooms).where(eq(rooms.customer_phone, phone))
  if (!room) throw new Error(`there is no room with ${phone}`)
  return room
}

/** First message of a customer, in a room assigned to somebody. */
export async function makeRoom(platform: Platform, number: number, assignee: number | null = null, items: readonly Inbound[] = []) {
  made += 1
  const phone = `62812${String(made).padStart(8, '0')}`
  await receive(platform, [fromCustomer(number, phone), ...items])
  if (assignee !== null) await platform.database.db.update(rooms).set({ assignee_sales: assignee }).where(eq(rooms.customer_phone, phone))
  return roomOf(platform, phone)
}
