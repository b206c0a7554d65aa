/** Uploaded files used by any row: in own columns, rich text or stored verdicts. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** Returns their sha256 by address prefix `base`, named by any table but `except`. Scans whole tables: for housekeeping only. */
export async function namedFiles(db: Db, base: string, except: readonly string[] = []): Promise<ReadonlySet<string>> {
  const address = `${base}/([0-9a-f]{64})/`
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const named = new Set<string>()
  for (const { name } of tables) {
    if (except.includes(name)) continue
    const { rows } = await db.execute<{ sha256: string }>(sql`
      select distinct found[1] as sha256
      from ${sql.identifier(name)} as entry, regexp_matches(entry::text, ${address}, 'g') as found
      where entry::text like ${`%${base}/%`}`)
    for (const { sha256 } of rows) named.add(sha256)
  }
  return named
}
