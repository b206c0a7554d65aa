/** Work that outlives the process it was asked of: jobs, and what starts them by the clock. */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, text as uncollatedText, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JobState } from '#contract/jobs.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { users } from './people.ts'
import { uuidv7 } from './uuid.ts'

export const jobs = pgTable(
  'jobs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    ref: uuid().notNull().unique().$defaultFn(uuidv7),
    kind: uncollatedText().notNull(),
    /** What it is about, once at a time: another of the same kind and key is not made while this one waits or runs. */
    key: uncollatedText(),
    lane: uncollatedText().$type<Lane>().notNull(),
    state: uncollatedText().$type<JobState>().notNull().default('waiting'),
    input: json<JobInput>().notNull().default({}),
    /** Where the next slice goes on; of the kind's own making. */
    cursor: json<unknown>(),
    run_at: moment().notNull().default(sql`now()`),
    /** Claims since the last slice that went well. */
    attempts: integer().notNull().default(0),
    /** Of this claim alone: with `attempts` the fence of everything that is written for it. */
    holder: uuid(),
    lease_until: moment(),
    /** A person wants it to stop; it does before its next item. */
    cancel_asked: boolean().notNull().default(false),
    done: integer().notNull().default(0),
    total: integer(),
    step: uncollatedText(),
    /** Words for a person about the last failure. */
    problem: text(),
    result: json<StoredFile>(),
    /** Who asked for it; null for what the clock started. */
    user_id: bigint().references(() => users.id, { onDelete: 'set null' }),
    created_by: text(),
    /** Whoever may get this resource sees it beside its creator; null shows it to the creator and Root alone. */
    resource: uncollatedText(),
    section: uncollatedText(),
    /** What a person calls it: a file's name, a title. */
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

/** What the clock starts, by name. */
export const jobSchedules = pgTable('job_schedules', {
  name: uncollatedText().primaryKey(),
  next_at: moment().notNull(),
})

/** `name@slot` of every slot that was started, for 90 days: no clock that is set back starts one twice. */
export const jobSlots = pgTable(
  'job_slots',
  {
    key: uncollatedText().primaryKey(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index().on(table.created_at)],
)

export type Lane = 'quick' | 'bulk' | 'media' | 'house'

/** Ids only: what they stand for is read when the work is done. */
export type JobInput = Readonly<Record<string, number | string>>
