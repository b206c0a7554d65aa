/** Publishing at read time: schedules need no job, and are never late (contract/kit/section/publish.ts). */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Change } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { fieldError } from '#server/platform/core/problem.ts'

interface Published {
  status: PgColumn
  published_at: PgColumn
}

/** The field `state`. */
export function publishState({ status, published_at }: Published): SQL {
  return sql`case when ${status} <> 'publish' then ${status} when ${published_at} > now() then 'scheduled' else 'published' end`
}

/** Condition of public reads. */
export function isPublished({ status, published_at }: Published): SQL {
  return sql`(${status} = 'publish' and ${published_at} <= now())`
}

/** Clocks of devices differ, and forms take a moment to arrive. */
const toleranceMs = 60_000

/** By the database clock, which publishes. */
async function now(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: string }>(sql`select extract(epoch from now())::float8 as now`)
  return Number(rows[0]?.now) * 1_000
}

/**
 * Called in a section's `prepare`: without a time, a record is published now. Throws 422 if the time was moved into the past, except by
 * imports.
 */
export async function preparePublishing({ db, before, input, values, isImport }: Change): Promise<void> {
  if (input.status !== 'publish') return
  const given = typeof input.published_at === 'string' ? Date.parse(input.published_at) : null
  const was = typeof before?.published_at === 'string' ? Date.parse(before.published_at) : null
  if (given !== null && given === was) return
  const at = await now(db)
  if (given === null) values.published_at = new Date(was !== null && was <= at ? was : at).toISOString()
  else if (given < at - toleranceMs && !isImport) throw fieldError('published_at', 'past')
}
