/** The built-in channel: a simulated customer's phone at `/simulator` (contract/simulator/simulator.ts). */
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import type { Template } from '#contract/chat/template.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { meta } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { receive } from '../inbound/receive.ts'
import type { Address, ChannelAdapter } from './channel.ts'
import { checkTemplate } from './check-template.ts'
import { isRefusal } from './graph.ts'
import { definition, readDefinition } from './template-definition.ts'

/** A customer's phone at a business number. */
export interface Phone {
  number: number
  phone: string
}

const quickReplies = (...texts: string[]) => texts.map((text) => ({ type: 'QUICK_REPLY', text }))

/** Templates for simulated customers after 24 hours, as the Cloud API defines them: one of each form that people meet. */
const definitions = [
  { name: 'sapaan', category: 'UTILITY', components: [{ type: 'BODY', text: 'Halo {{1}}, ada yang bisa kami bantu?' }] },
  {
    name: 'lanjutan',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Halo {{1}}, kami ingin melanjutkan percakapan tentang {{2}}.' }],
  },
  {
    name: 'pengingat',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Kelas Anda dimulai besok. Balas pesan ini bila ada pertanyaan.' }],
  },
  {
    name: 'undangan_kelas',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Halo {{1}}, kelas *{{2}}* dibuka lagi. Mau ikut?' },
      { type: 'FOOTER', text: 'Balas STOP untuk berhenti' },
      { type: 'BUTTONS', buttons: quickReplies('Saya ikut', 'Nanti saja') },
    ],
  },
  {
    name: 'tagihan_kelas',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'Tagihan {{1}} sebesar {{2}} sudah kami lampirkan.' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'PHONE_NUMBER', text: 'Telepon kami', phone_number: '+6281100000001' },
          { type: 'URL', text: 'Bayar', url: 'https://example.com/k/{{1}}' },
        ],
      },
    ],
  },
  {
    name: 'lokasi_kelas',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'LOCATION' },
      { type: 'BODY', text: 'Kelas besok ada di alamat ini. Sampai jumpa!' },
    ],
  },
  {
    name: 'ucapan_bernama',
    category: 'UTILITY',
    parameter_format: 'NAMED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Kelas {{kelas}}' },
      { type: 'BODY', text: 'Halo {{nama}}, terima kasih sudah mendaftar.' },
      { type: 'FOOTER', text: 'Tim Lapangan' },
    ],
  },
  {
    name: 'diskon_terbatas',
    category: 'MARKETING',
    components: [
      { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Diskon 25%', has_expiration: true } },
      { type: 'BODY', text: 'Halo {{1}}, pakai kode ini sebelum habis.' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'COPY_CODE', text: 'Salin kode' },
          { type: 'URL', text: 'Daftar', url: 'https://example.com/daftar' },
        ],
      },
    ],
  },
  {
    name: 'promo_produk',
    category: 'MARKETING',
    components: [
      { type: 'BODY', text: 'Pilihan kelas bulan ini' },
      { type: 'CAROUSEL', cards: [] },
    ],
  },
  { name: 'promo_lama', category: 'MARKETING', status: 'PAUSED', components: [{ type: 'BODY', text: 'Promo akhir tahun' }] },
  {
    name: 'tagihan_baru',
    category: 'UTILITY',
    status: 'REJECTED',
    rejected_reason: 'INCORRECT_CATEGORY',
    components: [{ type: 'BODY', text: 'Tagihan baru' }],
  },
]

const templates: readonly Template[] = definitions.map((one) =>
  readDefinition(v.parse(definition, { language: 'id', status: 'APPROVED', ...one })),
)

const maxOpen = 500
const offKey = ({ number, phone }: Phone) => `simulator-off ${number} ${phone}`

export const roomOf = ({ number, phone }: Phone) => and(eq(rooms.whatsapp_number, number), eq(rooms.customer_phone, phone))

function inRoom(db: Db, number: number, address: Address) {
  if ('to' in address) return roomOf({ number, phone: address.to })
  const { room, kind, value, current } = roomIdentities
  const named = and(eq(roomIdentities.number, number), eq(kind, 'bsuid'), eq(value, address.recipient), eq(current, true))
  return inArray(rooms.id, db.select({ id: room }).from(roomIdentities).where(named))
}

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
    async send(number, { address, template }, media) {
      const open = await db
        .select({ id: rooms.id })
        .from(rooms)
        .where(and(inRoom(db, number.id, address), gt(rooms.window_until, new Date().toISOString())))
      const checked = template && checkTemplate(templates, template, address, media)
      if (isRefusal(checked)) return checked
      if (!template && !open.length)
        return { reason: 'More than 24 hours have passed since the customer last replied (131047)', code: 131_047, next: 'give up' }
      return { provider_id: `simulator.${uuidv7()}` }
    },
    async confirmed(number, address, providerId) {
      const phone = 'to' in address ? address.to : address.recipient
      if (!(await isOnline(db, { number: number.id, phone }))) return
      await receive(platform, [
        { type: 'status', provider_id: providerId, status: 'delivered', failure: null, at: new Date().toISOString() },
      ])
    },
    templates: async () => [...templates],
    quality: async () => 'UNKNOWN',
    markRead: async () => null,
    react: async () => null,
  }
}
