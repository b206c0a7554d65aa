import { and, desc, eq, sql } from 'drizzle-orm'
import { readableChanges } from '#contract/kit/history.ts'
import { ListQueryError } from '#contract/kit/list-query.ts'
import { page } from '#contract/kit/paging.ts'
import { member } from '#contract/sections/member/member.ts'
import { conditionOf } from '#server/crud/list-sql.ts'
import { scopeOf } from '#server/crud/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import { readableNames } from '#server/crud/shape.ts'
import { members } from '#server/db/members.ts'
import { audit } from '#server/platform/tables.ts'

/** The log of members: filtered as members are, newest change first. */
export const histories: Handler = async ({ db, user, list }, { shape }) => {
  if (list.sort) throw new ListQueryError('sort', 'unknown_field', 'Histories come with the newest first')
  const readable = readableNames(shape, user)
  const seen = and(scopeOf(shape, user).where, conditionOf(shape, list, readable, user))
  const where = and(
    eq(audit.section, member.name),
    sql`${audit.record} in (select ${members.id} from ${members} where ${seen ?? sql`true`})`,
  )
  const { id, created_at, created_by, user: by, action, mutation, changes, record } = audit
  const rows = await db
    .select({ id, created_at, created_by, user: by, action, mutation, changes, member_id: record, member_name: members.name })
    .from(audit)
    .innerJoin(members, eq(members.id, record))
    .where(where)
    .orderBy(desc(audit.id))
    .limit(list.size)
    .offset((list.page - 1) * list.size)
  const data = rows.map((row) => ({ ...row, changes: readableChanges(row.changes, readable) }))
  const { total_record: _, ...envelope } = page(data, list.page, list.size, await db.$count(audit, where))
  return envelope
}
