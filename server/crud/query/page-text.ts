/** Pages of rows as JSON text written by Postgres, without objects in between. */
import { type SQL, sql } from 'drizzle-orm'
import type { Field } from '#contract/kit/field/field.ts'
import { isMany } from '#contract/kit/field/kind.ts'
import type { Db } from '#server/db/database.ts'
import { readable } from './expressions.ts'
import { onlyIds, type Selecting } from './rows.ts'
import type { Shape } from './shape.ts'

/** Returns the SQL of `rowsOnWire` for a value. */
function wireSql(field: Field, expression: SQL | undefined): SQL {
  if (!expression) return isMany(field.kind) ? sql`'[]'::json` : sql`null`
  if (field.kind === 'dateTime') {
    const moment = sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    return field.emptyDate ? sql`coalesce(${moment}, ${field.emptyDate})` : moment
  }
  if (field.emptyDate) return sql`coalesce(${expression}::text, ${field.emptyDate})`
  if (field.kind === 'reference' && field.unassigned) return sql`coalesce(${expression}, 0)`
  return isMany(field.kind) ? sql`coalesce(${expression}, '[]'::jsonb)` : expression
}

/** Returns the rows as a table `page` with the fields of `names` in wire form. */
function pageSql(
  db: Db,
  shape: Shape,
  names: ReadonlySet<string>,
  { where, order = [], limit = 0, offset = 0, by = null }: Selecting,
): SQL {
  const fields = Object.entries(shape.fields).filter(([name, { kind }]) => names.has(name) && kind !== 'secret')
  const selection = fields.map(([name, field]) => {
    return sql`${wireSql(field, readable(shape, name)?.expression)} as ${sql.identifier(name)}`
  })
  const far = onlyIds(db, shape, { where, order, limit, offset, by })
  const { table } = shape
  // Expressions only for rows of the page: one level deeper, skipped rows would evaluate them, too.
  return sql`(
    select ${sql.join(selection, sql`, `)} from (
      select * from ${table} where ${far ? sql`${table.id} in ${far}` : (where ?? sql`true`)}
      order by ${sql.join(order, sql`, `)} limit ${limit} offset ${far ? 0 : offset}
    ) ${table}
  ) page`
}

/** Returns the JSON array of rows with the fields of `names`. For sections with complete database rows. */
export async function selectText(db: Db, shape: Shape, names: ReadonlySet<string>, selecting: Selecting): Promise<string> {
  const { rows } = await db.execute<{ data: string }>(
    sql`select coalesce(json_agg(page)::text, '[]') as data from ${pageSql(db, shape, names, selecting)}`,
  )
  return rows[0]?.data ?? '[]'
}

/** Returns these rows as entries of the changes feed, with count and highest id. `names` includes ref and id. */
export async function selectChanges(db: Db, shape: Shape, area: string, names: ReadonlySet<string>, selecting: Selecting) {
  const { rows } = await db.execute<{ data: string; found: number; last: string | number }>(sql`
    select coalesce(json_agg(json_build_object('area', ${area}::text, 'ref', page.ref, 'row', page))::text, '[]') as data,
      count(*)::int as found, coalesce(max(page.id), 0) as last
    from ${pageSql(db, shape, names, selecting)}`)
  const { data = '[]', found = 0, last = 0 } = rows[0] ?? {}
  return { text: data, found, last: Number(last) }
}
