/** What a section may add to the regular API, and nothing else: every hook has a section that needs it. */
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
import type { Shape } from './query/shape.ts'
import type { SheetColumn } from './sheets/cells.ts'
import type { Reaction } from './write/effects.ts'

/** Which rows somebody sees. Users with the same key see the same rows; totals are kept by it. */
export interface Scope {
  key: string
  where: SQL | undefined
}

/** One record about to be written. `input` is validated and resolved; hooks may change `values`, the columns. */
export interface Change {
  platform: Platform
  db: Db
  user: CurrentUser
  before: AnyRow | null
  input: Readonly<Record<string, unknown>>
  /** The client's network address. */
  address: string
  /** The host that the request named, where a person's own request does it. */
  host?: string | undefined
  mutation: string | null
  values: Record<string, unknown>
  /** Of a row of a file, which may hold what was true before it came here. */
  isImport: boolean
  /** Runs after commit. */
  after(work: () => Promise<void> | void): void
}

/** One record that was created (no before), updated, or deleted (no after). */
export interface Effect {
  platform: Platform
  db: Db
  user: CurrentUser
  before: AnyRow | null
  after: AnyRow | null
  input: Readonly<Record<string, unknown>>
  /** The client's network address, where a form or a removal did it. */
  address?: string
  /** The Idempotency-Key of the request; null or absent where there is none. */
  mutation?: string | null
  /** What a history calls it, where that is not told by what is there before and after. */
  as?: 'trash' | 'restore' | 'erase'
  /** How many changes led to this one: 0 or absent of what a person did, 1 of what a section did because of it. */
  depth?: number
}

/** An effect with what it changed: `{ field: [from, to] }`. */
export interface Announced extends Effect {
  changes: Changes
}

export interface Hooks {
  scope?(user: CurrentUser): Scope
  /**
   * Fields without a column whose values follow from the time and from records of this section and of `sections` alone: totals of
   * lists that are filtered by them are kept until one of those changes, for `seconds` at most.
   */
  timeDependent?: { fields: readonly string[]; seconds: number; sections: readonly string[] }
  /** What a field is read by, instead of its column, or of the record that its reference points to. */
  reads?: Readonly<Record<string, SQL>>
  /** Adds to rows what stands in other tables; at most a fixed number of queries for any number of rows. */
  enrich?(db: Db, rows: AnyRow[]): Promise<void>
  /** Rows as one person has them, where something in them is each person's own; its scope then has a key for each person. */
  personal?(db: Db, user: CurrentUser, rows: AnyRow[]): Promise<AnyRow[]>
  /** What a new record may refer to although the person does not see it any more: values by the names of fields. */
  stays?(request: Pick<Change, 'db' | 'user'>, input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  /** Around the transaction of a create, which would undo what it writes (platform/mount.ts). */
  aroundCreate?(platform: Platform, ...given: Parameters<AroundTransaction>): ReturnType<AroundTransaction>
  prepare?(change: Change): Promise<void> | void
  /** After the record's own columns were written and before it is read back: what is kept in other tables. */
  store?(change: Change, id: number): Promise<void>
  /** In the transaction of the effect, once per call with every record it touched. */
  afterChange?(effects: readonly Announced[]): Promise<void>
  /** What this section does when records of others change (effects.ts). */
  on?: readonly Reaction[]
  /** Why, for each record that may not be deleted, by id. */
  refuseRemove?(db: Db, rows: readonly AnyRow[], user: CurrentUser): Promise<ReadonlyMap<number, Refusal>> | ReadonlyMap<number, Refusal>
  /** Throws where a deleted record may no longer be restored. Where it does not, the record comes back as it was, whatever it refers to. */
  refuseRestore?(row: AnyRow, db: Db): Promise<void> | void
  /** What a form is told that names a record in the trash which the person could see; without it, that there is no such record. */
  whenTrashed?: 'member_deleted'
  /** Words for a deleted record, where they are not the section's. */
  removed?(row: AnyRow): string
  /**
   * Filters beyond the fields, such as similar_role; and fields whose filter is not that of their kind. One beyond the fields has
   * to look at `names` itself, the fields that this person may read.
   */
  filters?: Readonly<Record<string, (values: readonly string[], user: CurrentUser, names: ReadonlySet<string>) => SQL | undefined>>
  /** How files become records, where not each row is one as it stands. */
  import?: Partial<ImportRules>
  /** Columns of an export, where they are not the section's fields. */
  sheet?: readonly SheetColumn[]
  /** Columns of an export for fields of many parts, which `export.nested` of the definition names. */
  cells?: Readonly<Record<string, readonly SheetColumn[]>>
  /** Search by an index of its own instead of the single fields, for those who may read all of them. */
  search?(term: string): SQL | undefined
}

/** What a section's call does. It has the record of a path with `{id}`, locked and seen by the person; the others have none. */
export type Handler = (request: CallRequest, tools: CallTools) => Promise<unknown>

export interface CallTools {
  platform: Platform
  shape: Shape
  before: AnyRow | null
  /** Writes columns of the record, announces the change, and gives the record as the person may read it. */
  write(values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
}

/** A handler for every call that the section adds; one without does not compile. */
export type Handlers<Called extends string> = [Called] extends [never]
  ? { calls?: Record<never, never> }
  : { calls: { readonly [N in Called]: Handler } }

export type CrudRules<F extends Fields = Fields, T extends PgTable = PgTable, Called extends string = never> = Hooks &
  Derived<Elsewhere<F, T>> &
  Handlers<Called>
