/**
 * Reminders before the start (docs/product/events.md#reminders). One is named by event, hours and start, so an event that is moved has new
 * ones. One that is more than an hour late is not sent.
 */
import { createHash } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { isoTime } from '#server/db/tables/columns.ts'
import { eventReminders, events, eventParticipants as participants } from '#server/db/tables/events.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { participantMail } from './mails.ts'
import { findRegistration } from './registration.ts'

interface ReminderInput extends JobInput {
  event: number
  hours: number
  start_at: string
}

const late = sql`interval '1 hour'`

/** Marks reminders that are due as begun, and returns them. `at`: the clock, by default the database's. */
export async function beginReminders(db: Db, at = sql`now()`): Promise<ReminderInput[]> {
  const { rows } = await db.execute<{ event_id: number; hours: number; start_at: string }>(sql`
    insert into ${eventReminders} (event_id, hours, start_at)
    select each.id, each.hours, each.start_at from (
      select ${events.id} as id, ${events.start_at} as start_at, (reminder ->> 'hours')::int as hours
      from ${events}, jsonb_array_elements(${events.reminders}) as reminder where ${events.start_at} > ${at}
    ) as each
    where each.start_at - make_interval(hours => each.hours) between ${at} - ${late} and ${at}
    order by 1, 2 on conflict do nothing
    returning event_id, hours, start_at::text`)
  return rows.map((row) => ({ event: Number(row.event_id), hours: row.hours, start_at: isoTime(row.start_at) }))
}

/** The same for every attempt: a program of mail shows it once. */
function mailId({ event, hours, start_at }: ReminderInput, participant: string): string {
  const digest = createHash('sha256').update(`reminder ${event} ${hours} ${start_at} ${participant}`).digest('hex')
  return `reminder-${digest.slice(0, 32)}`
}

/** Once per participant, by number. Ends when the event was moved, or it is too late. */
export const eventReminder = jobKind<ReminderInput>('event-reminder', 'quick', async (run) => {
  const { platform, input } = run
  const { db } = platform.database
  const isDue = and(
    eq(events.id, input.event),
    eq(events.start_at, input.start_at),
    sql`${events.start_at} - make_interval(hours => ${input.hours}::int) + ${late} >= now()`,
  )
  for (;;) {
    if (!(await db.$count(events, isDue))) return 'done'
    const last = typeof run.cursor === 'number' ? run.cursor : 0
    const [next] = await db
      .select({ id: participants.id, ref: participants.ref })
      .from(participants)
      .where(and(eq(participants.event_id, input.event), eq(participants.state, 'registered'), gt(participants.id, last)))
      .orderBy(asc(participants.id))
      .limit(1)
    if (!next) return 'done'
    const found = await findRegistration(db, eq(participants.id, next.id))
    const mail = found && (await participantMail(platform, found, { id: mailId(input, next.ref), about: 'reminder' }))
    if (mail) await platform.mail.send(mail)
    await run.commit(async () => ({ cursor: next.id }))
    if (run.isOver) return 'more'
  }
})

export const startReminders = jobKind('event-reminders', 'house', async (run) => {
  await run.commit(async (tx) => {
    const begun = await beginReminders(tx)
    for (const input of begun)
      await enqueue(run.platform.database, tx, eventReminder, input, {
        key: `${input.event} ${input.hours} ${input.start_at}`,
        section: 'event',
      })
    return { done: begun.length, finished: true }
  })
  return 'done'
})
