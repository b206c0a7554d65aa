/** Jobs visible to a person: their own, and those of readable resources. */
import { and, desc, eq, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm'
import type { Job } from '#contract/jobs.ts'
import { uuid } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import type { CurrentUser } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { type ImportOutcome, importOutcomes } from './outcomes.ts'

export type StoredJob = typeof jobs.$inferSelect

const maxShown = 100

/** Scheduled jobs have no owner. */
export function sees(user: CurrentUser, { user_id, resource }: StoredJob): boolean {
  if (user_id === user.id) return true
  return resource === null ? user_id !== null && user.isRoot : user.permissions.has(`get ${resource}`)
}

function mayChange(user: CurrentUser, { user_id, resource }: StoredJob): boolean {
  return user.isRoot || user_id === user.id || (resource !== null && user.permissions.has(`update ${resource}`))
}

/** `sees` as SQL. */
function visible(user: CurrentUser): SQL | undefined {
  const resources = [...user.permissions].flatMap((permission) => (permission.startsWith('get ') ? [permission.slice(4)] : []))
  return or(
    eq(jobs.user_id, user.id),
    resources.length ? inArray(jobs.resource, resources) : undefined,
    user.isRoot ? isNotNull(jobs.user_id) : undefined,
  )
}

/** `outcomes`: of `importOutcomes`. */
export function toJob(user: CurrentUser, stored: StoredJob, outcomes: ReadonlyMap<string, ImportOutcome>): Job {
  const { id, ref, kind, state, section, subject, done, total, step, problem, result } = stored
  const { created_at, created_by, run_at, started_at, ended_at, changed_at } = stored
  return {
    ...{ id, ref, kind, state, section, subject, done, total, step, problem, result: result?.name ?? null },
    import: outcomes.get(stored.key ?? '') ?? null,
    ...{ may_change: mayChange(user, stored), created_at, created_by, run_at, started_at, ended_at, changed_at },
  }
}

export async function seenJobs(db: Db, user: CurrentUser): Promise<Job[]> {
  const newest = await db.select().from(jobs).where(visible(user)).orderBy(desc(jobs.id)).limit(maxShown)
  // An import can be undone for longer than other work is among the newest.
  const older = and(visible(user), eq(jobs.kind, 'import'), lt(jobs.id, newest.at(-1)?.id ?? 0))
  const found =
    newest.length < maxShown ? newest : [...newest, ...(await db.select().from(jobs).where(older).orderBy(desc(jobs.id)).limit(maxShown))]
  const outcomes = await importOutcomes(db, found)
  return found.map((stored) => toJob(user, stored, outcomes))
}

/** Returns one job as people see it. */
export const showJob = async (db: Db, user: CurrentUser, stored: StoredJob): Promise<Job> =>
  toJob(user, stored, await importOutcomes(db, [stored]))

export async function readJobs(db: Db, ids: readonly number[]): Promise<StoredJob[]> {
  return ids.length
    ? db
        .select()
        .from(jobs)
        .where(inArray(jobs.id, [...ids]))
    : []
}

/** Returns a visible job by number or ref; `lock` holds it until the transaction ends. Throws 404. */
export async function findJob(db: Db, user: CurrentUser, key: string, lock = false): Promise<StoredJob> {
  const named = uuid.test(key) ? eq(jobs.ref, key.toLowerCase()) : /^\d{1,15}$/.test(key) ? eq(jobs.id, Number(key)) : null
  if (!named) throw new ApiError('not_found')
  const query = db
    .select()
    .from(jobs)
    .where(and(named, visible(user)))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new ApiError('not_found')
  return found
}

/** The same, for those who may cancel or retry it. Throws 403. */
export async function changeableJob(db: Db, user: CurrentUser, key: string): Promise<StoredJob> {
  const found = await findJob(db, user, key, true)
  if (!mayChange(user, found)) throw new ApiError('forbidden')
  return found
}
