/** Users and roles, below the sections because every request needs them. */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { record } from './record.ts'

export const roles = pgTable('roles', {
  ...record,
  name: text().notNull().unique(),
  description: text(),
  permissions: json<string[]>().notNull().default([]),
  is_root: boolean().notNull().default(false),
  /** Requires a second factor. */
  requires_second_factor: boolean().notNull().default(false),
})

export const users = pgTable(
  'users',
  {
    ...record,
    name: text().notNull(),
    email: text().notNull().unique(),
    phone: text(),
    is_active: boolean().notNull().default(true),
    company_code: text().notNull().default('EMT'),
    /** Of mails; null: the console's, else English. */
    language: text(),
    photo: json<StoredFile>(),
    /** argon2id; null until an invited user chose one. */
    password_hash: text(),
    last_seen: moment(),
    /** Encrypts what stays on a device while the person is signed out; never another one (decision 75). */
    device_key: text().notNull().default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
  },
  (table) => [index().on(table.name, table.id)],
)

/** Ordered roles of a user: the first name with sales or root sets the flags (docs/product/access.md#permissions). */
export const userRoles = pgTable(
  'user_roles',
  {
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role_id: bigint()
      .notNull()
      .references(() => roles.id, { onDelete: 'restrict' }),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.role_id] }), index().on(table.role_id)],
)

export const tags = pgTable('tags', {
  ...record,
  name: text().notNull().unique(),
  colour: text().notNull().default('#2563eb'),
})
