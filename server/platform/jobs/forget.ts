import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** What ended well or was cancelled is shown for 7 days, what failed for 30; a slot of a schedule is remembered for 90. */
export async function forgetJobs(db: Db): Promise<void> {
  await db.execute(sql`delete from jobs where state in ('done', 'cancelled') and ended_at < now() - interval '7 days'`)
  await db.execute(sql`delete from jobs where state = 'dead' and ended_at < now() - interval '30 days'`)
  await db.execute(sql`delete from job_slots where created_at < now() - interval '90 days'`)
}
