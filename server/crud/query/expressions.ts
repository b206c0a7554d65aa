/** SQL of fields, for reading, filtering and sorting. */
import { type SQL, sql } from 'drizzle-orm'
import type { Field } from '#contract/kit/field/field.ts'
import { type Join, joinedValue, joinOf } from './joined.ts'
import type { Shape } from './shape.ts'

export interface Readable {
  field: Field
  expression: SQL
  /** Source of a joined field. */
  join: Join | null
  /** Never null. */
  isFull: boolean
}

/** Returns a field readable in SQL, or undefined. */
export function readable(shape: Shape, name: string): Readable | undefined {
  const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
  if (!field) return undefined
  const own = Object.hasOwn(shape.hooks.reads ?? {}, name) ? shape.hooks.reads?.[name] : undefined
  if (own) return { field, expression: own, join: null, isFull: false }
  const column = Object.hasOwn(shape.columns, name) ? shape.columns[name] : undefined
  if (column) return { field, expression: sql`${column}`, join: null, isFull: column.notNull }
  const join = joinOf(shape, name)
  const derived = Object.hasOwn(shape.derived, name) ? shape.derived[name] : undefined
  const expression = join ? joinedValue(join) : derived
  return expression && { field, expression, join, isFull: false }
}

/** Returns fields with an expression beyond a column of the table. */
export function expressionsOf(shape: Shape): [string, SQL][] {
  return Object.keys(shape.fields).flatMap((name): [string, SQL][] => {
    if (Object.hasOwn(shape.columns, name) && !Object.hasOwn(shape.hooks.reads ?? {}, name)) return []
    const expression = readable(shape, name)?.expression
    return expression ? [[name, expression]] : []
  })
}
