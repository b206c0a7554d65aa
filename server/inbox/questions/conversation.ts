/** Conversations with the bot (contract/sections/stock/bot-conversation.ts): a question is stored with its answering job. */

import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { askBody, botConversation, botFailed, keptMessages } from '#contract/sections/stock/bot-conversation.ts'
import { readBotSettings } from '#server/assistant/bot/settings.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Handler } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { botMessages as messages } from '#server/db/tables/questions.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { cleanText } from '../rooms/text.ts'
import { previewAnswer } from './ai-answer.ts'
import { areThere, withLiveSources } from './live-sources.ts'
import { handOverNotice } from './store.ts'

interface Question extends JobInput {
  question: number
}

const changed = ({ database }: Platform, db: Db) => totalsOf(database).changed(db, [botConversation.name])

/** Does nothing if the question was deleted with its conversation. */
export const conversationJobWith = (answering: typeof previewAnswer) =>
  jobKind<Question>('bot-conversation', 'quick', async ({ platform, input, commit }) => {
    const { db } = platform.database
    const [asked] = await db.select().from(messages).where(eq(messages.id, input.question))
    if (!asked) return 'done'
    const { user_id, content, member_id } = asked
    const { name } = await readBotSettings(db)
    const isFirst = (await db.$count(messages, and(eq(messages.user_id, user_id), eq(messages.is_bot, true)))) === 0
    const given = await answering(platform, db, content, member_id, isFirst).catch(() => null)
    const said = given
      ? { content: given.answer ?? handOverNotice, reason: given.reason, sources: given.sources }
      : { content: botFailed, is_failed: true }
    await commit(async (tx) => {
      const isLive = !given || (await areThere(tx, given.sources, true))
      const [there] = await tx.select({ id: messages.id }).from(messages).where(eq(messages.id, asked.id)).for('update')
      // A cited document was deleted since.
      const kept = isLive ? said : { content: (await readBotSettings(tx)).fallback, reason: 'unknown' }
      const answer = { ...kept, user_id, answers: asked.id, is_bot: true, bot_name: name }
      if (there) await tx.insert(messages).values(answer).onConflictDoNothing()
      await changed(platform, tx)
      return { finished: true }
    })
    return 'done'
  })

export const conversationJob = conversationJobWith(previewAnswer)

async function dropOldest(db: Db, user: number): Promise<void> {
  const own = eq(messages.user_id, user)
  const [oldest] = await db.select({ id: messages.id }).from(messages).where(own).orderBy(desc(messages.id)).offset(keptMessages).limit(1)
  if (oldest) await db.delete(messages).where(and(own, lte(messages.id, oldest.id)))
}

const ask: Handler = async ({ db, user, body, ref }, { platform }) => {
  const content = cleanText(toText(body.content))
  if (!content) throw fieldError('content', 'required')
  // Facts about a member are only for those who may see the member.
  const { member_id: member } = await resolveReferences({ db, user }, askBody, body)
  const member_id = typeof member === 'number' ? member : null
  const [made] = await db
    .insert(messages)
    .values({ ...(ref && { ref }), user_id: user.id, content, member_id, created_by: user.name })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  // An equal ref is the same question.
  if (made) {
    await dropOldest(db, user.id)
    await changed(platform, db)
    await enqueue(platform.database, db, conversationJob, { question: made.id }, { key: String(made.id) })
  }
  return { message: 'Saved' }
}

const clear: Handler = async ({ db, user }, { platform }) => {
  await db.delete(messages).where(eq(messages.user_id, user.id))
  await changed(platform, db)
  return { message: 'Saved' }
}

async function addLiveSources(db: Db, rows: AnyRow[]): Promise<void> {
  const { id, content, sources } = messages
  const ids = rows.map((row) => row.id)
  const stored = await db.select({ id, content, sources }).from(messages).where(inArray(id, ids))
  for (const { id: of, ...shown } of await withLiveSources(db, stored)) Object.assign(rows.find((row) => row.id === of) ?? {}, shown)
}

export const botConversationApi = serve(botConversation, messages, {
  enrich: addLiveSources,
  scope: (user: CurrentUser) => ({ key: `own:${user.id}`, where: eq(messages.user_id, user.id) }),
  calls: { ask, clear },
})
