import { and, eq, sql } from 'drizzle-orm'
import type { Resource } from '#contract/kit/field/permission.ts'
import type { Database, Db } from '#server/db/database.ts'
import { type JobInput, jobs, type Lane } from '#server/db/tables/jobs.ts'
import type { CurrentUser } from '../core/context.ts'
import { channels } from './channels.ts'
import type { JobKind } from './kind.ts'

export interface EnqueueOptions {
  /** Only one job of this kind and key may wait or run. */
  key?: string
  /** Earliest start. */
  runAt?: Date
  /** Overrides the kind's lane. */
  lane?: Lane
  user?: Pick<CurrentUser, 'id' | 'name'>
  /** Visible to all readers of it; without one to creator and Root alone. */
  resource?: Resource
  section?: string
  /** File name or title, for people. */
  subject?: string
  total?: number
}

/** Creates a job without further options for each input, in one statement. Those whose key waits or runs are left out. */
export async function enqueueAll<Input extends JobInput>(
  { notify }: Pick<Database, 'notify'>,
  tx: Db,
  { name, lane }: JobKind<Input>,
  wanted: readonly { input: Input; key: string }[],
): Promise<void> {
  if (!wanted.length) return
  const made = await tx
    .insert(jobs)
    .values(wanted.map((each) => ({ ...each, kind: name, lane })))
    .onConflictDoNothing({ target: [jobs.kind, jobs.key], where: sql`state in ('waiting', 'running')` })
    .returning({ id: jobs.id })
  if (made.length) await notify(tx, channels.waiting, lane)
  for (const { id } of made) await notify(tx, channels.changed, String(id))
}

/** Shows work that a device did itself, part by part, among the tasks: a job that has ended. */
export async function recordEnded(
  { notify }: Pick<Database, 'notify'>,
  tx: Db,
  { name: kind, lane }: Pick<JobKind, 'name' | 'lane'>,
  state: 'done' | 'cancelled',
  { key, user, section, subject, total }: Pick<EnqueueOptions, 'key' | 'user' | 'section' | 'subject' | 'total'>,
): Promise<void> {
  const [made] = await tx
    .insert(jobs)
    .values({
      ...{ kind, lane, state, ended_at: sql`now()`, started_at: sql`now()` },
      ...(key !== undefined && { key }),
      ...(user && { user_id: user.id, created_by: user.name }),
      ...(section && { section }),
      ...(subject && { subject: subject.slice(0, 200) }),
      ...(total !== undefined && { total, done: total }),
    })
    .returning({ id: jobs.id })
  if (made) await notify(tx, channels.changed, String(made.id))
}

/** Tells who looks at jobs of this kind and key that their outcome has changed. */
export async function touchJobs({ notify }: Pick<Database, 'notify'>, tx: Db, { name }: Pick<JobKind, 'name'>, key: string): Promise<void> {
  const touched = await tx
    .update(jobs)
    .set({ changed_at: sql`now()` })
    .where(and(eq(jobs.kind, name), eq(jobs.key, key)))
    .returning({ id: jobs.id })
  for (const { id } of touched) await notify(tx, channels.changed, String(id))
}

/** Creates a job in the transaction of its cause. Null if one of the same kind and key waits or runs. */
export async function enqueue<Input extends JobInput>(
  { notify }: Pick<Database, 'notify'>,
  tx: Db,
  kind: JobKind<Input>,
  input: Input,
  { key, runAt, lane = kind.lane, user, resource, section, subject, total }: EnqueueOptions = {},
): Promise<{ id: number; ref: string } | null> {
  const [made] = await tx
    .insert(jobs)
    .values({
      kind: kind.name,
      lane,
      input,
      ...(key !== undefined && { key }),
      ...(runAt && { run_at: runAt.toISOString() }),
      ...(user && { user_id: user.id, created_by: user.name }),
      ...(resource && { resource }),
      ...(section && { section }),
      ...(subject && { subject: subject.slice(0, 200) }),
      ...(total !== undefined && { total }),
    })
    .onConflictDoNothing({ target: [jobs.kind, jobs.key], where: sql`state in ('waiting', 'running')` })
    .returning({ id: jobs.id, ref: jobs.ref })
  if (!made) return null
  await notify(tx, channels.waiting, lane)
  await notify(tx, channels.changed, String(made.id))
  return made
}
