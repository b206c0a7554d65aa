/** Alerts people to questions without a bot's answer: a job of the same transaction, so never too early. */
import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { members } from '#server/db/tables/members.ts'
import { qnaChats as chats, qnaMessages as messages } from '#server/db/tables/questions.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { type AlertQuestion, alertQuestion } from '#server/push/alert.ts'
import { kindOf } from '../rooms/message-rows.ts'
import type { Chat } from './store.ts'

interface AlertInput extends JobInput {
  chat: number
}

/** Returns the waiting question; null if it was answered, or the chat ended. */
async function waiting(db: Db, id: number): Promise<AlertQuestion | null> {
  const [found] = await db
    .select({ chat: chats, name: members.name })
    .from(chats)
    .leftJoin(members, eq(members.id, chats.member_id))
    .where(eq(chats.id, id))
  if (!found || found.chat.deleted_at || found.chat.handler !== 'person' || found.chat.status === 'ended') return null
  const said = and(eq(messages.chat, id), eq(messages.is_notice, false))
  const [last] = await db.select().from(messages).where(said).orderBy(desc(messages.place)).limit(1)
  if (!last || last.by === 'person') return null
  const { ref, kode_saham, assigned_to } = found.chat
  const title = [found.name, kode_saham].filter(Boolean).join(' · ')
  return { chat: ref, message: last.ref, kind: kindOf(last.kind), title, text: last.content ?? '', person: assigned_to }
}

export const alertJob = jobKind<AlertInput>('tanya-saham-alert', 'quick', async (run) => {
  const { platform, input } = run
  const found = await waiting(platform.database.db, input.chat)
  if (found) await alertQuestion(platform, found)
  await run.commit(async () => ({ finished: true }))
  return 'done'
})

/** Called in the transaction that hands over a chat, or stores a member's message there. */
export async function alertPeople({ database }: Platform, tx: Db, chat: Chat): Promise<void> {
  await enqueue(database, tx, alertJob, { chat: chat.id }, { key: `${chat.id}-${chat.next_place}` })
}
