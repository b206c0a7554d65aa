/** What the platform keeps for itself: sessions, resets, verdicts, the changes feed and a few single values. */
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  customType,
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
    /** A digest of the token's `jti` (tokens.ts): what is stored presents no session. */
    jti: uuid().primaryKey(),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(now),
    expires_at: moment().notNull(),
    revoked_at: moment(),
    /** Renewed at most every five minutes: a session that nobody uses ends before it expires. */
    last_used: moment().notNull().default(now),
    /** Where it began, as its owner knows the place again: 'Chrome, Android' and a network address. */
    device: uncollatedText().notNull().default(''),
    address: uncollatedText().notNull().default(''),
  },
  (table) => [index().on(table.user_id)],
)

/** The app that a user's sign-in codes come from. One that is being set up waits beside it for its first code. */
export const secondFactors = pgTable('second_factors', {
  user_id: bigint()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed by the secret box, like `pending`. */
  secret: uncollatedText(),
  confirmed_at: moment(),
  pending: uncollatedText(),
  pending_since: moment().default(now),
  /** The newest period whose code was taken: no code counts twice. */
  last_period: bigint(),
  created_at: moment().notNull().default(now),
})

/** Codes for the day the app is lost; each works once. Digests, so the table signs nobody in. */
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
    /** sha256 of the token in the mail, so the table opens no account. */
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

/** Attempts that count against a limit (stored-limit.ts): of a digest, until an hour or a quarter of one is over. */
export const attempts = pgTable(
  'attempts',
  {
    key: uncollatedText().primaryKey(),
    times: integer().notNull(),
    ends_at: moment().notNull(),
  },
  (table) => [index().on(table.ends_at)],
)

/** One verdict per mutation id and owner, forever; bodies go after 90 days (docs/offline.md#the-idea). */
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

/** The changes feed, in commit order by (tx, place). An audience is null where the record did not exist. */
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

/** Single values by name: the epoch of the database; its secrets, which are sealed (sealed-meta.ts). */
export const meta = pgTable('meta', {
  name: uncollatedText().primaryKey(),
  value: uncollatedText().notNull(),
})

/** What consoles told of messages that could not be sent. */
export const errorLogs = pgTable(
  'error_logs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** When it was told. */
    created_at: moment().notNull().default(now),
    message: text().notNull(),
    code: text(),
    at: text(),
    detail: text(),
  },
  (table) => [index().on(table.created_at)],
)

/** What was done to records of sections (server/crud/write/audit.ts). It outlives the records and users that it names. */
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
  // Rows come in the order of time, so the smallest kind of index finds the old ones.
  (table) => [index().on(table.section, table.record, table.id), index().using('brin', table.created_at)],
)

/** Records of sections as they were saved, each by the change that made it so (server/crud/write/revisions.ts). */
export const revisions = pgTable(
  'revisions',
  {
    audit_id: bigint()
      .primaryKey()
      .references(() => audit.id, { onDelete: 'cascade' }),
    section: uncollatedText().notNull(),
    record: bigint().notNull(),
    version: integer().notNull(),
    /** One that stays, however many come after it. */
    is_kept: boolean().notNull(),
    /** The fields that are written, as in rows. */
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

/** Slugs that records had before; each leads to its record until another one takes it. */
export const formerSlugs = pgTable(
  'former_slugs',
  { section: text().notNull(), slug: text().notNull(), record: bigint().notNull() },
  (table) => [primaryKey({ columns: [table.section, table.slug] }), index().on(table.section, table.record)],
)
