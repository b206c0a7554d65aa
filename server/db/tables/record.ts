import { sql } from 'drizzle-orm'
import { bigserial, integer, uuid } from 'drizzle-orm/pg-core'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { moment, text } from './columns.ts'

/** Columns of every record; tables spread them. Getters, because a column builder keeps the unique constraint's name of its first table. */
export const record = {
  get id() {
    return bigserial({ mode: 'number' }).primaryKey()
  },
  get ref() {
    return uuid().notNull().unique().$defaultFn(uuidv7)
  },
  get version() {
    return integer().notNull().default(1)
  },
  get created_at() {
    return moment().notNull().default(sql`now()`)
  },
  get created_by() {
    return text()
  },
  get updated_at() {
    return moment().notNull().default(sql`now()`)
  },
  get updated_by() {
    return text()
  },
}
