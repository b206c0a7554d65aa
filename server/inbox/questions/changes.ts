/** Changes of chats: take over, assign, tag, end, delete, and hand over from the algorithm. */
import { eq, inArray, sql } from 'drizzle-orm'
import { mayAnswer } from '#contract/sections/stock/tanya-saham.ts'
import { findRows } from '#server/crud/query/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import { isNamed, keysOf, setAll } from '#server/crud/write/set-all.ts'
import type { Db } from '#server/db/database.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { qnaChats as chats } from '#server/db/tables/questions.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { handOver, lockChat } from './store.ts'

/** Active people who may answer, by name. */
export async function answerers(db: Db): Promise<{ id: number; ref: string; name: string }[]> {
  const wanted = sql.join(
    mayAnswer.map((permission) => sql`${permission}`),
    sql`, `,
  )
  return db
    .selectDistinct({ id: users.id, ref: users.ref, name: users.name })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.user_id, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.role_id))
    .where(
      sql`${users.is_active} and (${roles.is_root} or (${roles.permissions} ? 'get stock' and ${roles.permissions} ?| array[${wanted}]))`,
    )
    .orderBy(users.name, users.id)
    .limit(1_000)
}

export const assignees: Handler = async ({ db }) => ({ people: (await answerers(db)).map(({ id, name }) => ({ id, name })) })

/** Hands over chats of the algorithm first, and informs the member. */
async function endAlgo(db: Db, ids: readonly number[]): Promise<void> {
  const theirs = await db
    .select({ id: chats.id })
    .from(chats)
    .where(inArray(chats.id, [...ids]))
  for (const { id } of theirs) {
    const chat = await lockChat(db, id)
    if (chat?.handler === 'algo' && chat.status !== 'ended') await handOver(db, chat, 'taken')
  }
}

async function giveTo(person: { id: number | null }, [request, tools]: Parameters<Handler>) {
  const { db, user, body } = request
  if (person.id !== null) {
    const rows = await findRows(db, tools.shape, user, keysOf(body), { lock: true })
    await endAlgo(
      db,
      rows.map(({ id }) => id),
    )
  }
  return setAll(tools.platform, tools.shape, request, { assigned_to: person.id })
}

export const takeOver: Handler = (request, tools) => giveTo({ id: request.user.id }, [request, tools])

export const assign: Handler = async (request, tools) => {
  const given = request.body.assigned_to
  if (given === 0) return giveTo({ id: null }, [request, tools])
  const chosen = (await answerers(request.db)).find(({ id, ref }) => id === given || ref === given)
  if (!chosen) throw fieldError('assigned_to', 'unknown_reference')
  return giveTo(chosen, [request, tools])
}

export const changeTag: Handler = (request, { platform, shape }) => {
  const { tag = [], category = null } = request.body
  const values = { ...(isNamed(request, 'tag') && { tag }), ...(isNamed(request, 'category') && { category }) }
  return setAll(platform, shape, request, values)
}

/** Unanswered questions stay unanswered. */
export const endChat: Handler = async (_, { write }) => ({
  message: 'Saved',
  data: await write({ status: 'ended', ended_at: new Date().toISOString(), waiting_since: null }),
})

export const softDeleteChats: Handler = async ({ user }, { write }) => {
  await write({ deleted_at: new Date().toISOString(), deleted_by: user.name })
  return { message: 'Deleted' }
}

export const handOverChat: Handler = async ({ db }, { before, write }) => {
  const chat = before && (await lockChat(db, before.id))
  if (!chat) throw new ApiError('not_found')
  await handOver(db, chat, 'taken')
  await write({ handler: 'person' })
  return { message: 'Saved' }
}
