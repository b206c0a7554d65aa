/** What the clock starts. Of slots that went by while nobody was there, the latest alone is made up for. */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { channels } from './channels.ts'
import type { JobKind } from './kind.ts'

export interface Schedule {
  name: string
  kind: JobKind
  /** Seconds from slot to slot. */
  every: number
  /** Seconds after midnight (WIB) of the first slot of a day. */
  at?: number
  /** Seconds from the start of a slot to its job. */
  delay?: number
}

/** Seconds that WIB is ahead of UTC. */
const wib = 7 * 3_600

/** The latest slot that has begun. */
const slotOf = ({ every, at = 0 }: Schedule) => {
  const shift = at - wib
  return sql`to_timestamp(floor((extract(epoch from now()) - ${shift}::float8) / ${every}::float8) * ${every}::float8 + ${shift}::float8)`
}

/** Makes the schedule known; the first slot is the next one. One whose times changed does not wait for its old ones. */
export async function plan(database: Database, schedule: Schedule): Promise<void> {
  const next = sql`${slotOf(schedule)} + make_interval(secs => ${schedule.every}::float8)`
  await database.db.execute(sql`
    insert into job_schedules (name, next_at) values (${schedule.name}, ${next})
    on conflict (name) do update set next_at = least(job_schedules.next_at, excluded.next_at)`)
}

/** Starts the latest slot when it has begun and was not started, in whichever process. One statement: the slot moves on and its job is there, or neither. */
export async function startDue(database: Database, schedule: Schedule): Promise<void> {
  const { name, kind, every, delay = 0 } = schedule
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      with due as (
        update job_schedules set next_at = ${slotOf(schedule)} + make_interval(secs => ${every}::float8)
        where name = ${name} and next_at <= now() returning ${slotOf(schedule)} as slot
      ), fresh as (
        insert into job_slots (key)
        select ${name} || '@' || to_char(slot at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from due
        on conflict do nothing returning key
      )
      insert into jobs (ref, kind, key, lane, run_at)
      select gen_random_uuid(), ${kind.name}, key, ${kind.lane}, now() + make_interval(secs => ${delay}::float8) from fresh
      on conflict (kind, key) where state in ('waiting', 'running') do nothing
      returning id`)
    if (rows.length) await database.notify(tx, channels.waiting, kind.lane)
  })
}
