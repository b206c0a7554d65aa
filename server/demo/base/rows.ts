/** Time, authors and bulk inserts of demo rows. */
import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { wibDay } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import type { Random } from './random.ts'

export const day = 86_400_000
const hour = 3_600_000

export interface Clock {
  /** Midnight in WIB of the current day: rows depend on the day by dates alone. */
  today: number
  /** Current hour. */
  hour: number
  iso(time: number): string
}

export function clockOf(now: Date): Clock {
  const today = Date.parse(`${wibDay(now)}T00:00:00+07:00`)
  return { today, hour: Math.floor(now.getTime() / hour) * hour, iso: (time) => new Date(time).toISOString() }
}

/** Returns an office hour `daysAgo` days before today (negative: after). */
export function officeHour(random: Random, clock: Clock, daysAgo: number): number {
  return clock.today - daysAgo * day + 8 * hour + random.upTo(10 * 60) * 60_000
}

/** Returns columns of every record: created up to `days` ago, some changed since. */
export function recordColumns(random: Random, clock: Clock, days: number, authors: readonly string[]) {
  const made = officeHour(random, clock, 1 + random.upTo(days))
  const changed = random.chance(60) ? Math.min(made + random.upTo(20 * 24) * hour, clock.today) : made
  return {
    ref: random.ref(made),
    version: 1,
    created_at: clock.iso(made),
    created_by: random.pick(authors),
    updated_at: clock.iso(Math.max(made, changed)),
    updated_by: random.pick(authors),
  }
}

/**
 * Inserts many rows fast: one JSON text per batch instead of one parameter per value. Rows have all columns, with ids; the table's sequence
 * continues after them.
 */
export async function insertRows(db: Db, table: PgTable, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(
    Object.keys(first).map((name) => sql.identifier(name)),
    sql`, `,
  )
  for (let at = 0; at < rows.length; at += 5_000) {
    const batch = JSON.stringify(rows.slice(at, at + 5_000))
    await db.execute(
      sql`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ${batch}::jsonb)`,
    )
  }
  if ('id' in first) await db.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), ${rows.length})`)
}
