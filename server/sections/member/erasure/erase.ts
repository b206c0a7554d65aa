/** Erases personal data of members some time after deletion. Orders and ledger stay, and the phone becomes free; backups are unaffected. */
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { erasedAfterDays, member } from '#contract/sections/member/member.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { memberAlerts, members } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'
import { chatChannel } from '#server/people/chat-feed.ts'
import { forgetPeople } from '#server/people/identity/settle.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { offerSeats } from '../../product/event/offers.ts'
import { eventSystem } from '../../product/event/seats.ts'
import { eraseCopies } from './copies.ts'
import { personsOf } from './person.ts'

/** Each is searched for in all texts. */
const atOnce = 20

const nothing = {
  phone: '',
  email: null,
  gender: null,
  birth_date: null,
  city: null,
  job: null,
  sales_id: null,
  tags: [],
  notes: null,
  deletion_reason: null,
  search_text: '',
}

/** Erases personal data of these members, with histories and alerts. */
async function erasePersons(db: Db, ids: readonly number[]): Promise<void> {
  const them = inArray(members.id, [...ids])
  await db
    .update(members)
    .set({
      ...nothing,
      name: sql`'#' || ${members.id}`,
      erased_at: sql`now()`,
      version: sql`${members.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(them)
  await db
    .update(audit)
    .set({ changes: {} })
    .where(and(sql`${audit.section} = ${member.name}`, inArray(audit.record, [...ids])))
  await db.delete(memberAlerts).where(inArray(memberAlerts.member_id, [...ids]))
}

/** Erases a member from a mistaken import without references; others with the phone stay. */
export async function eraseOne(db: Db, id: number): Promise<void> {
  await erasePersons(db, [id])
  await forgetPeople(db, { members: eq(members.id, id) })
}

/** 30 × 24 hours are over. */
export const isOverdue = sql`${members.deleted_at} <= now() - make_interval(hours => ${erasedAfterDays * 24}::int)`

/** Data outside the database to delete. */
export interface Leftovers {
  /** Addresses of sent mails. */
  emails: string[]
  /** Private files. */
  files: string[]
  /** Events with seats that became free. */
  events: number[]
}

/** Some of those who are overdue, in every copy. Answers how many. */
export async function eraseSome(db: Db, left: Leftovers = { emails: [], files: [], events: [] }): Promise<number> {
  const due = db
    .select({ id: members.id })
    .from(members)
    .where(and(isNull(members.erased_at), isNotNull(members.deleted_at), isOverdue))
    .orderBy(members.id)
    .limit(atOnce)
    .for('no key update')
  const persons = await personsOf(db, inArray(members.id, due))
  if (!persons.length) return 0
  await erasePersons(
    db,
    persons.map(({ id }) => id),
  )
  const { files, events } = await eraseCopies(db, persons)
  left.files.push(...files)
  left.events.push(...events)
  left.emails.push(...persons.flatMap(({ emails }) => emails))
  return persons.length
}

export const eraseMembers = jobKind('member-erasure', 'house', async (run) => {
  const { database, mail, privateFiles } = run.platform
  const left: Leftovers = { emails: [], files: [], events: [] }
  let erased = atOnce
  while (erased === atOnce && !run.isOver)
    await run.commit(async (tx) => {
      erased = await eraseSome(tx, left)
      if (erased)
        await totalsOf(database).changed(tx, [member.name, 'member-alert', 'transaction', 'leads', 'chat-platform', 'event', 'participant'])
      if (erased) await database.notify(tx, chatChannel, '')
      const cause = { platform: run.platform, db: tx, user: eventSystem, mutation: null }
      await offerSeats(cause, left.events.splice(0))
      return { done: erased, items: erased, finished: erased < atOnce }
    })
  await mail.forget(left.emails)
  for (const url of left.files) await privateFiles.remove(sha256Of(url) ?? '', new Date()).catch(() => undefined)
  return erased === atOnce ? 'more' : 'done'
})
