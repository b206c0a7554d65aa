/** A section and its table side by side: the expression each field is read, filtered and sorted by. */
import { getTableColumns, SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Field, Fields } from '#contract/kit/field.ts'
import { rowFields, type Section } from '#contract/kit/section.ts'
import type { CurrentUser } from '#server/platform/context.ts'
import type { RecordTable } from './matches-table.ts'
import type { Hooks } from './rules.ts'

export interface Shape {
  section: Section
  table: RecordTable
  /** Every field of a row, the record's own and the section's. */
  fields: Fields
  /** Columns that are fields of the section, by name. */
  columns: Readonly<Record<string, PgColumn>>
  derived: Readonly<Record<string, SQL>>
  hooks: Hooks
}

export function shapeOf(
  section: Section,
  table: RecordTable,
  rules: Hooks & { derived?: Readonly<Record<string, SQL | 'elsewhere'>> },
): Shape {
  const fields = rowFields(section)
  const columns = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([name]) => fields[name] && fields[name].kind !== 'secret'),
  )
  const derived = Object.fromEntries(
    Object.entries(rules.derived ?? {}).flatMap(([name, from]) => (from instanceof SQL ? [[name, from]] : [])),
  )
  return { section, table, fields, columns, derived, hooks: rules }
}

export interface Readable {
  field: Field
  expression: SQL
}

/** A field that can be filtered and sorted by, or undefined. */
export function readable(shape: Shape, name: string): Readable | undefined {
  const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
  if (!field) return undefined
  const column = Object.hasOwn(shape.columns, name) ? shape.columns[name] : undefined
  if (column) return { field, expression: sql`${column}` }
  const expression = Object.hasOwn(shape.derived, name) ? shape.derived[name] : undefined
  return expression && { field, expression }
}

const readableBy = new WeakMap<CurrentUser, Map<Shape, ReadonlySet<string>>>()

/**
 * Tells which fields a user may read: all of them with the section's own permission, else those offered to people who
 * only pick from the list. A field with a permission of its own needs that one too. Found once for a user as loaded.
 */
export function readableNames(shape: Shape, user: CurrentUser): ReadonlySet<string> {
  const { section, fields } = shape
  const known = readableBy.get(user)?.get(shape)
  if (known) return known
  const readsAll = user.permissions.has(`get ${section.permission}`)
  const names = readsAll ? Object.keys(fields) : ['id', 'ref', ...section.readableFields]
  const found = new Set(
    names.filter((name) => {
      const permission = fields[name]?.permission
      return !permission || user.permissions.has(permission)
    }),
  )
  readableBy.set(user, (readableBy.get(user) ?? new Map()).set(shape, found))
  return found
}
