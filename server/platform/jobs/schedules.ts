/** Scheduled jobs. Of slots missed during downtime, only the latest is made up for. */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { channels } from './channels.ts'
import type { JobKind } from './kind.ts'

export interface Schedule {
  name: string
  kind: JobKind
  /** Seconds between slots. */
  every: number
  /** Seconds after midnight (WIB) of the day's first slot. */
  at?: number
  /** Seconds from a slot's start to its job. */
  delay?: number
}

/** Seconds that WIB is ahead of UTC. */
const wib = 7 * 3_600

/** The latest started slot. */
const slotOf = ({ every, at = 0 }: Schedule) => {
  const shift = at - wib
  return sql`to_timestamp(floor((extract(epoch from now()) - ${shift}::float8) / ${every}::float8) * ${every}::float8 + ${shift}::float8)`
}

/** Stores a schedule, starting with its next slot. Changed times take effect at once. */
export async function plan(database: Database, schedule: Schedule): Promise<void> {
  const next = sql`${slotOf(schedule)} + make_interval(secs => ${schedule.every}::float8)`
  await database.db.execute(sql`
    insert into job_schedules (name, next_at) values (${schedule.name}, ${next})
    on conflict (name) do update set next_at = least(job_schedules.next_at, excluded.next_at)`)
}

/** Starts the latest slot that is due and not started by any process. One statement: slot and job change together. */
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
