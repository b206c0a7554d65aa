/** A section and its table side by side, and where to find the ones that others refer to. */
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
  /** Every field of a row, the record's own and the section's. */
  fields: Fields
  /** Columns that are fields of the section, by name. */
  columns: Readonly<Record<string, PgColumn>>
  derived: Readonly<Record<string, SQL>>
  hooks: Hooks
  /** The same section with what lies in its trash, where it has one. */
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

/** Makes the records of a section something that others can refer to. */
export function registerSection(shape: Shape): void {
  served.set(shape.section.name, shape)
}

/** Takes sections back that a test has served for itself: others would ask for their tables. */
export function unregisterSections(...names: readonly string[]): void {
  for (const name of names) served.delete(name)
}

/** Every section that is served. */
export const servedShapes = (): readonly Shape[] => [...served.values()]

/** The section behind `to` of a reference; undefined while it does not exist. */
export const targetOf = (to: string | undefined): Shape | undefined => (to === undefined ? undefined : served.get(parseTarget(to).section))

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
