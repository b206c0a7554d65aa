/** What a person is called by, found and taken out of any text of the database. */
import { type SQL, sql } from 'drizzle-orm'
import { isRecord } from '#contract/kit/guards.ts'
import { grouped } from '#contract/lib/grouped.ts'
import type { Db } from '#server/db/database.ts'

export interface Called {
  id: number
  /** As they are kept: 628… */
  phones: readonly string[]
  emails: readonly string[]
  names: readonly string[]
}

/** What stands in the place of a name, a phone or an address: the number of the member. */
export const anonymous = ({ id }: Pick<Called, 'id'>): string => `#${id}`

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A number in any spelling: with 62, +62 or 0, and whatever people put between digits. */
function phonePattern(phone: string): string {
  const rest = phone.replace(/^62/, '')
  return `(?<![0-9])(?:\\+?62|0)?[ ().-]{0,3}${[...rest].map(literal).join('[ ().-]{0,2}')}(?![0-9])`
}

const wide = ({ phones, emails }: Called) => [...phones.map(phonePattern), ...emails.map(literal)]
/** Names are other people's, too: they are looked for only where it is known whose they are. */
const narrow = (called: Called) => [...wide(called), ...called.names.map((name) => `(?<![[:alnum:]])${literal(name)}(?![[:alnum:]])`)]

/** Where these people are called by a phone or an address, and with `names` by a name. False where nothing is known of them. */
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

/** The same value with every text in it replaced, at any depth. */
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

/** Every column of the database that holds words. */
async function wordColumns(db: Db): Promise<ReadonlyMap<string, Column[]>> {
  const { rows } = await db.execute<{ table: string; column: string; type: string }>(sql`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb') and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`)
  return grouped(
    rows,
    ({ table }) => table,
    (row) => row,
  )
}

export interface Place {
  table: string
  /** Rows that are theirs; absent: any row, where a name alone means nobody. */
  where?: SQL
}

async function replaceIn(db: Db, columns: readonly Column[], { table, where }: Place, people: readonly Called[]): Promise<void> {
  const names = where !== undefined
  const replace = replacer(people, names)
  const text = sql`concat_ws(' ', ${sql.join(
    columns.map(({ column }) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  )})`
  const selected = sql.join(
    columns.map(({ column }) => sql.identifier(column)),
    sql`, `,
  )
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ctid::text as "at its place", ${selected} from ${sql.identifier(table)}
    where ${where ?? sql`true`} and ${mentions(text, people, names)} for no key update`)
  for (const row of rows) {
    const changed = columns.flatMap(({ column, type }) => {
      const next = inside(row[column], replace)
      const value = type === 'jsonb' ? sql`${JSON.stringify(next)}::jsonb` : sql`${next}::text`
      return JSON.stringify(next) === JSON.stringify(row[column]) ? [] : [sql`${sql.identifier(column)} = ${value}`]
    })
    if (!changed.length) continue
    await db.execute(
      sql`update ${sql.identifier(table)} set ${sql.join(changed, sql`, `)} where ctid = ${String(row['at its place'])}::tid`,
    )
  }
}

/** Whose own these are: a person of staff, a number of ours, and records that others begin with a phone. */
const others = new Set(['users', 'whatsapp_numbers', 'members', 'leads', 'rooms', 'mutations'])

/** Takes what these people are called by out of rows that are theirs, and phones and addresses out of every other text. */
export async function replaceMentions(db: Db, people: readonly Called[], own: readonly Place[]): Promise<void> {
  const tables = await wordColumns(db)
  for (const place of own) await replaceIn(db, tables.get(place.table) ?? [], place, people)
  for (const [table, columns] of tables) if (!others.has(table)) await replaceIn(db, columns, { table }, people)
}
