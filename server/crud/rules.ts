/** Hooks of a section into the regular API; each is used by some section. */
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Fields } from '#contract/kit/field/field.ts'
import type { Changes } from '#contract/kit/section/history.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import type { Refusal } from '#server/platform/core/refusal.ts'
import type { AroundTransaction, CallRequest } from '#server/platform/http/mount.ts'
import type { ImportRules } from './import/rules.ts'
import type { Derived, Elsewhere } from './query/matches-table.ts'
import type { Key } from './query/rows.ts'
import type { Shape } from './query/shape.ts'
import type { SheetColumn } from './sheets/cells.ts'
import type { Reaction } from './write/effects.ts'

/** Rows visible to somebody. Users with equal keys see equal rows; totals are cached by it. */
export interface Scope {
  key: string
  where: SQL | undefined
}

/** A record about to be written. `input` is validated and resolved; hooks may change `values`, the columns. */
export interface Change {
  platform: Platform
  db: Db
  user: CurrentUser
  before: AnyRow | null
  input: Readonly<Record<string, unknown>>
  /** The client's network address. */
  address: string
  /** Host named by a person's own request. */
  host?: string | undefined
  mutation: string | null
  values: Record<string, unknown>
  /** From a file's row, which may state past facts. */
  isImport: boolean
  /** Runs after commit. */
  after(work: () => Promise<void> | void): void
}

/** A record that was created (no before), updated, or deleted (no after). */
export interface Effect {
  platform: Platform
  db: Db
  user: CurrentUser
  before: AnyRow | null
  after: AnyRow | null
  input: Readonly<Record<string, unknown>>
  /** The client's network address, for forms and removals. */
  address?: string
  /** The request's Idempotency-Key; null or absent if none. */
  mutation?: string | null
  /** Its name in a history, where before and after do not determine it. */
  as?: 'trash' | 'restore' | 'erase'
  /** Number of preceding changes in the chain: 0 or absent for a person's, 1 for a section's reaction. */
  depth?: number
}

/** An effect with its changes: `{ field: [from, to] }`. */
export interface Announced extends Effect {
  changes: Changes
}

/** A record about to be written. */
export interface Written {
  /** Null for a new one. */
  id: number | null
  /** In wire form, where it was read. */
  before?: AnyRow | null
  values: Readonly<Record<string, unknown>>
}

/** Keeps whose records are across the house, around every write and removal of them. */
export interface PeopleHook {
  /** Runs the write with further columns of each record, in order. */
  write<T>(db: Db, writes: readonly Written[], write: (more: readonly Readonly<Record<string, unknown>>[]) => Promise<T>): Promise<T>
  /** Runs the removal for good of these records. */
  remove<T>(db: Db, ids: readonly number[], remove: () => Promise<T>): Promise<T>
}

export interface Hooks {
  scope?(user: CurrentUser): Scope
  /**
   * Fields without a column that depend on time, this section and `sections` alone: totals filtered by them are cached until one of those
   * changes, for at most `seconds`.
   */
  timeDependent?: { fields: readonly string[]; seconds: number; sections: readonly string[] }
  /** Expression of a field, instead of its column or that of the referenced record. */
  reads?: Readonly<Record<string, SQL>>
  /** Adds values of other tables to rows; with a fixed number of queries. */
  enrich?(db: Db, rows: AnyRow[]): Promise<void>
  /** Adds values of the person to rows; their scope then has a key per person. */
  personal?(db: Db, user: CurrentUser, rows: AnyRow[]): Promise<AnyRow[]>
  /** Values that a new record may refer to even if now invisible to the person, by field. */
  stays?(request: Pick<Change, 'db' | 'user'>, input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  /** Locks what every transaction locks before these records, such as what their effects change. */
  lockFirst?(db: Db, keys: readonly Key[]): Promise<void>
  /** Around a create's transaction, which would roll back its writes (platform/mount.ts). */
  aroundCreate?(platform: Platform, ...given: Parameters<AroundTransaction>): ReturnType<AroundTransaction>
  /** Puts values of the body that are no fields (`wire.beside`) in their place in the record, before it is validated. */
  placeBeside?(values: Readonly<Record<string, unknown>>, body: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** Whose records are; every way of writing asks it (query/prepared-rows.ts). */
  people?: PeopleHook
  prepare?(change: Change): Promise<void> | void
  /** Writes other tables, after the record's columns and before it is read back. */
  store?(change: Change, id: number): Promise<void>
  /** In the transaction of the change, once per call with all its records. */
  afterChange?(effects: readonly Announced[]): Promise<void>
  /** Reactions to changes in other sections (effects.ts). */
  on?: readonly Reaction[]
  /** Refusals by id of records that must stay. */
  refuseRemove?(db: Db, rows: readonly AnyRow[], user: CurrentUser): Promise<ReadonlyMap<number, Refusal>> | ReadonlyMap<number, Refusal>
  /** Throws if a deleted record may not be restored. Without it, the restored record is validated. */
  refuseRestore?(row: AnyRow, db: Db): Promise<void> | void
  /** Code for references to a trashed record visible to the person; by default it is unknown. */
  whenTrashed?: 'member_deleted'
  /** Message after a delete, if not the section's. */
  removed?(row: AnyRow): string
  /**
   * Filters beyond the fields, such as similar_role, and of fields that differ from their kind. One beyond the fields has to check `names`,
   * the fields readable by this person.
   */
  filters?: Readonly<Record<string, (values: readonly string[], user: CurrentUser, names: ReadonlySet<string>) => SQL | undefined>>
  /** Filters `name:true` that SQL cannot express, beyond the fields: the ids of the records, whatever this person may read. */
  matching?: Readonly<Record<string, (platform: Platform) => Promise<readonly number[]>>>
  /** Import of files whose rows are not records. */
  import?: Partial<ImportRules>
  /** Columns of an export, if not the section's fields. */
  sheet?: readonly SheetColumn[]
  /** Columns of an export for nested fields, as named by `export.nested`. */
  cells?: Readonly<Record<string, readonly SheetColumn[]>>
  /** Search by an own index instead of single fields, for those who may read all of them. */
  search?(term: string): SQL | undefined
}

/** Handler of a section's call. With `{id}` in the path it has the visible record, locked; otherwise none. */
export type Handler = (request: CallRequest, tools: CallTools) => Promise<unknown>

export interface CallTools {
  platform: Platform
  shape: Shape
  before: AnyRow | null
  /** Writes columns of the record, publishes the change, and returns the record's readable fields. */
  write(values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
}

/** Handlers of every call that the section adds; a missing one does not compile. */
export type Handlers<Called extends string> = [Called] extends [never]
  ? { calls?: Record<never, never> }
  : { calls: { readonly [N in Called]: Handler } }

export type CrudRules<F extends Fields = Fields, T extends PgTable = PgTable, Called extends string = never> = Hooks &
  Derived<Elsewhere<F, T>> &
  Handlers<Called>
