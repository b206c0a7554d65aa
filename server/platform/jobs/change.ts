/** A person's changes to jobs. */
import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database, Db } from '#server/db/database.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import type { CurrentUser } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { channels } from './channels.ts'
import { changeableJob, type StoredJob } from './seen.ts'

type Changes = PgUpdateSetSource<typeof jobs>

async function change({ notify }: Database, db: Db, id: number, values: Changes): Promise<StoredJob> {
  const [after] = await db
    .update(jobs)
    .set({ ...values, changed_at: sql`now()` })
    .where(eq(jobs.id, id))
    .returning()
  if (!after) throw new ApiError('not_found')
  await notify(db, channels.changed, String(id))
  return after
}

/** Cancels: waiting jobs at once, running ones before their next item, ended ones not. */
export async function cancelJob(database: Database, db: Db, user: CurrentUser, key: string): Promise<StoredJob> {
  const found = await changeableJob(db, user, key)
  if (found.state === 'waiting') return change(database, db, found.id, { state: 'cancelled', ended_at: sql`now()` })
  return found.state === 'running' ? change(database, db, found.id, { cancel_asked: true }) : found
}

/** Retries with all attempts, from its cursor. Throws 422 if it has not failed, or another job has taken over. */
export async function retryJob(database: Database, db: Db, user: CurrentUser, key: string): Promise<StoredJob> {
  const found = await changeableJob(db, user, key)
  if (found.state !== 'dead') throw new ApiError('invalid', 'Only a task that failed can be tried again.')
  const again: Changes = { state: 'waiting', attempts: 0, run_at: sql`now()`, ended_at: null, problem: null, cancel_asked: false }
  const after = await change(database, db, found.id, again)
  await database.notify(db, channels.waiting, found.lane)
  return after
}
