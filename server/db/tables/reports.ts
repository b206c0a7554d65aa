/** What was taken out of the system by reports, and by whom; it outlives the tasks that made the files. */
import { sql } from 'drizzle-orm'
import { bigserial, date, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { bigint, moment, text } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

export const reportExports = pgTable(
  'report_exports',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    created_at: moment().notNull().default(sql`now()`),
    created_by: text(),
    user_id: bigint().references(() => users.id, { onDelete: 'set null' }),
    report: text().notNull(),
    /** Days in Jakarta, both included. */
    from_day: date({ mode: 'string' }).notNull(),
    to_day: date({ mode: 'string' }).notNull(),
    /** In the list grammar. */
    query: text().notNull().default(''),
    rows: integer(),
    job_id: bigint().references(() => jobs.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.created_at, table.id)],
)
