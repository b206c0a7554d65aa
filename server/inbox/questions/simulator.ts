/** Questions of simulated members (contract/simulator/simulator-question.ts), for lack of an app. */

import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Hono } from 'hono'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { mayRate } from '#contract/lib/questions.ts'
import * as contract from '#contract/simulator/simulator-question.ts'
import type { Db } from '#server/db/database.ts'
import { members } from '#server/db/tables/members.ts'
import { qnaChats as chats, qnaMessages as messages } from '#server/db/tables/questions.ts'
import { stocks } from '#server/db/tables/stock.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { fileBody } from '#server/platform/routes/small-picture.ts'
import { kindOf } from '../rooms/message-rows.ts'
import { textOf } from '../rooms/text.ts'
import { withLiveSources } from './live-sources.ts'
import { askQuestion, rateChat } from './member.ts'

const [shownChats, shownMessages] = [20, 100]

async function saidIn(db: Db, chat: number) {
  const { ref, by, sender, kind, content, media, is_notice, sources, created_at } = messages
  const found = await db
    .select({ ref, by, sender, kind, content, media, is_notice, sources, created_at })
    .from(messages)
    .where(eq(messages.chat, chat))
    .orderBy(desc(messages.place))
    .limit(shownMessages)
  return (await withLiveSources(db, found.reverse())).map(({ media: stored, ...one }) => ({
    ...one,
    kind: kindOf(one.kind),
    media_url: stored && contract.simulatorQuestionMedia.path.replace('{ref}', one.ref),
    media_name: stored?.name ?? null,
  }))
}

async function readQuestions({ db, query }: CallRequest) {
  const theirs = and(eq(chats.member_id, Number(query.member)), isNull(chats.deleted_at))
  const found = await db.select().from(chats).where(theirs).orderBy(desc(chats.last_message_at), desc(chats.id)).limit(shownChats)
  const now = new Date().toISOString()
  const shown = found.map(async ({ id, ref, kode_saham, status, handler, rating, ended_at }) => {
    const said = await saidIn(db, id)
    const answered = said.some(({ by, is_notice }) => by !== 'member' && !is_notice)
    return { ref, kode_saham, status, handler, rating, may_rate: mayRate({ answered, ended_at }, now), messages: said }
  })
  return { chats: await Promise.all(shown) }
}

/** Normalises a code; null for none. Throws 422 for an unknown one. */
async function codeOf(db: Db, given: unknown): Promise<string | null> {
  const code = textOf(given).trim().toUpperCase()
  if (!code) return null
  const [found] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, code))
  if (!found) throw fieldError('stock', 'unknown_reference')
  return code
}

async function ask(platform: Platform, { db, body }: CallRequest) {
  const member = Number(body.member)
  const [found] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, member), isNull(members.deleted_at)))
  if (!found) throw fieldError('member', 'unknown_reference')
  const media = isStoredFile(body.media) ? body.media : null
  await askQuestion(platform, db, { member, code: await codeOf(db, body.stock), content: textOf(body.content), media })
  return { message: 'Done' }
}

async function rate(platform: Platform, { db, body }: CallRequest) {
  const ref = textOf(body.chat).toLowerCase()
  const theirs = and(eq(chats.ref, ref), eq(chats.member_id, Number(body.member)), isNull(chats.deleted_at))
  const [chat] = uuid.test(ref) ? await db.select({ id: chats.id }).from(chats).where(theirs) : []
  if (!chat) throw new ApiError('not_found')
  await rateChat(platform, db, chat.id, Number(body.rating))
  return { message: 'Done' }
}

/** Requires the simulator's gate, mounted before by the caller. */
export function mountQuestionSimulator(app: Hono, platform: Platform): void {
  mount(app, platform, contract.simulatorQuestions, readQuestions)
  mount(app, platform, contract.simulatorAsk, (request) => ask(platform, request))
  mount(app, platform, contract.simulatorRate, (request) => rate(platform, request))
  mount(app, platform, contract.simulatorQuestionMedia, async ({ db, params }) => {
    const ref = toText(params.ref).toLowerCase()
    const there = db.select({ id: chats.id }).from(chats).where(isNull(chats.deleted_at))
    const [found] = uuid.test(ref)
      ? await db
          .select({ media: messages.media })
          .from(messages)
          .where(and(eq(messages.ref, ref), inArray(messages.chat, there)))
      : []
    if (!found?.media) throw new ApiError('not_found')
    return fileBody(platform.privateFiles, found.media, null)
  })
}
