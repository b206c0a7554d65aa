import { and, eq, type SQL } from 'drizzle-orm'
import { readableChanges } from '#contract/kit/section/history.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { member } from '#contract/sections/member/member.ts'
import { conditionOf } from '#server/crud/query/list-sql.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { scopeOf } from '#server/crud/query/read.ts'
import { readableNames } from '#server/crud/query/shape.ts'
import type { Handler } from '#server/crud/rules.ts'
import { members } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'

/** Log of members, newest first: filtered by its own fields, and otherwise like members. */
export const histories: Handler = async ({ db, user, list }, { shape }) => {
  const readable = readableNames(shape, user)
  const { id, created_at, created_by, user: by, action, mutation, record, changes } = audit
  const columns = { id, created_at, created_by, user: by, action, mutation, member_id: record, member_name: members.name }
  const [own, ofMembers] = [true, false].map((isOwn) => list.filters.filter(({ field }) => Object.hasOwn(columns, field) === isOwn))
  const seen = conditionOf(shape, { filters: ofMembers ?? [], search: list.search }, readable, user)
  const select = (where: SQL | undefined) =>
    db
      .select({ ...columns, changes })
      .from(audit)
      .innerJoin(members, eq(members.id, record))
      .where(and(eq(audit.section, member.name), scopeOf(shape, user).where, seen, where))
      .$dynamic()
  const asked = { ...list, filters: own ?? [], search: '' }
  const found = await readPage(db, asked, sectionCall(member, 'histories'), { columns, sort: 'id desc' }, select)
  return { ...found, data: found.data.map((row) => ({ ...row, changes: readableChanges(row.changes, readable) })) }
}
