import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/open.ts'
import { databaseOf } from './cluster.ts'

/** Query rows of a folder whose server is stopped (one process owns the folder), or of its database beside it. */
export async function readStopped(dataDir: string, query: string): Promise<Record<string, unknown>[]> {
  const url = databaseOf(dataDir)
  const database = await openDatabase(url ? { url } : { dataDir })
  try {
    return (await database.db.execute(sql.raw(query))).rows
  } finally {
    await database.close()
  }
}
