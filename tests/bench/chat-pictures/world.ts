/** A server whose inbox has a message of every kind, and a provider with a template of every kind. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { signInTo } from '#tests/support/client.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import { startProcess } from '#tests/support/server-process.ts'
import { beginRoom } from '../long-room.ts'
import { type Case, cloudNumberName, type PictureRoom, pictureRooms, pictureTemplates } from './cases.ts'

/** Phone of the room whose files are those of the others. */
const source = '6281299990021'

/** Files that a customer sent, by kind. */
async function mediaOf(db: Db) {
  const found = await db
    .select({ kind: messages.kind, media: messages.media })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .where(eq(rooms.customer_phone, source))
  return (kind: string) => found.find((each) => each.kind === kind)?.media ?? found.find(({ media }) => media)?.media ?? null
}

/** A minute between two messages, the last one just now; the answer of a case is of the case before. */
async function fillRoom(db: Db, number: { id: number; name: string }, { customer, isOpen, cases }: PictureRoom): Promise<string> {
  const now = Date.now()
  const atOf = (place: number) => new Date(now - (cases.length - place) * 60_000).toISOString()
  const { kind: _, ...last } = { content: null, ...cases.at(-1) } as Case
  const [room] = await db
    .insert(rooms)
    .values({
      ...customer,
      ...{ whatsapp_number: number.id, whatsapp_number_name: number.name, next_place: cases.length + 1, last_message_kind: 'text' },
      ...{ last_message: last.content ?? '', last_message_at: atOf(cases.length), last_message_is_admin: last.ours === true },
      window_until: new Date(now + (isOpen ? 20 : -1) * 3_600_000).toISOString(),
    })
    .returning({ id: rooms.id, ref: rooms.ref })
  if (!room) throw new Error('the room was not stored')
  const mediaFor = await mediaOf(db)
  let before: string | null = null
  for (const [at, { ours, isDeleted, quotes, kind = 'text', status = 'delivered', ...rest }] of cases.entries()) {
    const created_at = atOf(at + 1)
    const row: typeof messages.$inferInsert = {
      ...rest,
      ...{ room: room.id, place: at + 1, kind, status, created_at, updated_at: created_at, is_admin: ours === true },
      ...{ sender: ours ? 'Budi Santoso' : null, reply_to: quotes ? before : null, deleted_at: isDeleted ? created_at : null },
      media: ['text', 'note'].includes(kind) ? null : mediaFor(kind),
    }
    const [stored] = await db.insert(messages).values(row).returning({ ref: messages.ref })
    before = stored?.ref ?? null
  }
  return room.ref
}

/** Refs of rooms by name. */
async function fillRooms(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const database = await openDatabase({ dataDir })
  try {
    const { db } = database
    const [number] = await db
      .insert(whatsappNumbers)
      .values({ ...cloudAccount, name: cloudNumberName, phone: '628119990046', type: 'sales', channel: 'cloud' })
      .returning({ id: whatsappNumbers.id, name: whatsappNumbers.name })
    if (!number) throw new Error('the number was not stored')
    const refs: Record<string, string> = {}
    for (const room of pictureRooms) refs[room.name] = await fillRoom(db, number, room)
    return refs
  } finally {
    await database.close()
  }
}

export interface PictureWorld {
  url: string
  /** WhatsApp's side of the number. */
  cloud: CloudApi
  /** Of rooms, by name. */
  refs: Readonly<Record<string, string>>
  dispose(): Promise<void>
}

export async function startPictureWorld(): Promise<PictureWorld> {
  const cloud = await startCloudApi()
  cloud.templates = [...pictureTemplates]
  const server = await startProcess({ env: { LOG_LEVEL: 'warn', CHAT_CLOUD_URL: cloud.url }, readyWithin: 400_000 })
  const dispose = async () => {
    await server.dispose()
    await cloud.close()
  }
  try {
    await beginRoom(server.url, await signInTo(server.url, 'root'), source)
    await server.stop()
    const refs = await fillRooms(server.dataDir)
    await server.restart()
    return { url: server.url, cloud, refs, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}
