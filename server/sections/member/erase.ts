/** The personal data of members who were deleted long enough ago. Orders and ledger stay, and the phone is free. */
import { and, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { erasedAfterDays, member } from '#contract/sections/member/member.ts'
import { totalsOf } from '#server/crud/totals.ts'
import type { Db } from '#server/db/database.ts'
import { memberAlerts, members } from '#server/db/members.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { audit } from '#server/platform/tables.ts'

const atOnce = 200

const nothing = {
  phone: '',
  email: null,
  gender: null,
  birth_date: null,
  city: null,
  job: null,
  tags: [],
  notes: null,
  deletion_reason: null,
  search_text: '',
}

/** Takes the personal data of these members, with what their history and their alerts say of them. Answers how many were not erased before. */
export async function erase(db: Db, which: SQL | undefined): Promise<number> {
  const due = db
    .select({ id: members.id })
    .from(members)
    .where(and(isNull(members.erased_at), isNotNull(members.deleted_at), which))
    .orderBy(members.id)
    .limit(atOnce)
    .for('no key update')
  const erased = await db
    .update(members)
    .set({
      ...nothing,
      name: sql`'#' || ${members.id}`,
      erased_at: sql`now()`,
      version: sql`${members.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(inArray(members.id, due))
    .returning({ id: members.id })
  const ids = erased.map(({ id }) => id)
  if (!ids.length) return 0
  await db
    .update(audit)
    .set({ changes: {} })
    .where(and(sql`${audit.section} = ${member.name}`, inArray(audit.record, ids)))
  await db.delete(memberAlerts).where(inArray(memberAlerts.member_id, ids))
  return ids.length
}

/** Their 30 × 24 hours are over. */
export const isOverdue = sql`${members.deleted_at} <= now() - make_interval(hours => ${erasedAfterDays * 24}::int)`

/** Some of those who are overdue. */
export const eraseSome = (db: Db): Promise<number> => erase(db, isOverdue)

export const eraseMembers = jobKind('member-erasure', 'house', async (run) => {
  let erased = atOnce
  while (erased === atOnce && !run.isOver)
    await run.commit(async (tx) => {
      erased = await eraseSome(tx)
      if (erased) await totalsOf(run.platform.database).changed(tx, [member.name, 'member-alert'])
      return { done: erased, items: erased, finished: erased < atOnce }
    })
  return erased === atOnce ? 'more' : 'done'
})
