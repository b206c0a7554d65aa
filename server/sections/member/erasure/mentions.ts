/** Finds and removes mentions of a person in all texts. */
import { type SQL, sql } from 'drizzle-orm'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { grouped } from '#contract/lib/grouped.ts'
import type { Db } from '#server/db/database.ts'

export interface Called {
  id: number
  /** As stored: 628… */
  phones: readonly string[]
  emails: readonly string[]
  names: readonly string[]
}

/** Replacement of a name, phone or address: the member's number. */
export const anonymous = ({ id }: Pick<Called, 'id'>): string => `#${id}`

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Pattern of a number with 62, +62 or 0, and any separators. */
function phonePattern(phone: string): string {
  const rest = phone.replace(/^62/, '')
  return `(?<![0-9])(?:\\+?62|0)?[ ().-]{0,3}${[...rest].map(literal).join('[ ().-]{0,2}')}(?![0-9])`
}

const wide = ({ phones, emails }: Called) => [...phones.map(phonePattern), ...emails.map(literal)]
/** Names are shared: they are matched only in texts known to be about the person. */
const narrow = (called: Called) => [...wide(called), ...called.names.map((name) => `(?<![[:alnum:]])${literal(name)}(?![[:alnum:]])`)]

/** Condition of a mention by phone or address, and with `names` by name. False without data. */
export function mentions(text: SQL, people: readonly Called[], names: boolean): SQL {
  const patterns = people.flatMap(names ? narrow : wide)
  return patterns.length ? sql`(${text}) collate "default" ~* ${patterns.join('|')}::text` : sql`false`
}

function replacer(people: readonly Called[], names: boolean): (text: string) => string {
  const rules = people.flatMap((called) => {
    const patterns = (names ? narrow : wide)(called)
    if (!patterns.length) return []
    const source = patterns.join('|').replaceAll('[[:alnum:]]', '[\\p{L}\\p{N}]')
    return [{ pattern: new RegExp(source, 'giu'), by: anonymous(called) }]
  })
  return (text) => rules.reduce((left, { pattern, by }) => left.replace(pattern, by), text)
}

/** Returns the value with all nested texts replaced. */
function inside(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((each: unknown) => inside(each, replace))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each, replace)]))
}

interface Column {
  table: string
  column: string
  type: string
}

interface Table {
  texts: Column[]
  hasId: boolean
  hasVersion: boolean
}

/** Returns all tables with texts, those that others lock first first. */
async function wordTables(db: Db): Promise<ReadonlyMap<string, Table>> {
  const { rows } = await db.execute<Column & Record<string, unknown>>(sql`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and (c.data_type in ('text', 'jsonb') or c.column_name in ('id', 'version') and c.data_type in ('integer', 'bigint'))
    order by array_position(array['members', 'orders', 'events'], c.table_name::text), c.table_name, c.ordinal_position`)
  const columns = grouped(
    rows,
    ({ table }) => table,
    (row) => row,
  )
  const isText = ({ type }: Column) => type === 'text' || type === 'jsonb'
  return new Map(
    [...columns].flatMap(([table, all]) => {
      const has = (name: string) => all.some((each) => each.column === name && !isText(each))
      const texts = all.filter(isText)
      return texts.length ? [[table, { texts, hasId: has('id'), hasVersion: has('version') }] as const] : []
    }),
  )
}

export interface Place {
  table: string
  /** Rows about them; absent: all rows, without names. */
  where?: SQL
}

const listed = (columns: readonly string[], as = sql``): SQL =>
  sql.join(
    columns.map((column) => sql`${sql.identifier(column)}${as}`),
    sql`, `,
  )

/** Returns ids of changed rows. */
async function replaceIn(
  db: Db,
  { texts, hasId, hasVersion }: Table,
  { table, where }: Place,
  people: readonly Called[],
): Promise<number[]> {
  const names = where !== undefined
  const replace = replacer(people, names)
  const columns = texts.map(({ column }) => column)
  const text = (which: readonly string[]) => sql`concat_ws(' ', ${listed(which, sql`::text`)})`
  const identity = names ? undefined : identities[table]
  const isSomebodyElse = identity ? sql`not (${mentions(text(identity), people, false)})` : sql`true`
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ctid::text as "at its place", ${hasId ? sql`id` : sql`null`} as "its id", ${listed(columns)} from ${sql.identifier(table)}
    where ${where ?? sql`true`} and ${mentions(text(columns), people, names)} and ${isSomebodyElse} for no key update`)
  const ids: number[] = []
  for (const row of rows) {
    const changed = texts.flatMap(({ column, type }) => {
      const next = inside(row[column], replace)
      const value = type === 'jsonb' ? sql`${JSON.stringify(next)}::jsonb` : sql`${next}::text`
      return JSON.stringify(next) === JSON.stringify(row[column]) ? [] : [sql`${sql.identifier(column)} = ${value}`]
    })
    if (!changed.length) continue
    const all = hasVersion ? [...changed, sql`version = version + 1`] : changed
    await db.execute(sql`update ${sql.identifier(table)} set ${sql.join(all, sql`, `)} where ctid = ${toText(row['at its place'])}::tid`)
    ids.push(Number(row['its id']))
  }
  return ids
}

/** Texts of staff and of our numbers name nobody; stored requests lose their body (copies.ts); who stopped promotions stays stopped. */
const skipped = new Set(['users', 'whatsapp_numbers', 'mutations', 'marketing_opt_outs'])

/** Columns that identify a record's person. One with this phone or address is the next owner's, whose texts stay. */
const identities: Readonly<Record<string, readonly string[]>> = {
  members: ['phone', 'email'],
  leads: ['phone', 'email'],
  rooms: ['customer_phone'],
  event_participants: ['phone', 'email'],
  room_identities: ['value'],
  person_identities: ['value'],
}

/** Removes these people from their own rows, and phones and addresses from all other texts. Returns which of those changed. */
export async function replaceMentions(db: Db, people: readonly Called[], own: readonly Place[]): Promise<ReadonlyMap<string, number[]>> {
  const tables = await wordTables(db)
  for (const place of own) {
    const table = tables.get(place.table)
    if (table) await replaceIn(db, table, place, people)
  }
  const changed = new Map<string, number[]>()
  for (const [name, table] of tables) if (!skipped.has(name)) changed.set(name, await replaceIn(db, table, { table: name }, people))
  return changed
}
