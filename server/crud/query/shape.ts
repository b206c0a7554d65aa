/** A section with its table, and the registry for references. */
import { getTableColumns, SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Fields } from '#contract/kit/field/field.ts'
import { parseTarget } from '#contract/kit/section/options.ts'
import { rowFields, type Section } from '#contract/kit/section/section.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import type { Hooks } from '../rules.ts'
import type { RecordTable } from './matches-table.ts'

export interface Shape {
  section: Section
  table: RecordTable
  /** All fields of a row, the record's and the section's. */
  fields: Fields
  /** Columns of fields by name. */
  columns: Readonly<Record<string, PgColumn>>
  derived: Readonly<Record<string, SQL>>
  hooks: Hooks
  /** The section with its trash, if any. */
  whole?: Shape
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

const served = new Map<string, Shape>()

/** Registers a section as a target of references. */
export function registerSection(shape: Shape): void {
  served.set(shape.section.name, shape)
}

/** Unregisters a test's sections, whose tables others would query. */
export function unregisterSections(...names: readonly string[]): void {
  for (const name of names) served.delete(name)
}

/** Returns all served sections. */
export const servedShapes = (): readonly Shape[] => [...served.values()]

/** Returns the target of a reference; undefined while it does not exist. */
export const targetOf = (to: string | undefined): Shape | undefined => (to === undefined ? undefined : served.get(parseTarget(to).section))

const readableBy = new WeakMap<CurrentUser, Map<Shape, ReadonlySet<string>>>()

/**
 * Returns the fields that a user may read: all with the section's own permission, else those of `readableFields`. A field's own permission
 * is needed, too. Cached per loaded user.
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
