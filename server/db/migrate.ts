import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { projectRoot } from './root.ts'

/** Made by `drizzle-kit generate` out of the tables. */
export const migrationsFolder = join(projectRoot, 'server/db/migrations')

/** Changes with every migration and its time; names the template of tests. */
export function migrationsHash(): string {
  const hash = createHash('sha256')
  for (const { hash: ofText, folderMillis } of readMigrationFiles({ migrationsFolder })) hash.update(`${ofText} ${folderMillis} `)
  return hash.digest('hex').slice(0, 16)
}

/** Thrown for a database older than the program's first migration. */
export class OlderDatabaseError extends Error {
  constructor() {
    super('it was made by a version before 25 November 2026: start it once with the last version of that day, then with this one')
    this.name = 'OlderDatabaseError'
  }
}

/** Either driver, without schema. */
interface Queries {
  execute(query: SQL): PromiseLike<{ rows: readonly Record<string, unknown>[] }>
}

/**
 * The first migration creates all tables, so it counts as applied where they exist. Throws OlderDatabaseError if older migrations than its
 * equivalents made them.
 */
export async function assertBaseline(db: Queries): Promise<void> {
  const { rows: found } = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`)
  if (!found[0]?.name) return
  const { rows } = await db.execute(sql`select max(created_at)::float8 as last from drizzle.__drizzle_migrations`)
  const last = rows[0]?.last
  const [baseline] = readMigrationFiles({ migrationsFolder })
  if (typeof last === 'number' && baseline && last < baseline.folderMillis) throw new OlderDatabaseError()
}
