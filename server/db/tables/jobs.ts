/** Work that outlives the requesting process: jobs and their schedules. */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, text as uncollatedText, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JobState } from '#contract/jobs.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { bigint, json, moment, text } from './columns.ts'
import { users } from './people.ts'

export const jobs = pgTable(
  'jobs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    ref: uuid().notNull().unique().$defaultFn(uuidv7),
    kind: uncollatedText().notNull(),
    /** Subject: another job of this kind and key is not created while one waits or runs. */
    key: uncollatedText(),
    lane: uncollatedText().$type<Lane>().notNull(),
    state: uncollatedText().$type<JobState>().notNull().default('waiting'),
    input: json<JobInput>().notNull().default({}),
    /** Start of the next slice, in the kind's own form. */
    cursor: json<unknown>(),
    run_at: moment().notNull().default(sql`now()`),
    /** Claims since the last successful slice. */
    attempts: integer().notNull().default(0),
    /** Id of the claim: with `attempts` it fences all writes of the job. */
    holder: uuid(),
    lease_until: moment(),
    /** Cancelled by a person; it stops before its next item. */
    cancel_asked: boolean().notNull().default(false),
    done: integer().notNull().default(0),
    total: integer(),
    step: uncollatedText(),
    /** The last error in words. */
    problem: text(),
    result: json<StoredFile>(),
    /** The creator; null for scheduled jobs. */
    user_id: bigint().references(() => users.id, { onDelete: 'set null' }),
    created_by: text(),
    /** Readers of this resource see it, beside its creator; null shows it to creator and Root alone. */
    resource: uncollatedText(),
    section: uncollatedText(),
    /** For people: a file name or title. */
    subject: text(),
    created_at: moment().notNull().default(sql`now()`),
    started_at: moment(),
    ended_at: moment(),
    changed_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('jobs_active_key').on(table.kind, table.key).where(sql`state in ('waiting', 'running')`),
    index('jobs_due').on(table.lane, table.run_at, table.id).where(sql`state = 'waiting'`),
    index('jobs_leases').on(table.lease_until).where(sql`state = 'running'`),
    index().on(table.user_id, table.id),
    index().on(table.ended_at),
  ],
)

/** Schedules, by name. */
export const jobSchedules = pgTable('job_schedules', {
  name: uncollatedText().primaryKey(),
  next_at: moment().notNull(),
})

/** `name@slot` of started slots, for 90 days: a clock that is set back starts none twice. */
export const jobSlots = pgTable(
  'job_slots',
  {
    key: uncollatedText().primaryKey(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index().on(table.created_at)],
)

export type Lane = 'quick' | 'bulk' | 'media' | 'house'

/** Only ids: their records are read when the job runs. */
export type JobInput = Readonly<Record<string, number | string>>
