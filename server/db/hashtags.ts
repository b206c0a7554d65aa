import { pgTable } from 'drizzle-orm/pg-core'
import { bigint, text } from './columns.ts'

/** Words under which texts are found: each once, in small letters and without the sign. */
export const hashtags = pgTable('hashtags', {
  id: bigint().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull().unique(),
})
