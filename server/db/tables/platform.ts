/** The platform's own tables: sessions, resets, verdicts, the changes feed and single values. */
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text as uncollatedText,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Changes, HistoryAction } from '#contract/kit/section/history.ts'
import { bigint, json, moment, text } from './columns.ts'
import { users } from './people.ts'
import { record } from './record.ts'

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })
const now = sql`now()`

export const sessions = pgTable(
  'sessions',
  {
    /** Digest of the token's `jti` (tokens.ts): no valid token. */
    jti: uuid().primaryKey(),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(now),
    expires_at: moment().notNull(),
    revoked_at: moment(),
    /** Updated at most every five minutes: unused sessions end before they expire. */
    last_used: moment().notNull().default(now),
    /** Device for display to its owner: 'Chrome, Android' and a network address. */
    device: uncollatedText().notNull().default(''),
    address: uncollatedText().notNull().default(''),
  },
  (table) => [index().on(table.user_id)],
)

/** A user's authenticator app; a new one is pending until its first code. */
export const secondFactors = pgTable('second_factors', {
  user_id: bigint()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed by the secret box, like `pending`. */
  secret: uncollatedText(),
  confirmed_at: moment(),
  pending: uncollatedText(),
  pending_since: moment().default(now),
  /** The last period of a used code: no code is valid twice. */
  last_period: bigint(),
  created_at: moment().notNull().default(now),
})

/** Codes for a lost app; each works once. Digests, which cannot be used to sign in. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: uncollatedText().notNull(),
    used_at: moment(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.digest] })],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    /** sha256 of the mailed token, which cannot be used itself. */
    token_hash: uncollatedText().primaryKey(),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(now),
    expires_at: moment().notNull(),
    used_at: moment(),
  },
  (table) => [index().on(table.user_id)],
)

/** Counted attempts of limits (stored-limit.ts), and what is taken once (mail-events.ts): by digest, until their end. */
export const attempts = pgTable(
  'attempts',
  {
    key: uncollatedText().primaryKey(),
    times: integer().notNull(),
    ends_at: moment().notNull(),
  },
  (table) => [index().on(table.ends_at)],
)

/** Token buckets of what all processes send together (core/take-pace.ts). */
export const paces = pgTable('paces', {
  name: uncollatedText().primaryKey(),
  tokens: doublePrecision().notNull(),
  filled_at: moment().notNull().default(now),
})

/** One verdict per mutation id and owner, forever; bodies for 90 days (docs/offline.md#the-idea). */
export const mutations = pgTable(
  'mutations',
  {
    owner: uuid().notNull(),
    key: uncollatedText().notNull(),
    fingerprint: uncollatedText(),
    status: integer().notNull(),
    /** `done`, `refused` or `cancelled`. */
    verdict: uncollatedText().notNull(),
    body: json<unknown>(),
    created_at: moment().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index().on(table.created_at)],
)

/** Changes feed, in commit order by (tx, place). An audience is null where no record existed. */
export const changes = pgTable(
  'changes',
  {
    place: bigserial({ mode: 'number' }).primaryKey(),
    tx: xid8().notNull().default(sql`pg_current_xact_id()`),
    area: uncollatedText().notNull(),
    ref: uuid().notNull(),
    audience_before: json<unknown>(),
    audience_after: json<unknown>(),
    created_at: moment().notNull().default(now),
  },
  (table) => [index().on(table.tx, table.place), index().on(table.area, table.ref)],
)

/** Single values by name: the epoch; sealed secrets (sealed-meta.ts). */
export const meta = pgTable('meta', {
  name: uncollatedText().primaryKey(),
  value: uncollatedText().notNull(),
})

/** Consoles' reports of messages that could not be sent. */
export const errorLogs = pgTable(
  'error_logs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Time reported. */
    created_at: moment().notNull().default(now),
    message: text().notNull(),
    code: text(),
    at: text(),
    detail: text(),
  },
  (table) => [index().on(table.created_at)],
)

/** History of records (server/crud/write/audit.ts). It outlives the records and users it names. */
export const audit = pgTable(
  'audit',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    created_at: moment().notNull().default(now),
    section: uncollatedText().notNull(),
    record: bigint().notNull(),
    action: uncollatedText().$type<HistoryAction>().notNull(),
    user: bigint(),
    created_by: text(),
    /** The Idempotency-Key of the request. */
    mutation: uncollatedText(),
    changes: json<Changes>().notNull(),
  },
  // Rows are in order of time, so the smallest kind of index finds old ones.
  (table) => [index().on(table.section, table.record, table.id), index().using('brin', table.created_at)],
)

/** Saved versions of records, each by its change (server/crud/write/revisions.ts). */
export const revisions = pgTable(
  'revisions',
  {
    audit_id: bigint()
      .primaryKey()
      .references(() => audit.id, { onDelete: 'cascade' }),
    section: uncollatedText().notNull(),
    record: bigint().notNull(),
    version: integer().notNull(),
    /** Whether it is kept permanently. */
    is_kept: boolean().notNull(),
    /** Writable fields, as in rows. */
    values: json<Readonly<Record<string, unknown>>>().notNull(),
  },
  (table) => [uniqueIndex('revisions_version').on(table.section, table.record, table.version)],
)

/** The security log. It outlives the users it names. */
export const securityEvents = pgTable(
  'security_events',
  {
    ...record,
    event: text().notNull(),
    user: bigint(),
    name: text().notNull(),
    address: text(),
    detail: text(),
    times: integer().notNull().default(1),
  },
  (table) => [index().on(table.created_at, table.id), index().on(table.user)],
)

/** Former slugs of records, which redirect until another record takes them. */
export const formerSlugs = pgTable(
  'former_slugs',
  { section: text().notNull(), slug: text().notNull(), record: bigint().notNull() },
  (table) => [primaryKey({ columns: [table.section, table.slug] }), index().on(table.section, table.record)],
)
