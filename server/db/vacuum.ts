import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/**
 * Replaces autovacuum, which the embedded database lacks: vacuums and analyses tables of which a tenth changed, one at a time, so that
 * others get between.
 */
export async function vacuumTables(db: Db): Promise<string[]> {
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_stat_user_tables
    where n_mod_since_analyze > 500 + n_live_tup / 10 or n_dead_tup > 500 + n_live_tup / 10`)
  for (const { name } of rows) await db.execute(sql`vacuum analyze ${sql.identifier(name)}`)
  return rows.map(({ name }) => name)
}
