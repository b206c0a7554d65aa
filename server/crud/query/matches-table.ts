/** Compile-time check that a table can store its section's contract. */
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Field, Fields, FileValue, StoredFile } from '#contract/kit/field/field.ts'

/** A table that spreads `record`; engines read these columns by name. */
export type RecordTable = PgTable & {
  id: PgColumn
  ref: PgColumn
  version: PgColumn
  updated_at: PgColumn
}

/** Stored type of a value: references by number, stored files, nested records as JSON. */
type ColumnValue<V> = [FileValue] extends [V]
  ? StoredFile
  : [number | string] extends [V]
    ? number
    : V extends readonly (infer E)[]
      ? [number | string] extends [E]
        ? number[]
        : E extends object
          ? never[]
          : V
      : V

type Inserted<T extends PgTable, K> = K extends keyof T['$inferInsert'] ? T['$inferInsert'][K] : never

type ColumnMismatch<F, Column> =
  F extends Field<infer V, infer Required, infer ReadOnly>
    ? [ColumnValue<V>] extends [Column]
      ? true extends Required | ReadOnly
        ? true
        : undefined extends Column
          ? true
          : 'optional in the contract, so the column must be nullable or have a default'
      : 'the column has another type than the field'
    : never

/** Fields without a column, whose source the section's rules declare, except for joined ones. */
export type Elsewhere<F extends Fields, T extends PgTable> = {
  [K in keyof F]: K extends keyof T['$inferSelect'] ? never : F[K] extends { readonly joined: string } ? never : K
}[keyof F] &
  string

type Mismatches<F extends Fields, T extends PgTable> = {
  [K in keyof F as K extends keyof T['$inferSelect']
    ? ColumnMismatch<F[K], Inserted<T, K>> extends true
      ? never
      : K
    : never]: ColumnMismatch<F[K], Inserted<T, K>>
}

/** Unknown if table and contract match; otherwise a type that names each field and its mismatch. */
export type MatchesTable<F extends Fields, T extends PgTable> = keyof Mismatches<F, T> extends never ? unknown : Mismatches<F, T>

/** An expression to select, filter and sort by, or 'elsewhere' for a field of `enrich` and `prepare`. */
export type Derived<Name extends string> = [Name] extends [never]
  ? { derived?: Record<never, never> }
  : { derived: Record<Name, SQL | 'elsewhere'> }
