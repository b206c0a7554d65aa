/** Statements of job state transitions. They use the database's time, because processes' clocks may differ. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { JobInput, Lane } from '#server/db/tables/jobs.ts'
import { backoff, maxAttempts } from './backoff.ts'
import type { Committed, Progress } from './kind.ts'

/** Seconds. */
const leaseLasts = 60
const lease = sql.raw(`now() + interval '${leaseLasts} seconds'`)

/** Milliseconds are stored rounded, so now may be slightly in the future. */
const soon = sql.raw(`now() + interval '1 millisecond'`)

export interface Claim {
  id: number
  ref: string
  kind: string
  lane: Lane
  input: JobInput
  cursor: unknown
  attempts: number
  holder: string
}

/** Condition of all writes for a claim. */
const mine = ({ id, holder, attempts }: Claim): SQL =>
  sql`id = ${id} and holder = ${holder} and attempts = ${attempts} and state = 'running'`

const list = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )

/** Claims the first `max` due jobs of a lane, of this process's kinds. */
export async function claim(db: Db, lane: Lane, kinds: readonly string[], max: number): Promise<Claim[]> {
  if (!kinds.length || max < 1) return []
  const { rows } = await db.execute<Claim & Record<string, unknown>>(sql`
    with next as (
      select id from jobs where state = 'waiting' and lane = ${lane} and run_at < ${soon} and kind in (${list(kinds)})
      order by run_at, id limit ${max} for update skip locked
    )
    update jobs set state = 'running', attempts = attempts + 1, holder = gen_random_uuid(), lease_until = ${lease},
      started_at = coalesce(started_at, now()), changed_at = now()
    from next where jobs.id = next.id
    returning jobs.id, jobs.ref, jobs.kind, jobs.lane, jobs.input, jobs.cursor, jobs.attempts, jobs.holder`)
  return rows.sort((a, b) => a.id - b.id)
}

/** State of a claim: 'lost' if another has the job. */
export type Standing = 'fine' | 'cancel' | 'lost'

const standing = (rows: readonly { cancel_asked: boolean }[]): Standing => {
  const [row] = rows
  return row ? (row.cancel_asked ? 'cancel' : 'fine') : 'lost'
}

export async function look(db: Db, held: Claim): Promise<Standing> {
  const { rows } = await db.execute<{ cancel_asked: boolean }>(sql`select cancel_asked from jobs where ${mine(held)}`)
  return standing(rows)
}

/** The same, locked until the transaction ends: a cancellation waits for the current item. */
export async function lock(tx: Db, held: Claim): Promise<Standing> {
  const { rows } = await tx.execute<{ cancel_asked: boolean }>(sql`select cancel_asked from jobs where ${mine(held)} for update`)
  return standing(rows)
}

export async function renew(db: Db, held: Claim): Promise<Standing> {
  const { rows } = await db.execute<{ cancel_asked: boolean }>(
    sql`update jobs set lease_until = ${lease} where ${mine(held)} returning cancel_asked`,
  )
  return standing(rows)
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

function progressed({ done, total, step }: Progress): SQL[] {
  return [
    ...(done === undefined ? [] : [sql`done = ${done}`]),
    ...(total === undefined ? [] : [sql`total = ${total}`]),
    ...(step === undefined ? [] : [sql`step = ${step}`]),
  ]
}

const ended = sql`holder = null, lease_until = null, ended_at = now()`

/** Stores the progress in the transaction of an effect. 'lost': the effect must be rolled back. */
export async function store(tx: Db, held: Claim, { cursor, finished, result, ...progress }: Committed): Promise<Standing> {
  const changes = [
    sql`changed_at = now()`,
    ...progressed(progress),
    ...(cursor === undefined ? [] : [sql`cursor = ${json(cursor)}`]),
    ...(result === undefined ? [] : [sql`result = ${result === null ? null : json(result)}`]),
    ...(finished ? [sql`state = 'done', problem = null, ${ended}`] : []),
  ]
  const { rows } = await tx.execute<{ cancel_asked: boolean }>(
    sql`update jobs set ${sql.join(changes, sql`, `)} where ${mine(held)} returning cancel_asked`,
  )
  return standing(rows)
}

/** End of a slice. */
export type Ending =
  | { state: 'done' | 'more' | 'cancelled' | 'released' }
  | { state: 'until'; at: Date }
  | { state: 'failed' | 'never'; problem: string }

function endingOf(held: Claim, ending: Ending): SQL {
  const waits = sql`state = 'waiting', holder = null, lease_until = null`
  switch (ending.state) {
    case 'done':
    case 'cancelled':
      return sql`state = ${ending.state}, problem = null, ${ended}`
    case 'more':
      return sql`${waits}, attempts = 0, run_at = now()`
    case 'released':
      return sql`${waits}, attempts = attempts - 1, run_at = now()`
    case 'until':
      return sql`${waits}, attempts = attempts - 1, run_at = ${ending.at.toISOString()}::timestamptz`
    case 'never':
      return sql`state = 'dead', problem = ${ending.problem}, ${ended}`
    case 'failed':
      return held.attempts >= maxAttempts
        ? sql`state = 'dead', problem = ${ending.problem}, ${ended}`
        : sql`${waits}, problem = ${ending.problem}, run_at = now() + make_interval(secs => ${backoff(held.attempts)})`
  }
}

/** Ends a claim. False if it was lost, and nothing written. */
export async function settle(tx: Db, held: Claim, ending: Ending): Promise<boolean> {
  const { rows } = await tx.execute(sql`update jobs set ${endingOf(held, ending)}, changed_at = now() where ${mine(held)} returning id`)
  return rows.length > 0
}

/** Frees jobs of dead processes: expired leases, or with `all` all of them, for the embedded database's only process. */
export async function free(tx: Db, all = false): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update jobs set holder = null, lease_until = null, changed_at = now(), run_at = now(),
      state = case when cancel_asked then 'cancelled' when attempts >= ${maxAttempts} then 'dead' else 'waiting' end,
      ended_at = case when cancel_asked or attempts >= ${maxAttempts} then now() end,
      problem = case when attempts >= ${maxAttempts} then coalesce(problem, 'Something wrong') else problem end
    where state = 'running' ${all ? sql`` : sql`and lease_until < now()`}
    returning id`)
  return rows.map(({ id }) => id)
}

/** Milliseconds until a job of these kinds is due; null if none. */
export async function nextDue(db: Db, kinds: readonly string[]): Promise<number | null> {
  if (!kinds.length) return null
  const { rows } = await db.execute<{ ms: number | null }>(
    sql`select (extract(epoch from min(run_at) - now()) * 1000)::float8 as ms from jobs where state = 'waiting' and kind in (${list(kinds)})`,
  )
  return rows[0]?.ms ?? null
}
