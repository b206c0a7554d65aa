/** The built-in channel: a simulated customer's phone at `/simulator` (contract/simulator/simulator.ts). */
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { meta } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { receive } from '../inbound/receive.ts'
import type { Template } from '../rooms/templates.ts'
import type { ChannelAdapter } from './channel.ts'

/** A customer's phone at a business number. */
export interface Phone {
  number: number
  phone: string
}

/** Templates for simulated customers after 24 hours. */
const templates: readonly Template[] = [
  { name: 'sapaan', language: 'id', body: 'Halo {{1}}, ada yang bisa kami bantu?', places: 1 },
  { name: 'lanjutan', language: 'id', body: 'Halo {{1}}, kami ingin melanjutkan percakapan tentang {{2}}.', places: 2 },
  { name: 'pengingat', language: 'id', body: 'Kelas Anda dimulai besok. Balas pesan ini bila ada pertanyaan.', places: 0 },
]

const maxOpen = 500
const offKey = ({ number, phone }: Phone) => `simulator-off ${number} ${phone}`

export const roomOf = ({ number, phone }: Phone) => and(eq(rooms.whatsapp_number, number), eq(rooms.customer_phone, phone))

/** Returns whether the phone is online; stored, so that processes agree. */
export async function isOnline(db: Db, phone: Phone): Promise<boolean> {
  const found = await db
    .select({ name: meta.name })
    .from(meta)
    .where(eq(meta.name, offKey(phone)))
  return found.length === 0
}

export async function setOnline(platform: Platform, phone: Phone, online: boolean): Promise<void> {
  const { db } = platform.database
  if (!online) {
    await db
      .insert(meta)
      .values({ name: offKey(phone), value: '' })
      .onConflictDoNothing()
    return
  }
  await db.delete(meta).where(eq(meta.name, offKey(phone)))
  await acknowledge(platform, phone, 'delivered')
}

/** Marks our messages that the phone has not received or read as such. */
export async function acknowledge(platform: Platform, phone: Phone, status: 'delivered' | 'read'): Promise<void> {
  const before = status === 'read' ? ['sent', 'delivered'] : ['sent']
  const open = await platform.database.db
    .select({ provider_id: messages.provider_id })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .where(and(roomOf(phone), eq(messages.is_admin, true), inArray(messages.status, before)))
    .orderBy(desc(messages.id))
    .limit(maxOpen)
  const at = new Date().toISOString()
  const ids = open.reverse().flatMap(({ provider_id }) => provider_id ?? [])
  await receive(
    platform,
    ids.map((provider_id) => ({ type: 'status', provider_id, status, failure: null, at })),
  )
}

export function simulatorChannel(platform: Platform): ChannelAdapter {
  const { db } = platform.database
  return {
    async send(number, { to, template }) {
      const phone = { number: number.id, phone: to }
      const open = await db
        .select({ id: rooms.id })
        .from(rooms)
        .where(and(roomOf(phone), gt(rooms.window_until, new Date().toISOString())))
      if (template && !templates.some(({ name }) => name === template.name))
        return { reason: `Template name does not exist: ${template.name} (132001)`, code: 132_001, next: 'give up' }
      if (!template && !open.length)
        return { reason: 'More than 24 hours have passed since the customer last replied (131047)', code: 131_047, next: 'give up' }
      return { provider_id: `simulator.${uuidv7()}` }
    },
    async confirmed(number, to, providerId) {
      if (!(await isOnline(db, { number: number.id, phone: to }))) return
      await receive(platform, [
        { type: 'status', provider_id: providerId, status: 'delivered', failure: null, at: new Date().toISOString() },
      ])
    },
    templates: async () => [...templates],
    markRead: async () => null,
  }
}
