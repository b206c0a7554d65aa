import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/open.ts'

/** Query rows of a folder whose server is stopped (one process owns the folder). */
export async function readStopped(dataDir: string, query: string): Promise<Record<string, unknown>[]> {
  const database = await openDatabase({ dataDir })
  try {
    return (await database.db.execute(sql.raw(query))).rows
  } finally {
    await database.close()
  }
}
