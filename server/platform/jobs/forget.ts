import { sql } from 'drizzle-orm'
import { undoDays } from '#contract/import/undo-period.ts'
import type { Db } from '#server/db/database.ts'

/** Deletes done and cancelled jobs after 7 days, imports and failed ones after 30, slots of schedules after 90. */
export async function forgetJobs(db: Db): Promise<void> {
  const kept = sql`case when kind = 'import' then make_interval(days => ${undoDays}) else interval '7 days' end`
  await db.execute(sql`delete from jobs where state in ('done', 'cancelled') and ended_at < now() - ${kept}`)
  // A file of refused rows holds whole cells, and is kept as long as they are.
  await db.execute(sql`update jobs set result = null where kind = 'import' and result is not null and ended_at < now() - interval '7 days'`)
  await db.execute(sql`delete from jobs where state = 'dead' and ended_at < now() - interval '30 days'`)
  await db.execute(sql`delete from job_slots where created_at < now() - interval '90 days'`)
}
