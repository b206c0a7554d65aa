/** When stored files were last used: what no row names and nobody used is removed (server/platform/files/uses.ts). */
import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { bigint, moment, text } from './columns.ts'

export const files = pgTable('files', {
  /** In the storage, such as `files/ab/ab12…`: no address, which would keep the file from being removed. */
  path: text().primaryKey(),
  /** Bytes; of one that comes as a whole, those that it may take. */
  size: bigint().notNull(),
  touched_at: moment().notNull().default(sql`now()`),
})
