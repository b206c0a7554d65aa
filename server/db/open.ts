import { join } from 'node:path'
import type { Database } from './database.ts'
import { openFolder, openMemory } from './embedded.ts'
import { openPostgres } from './postgres.ts'

export type { Database } from './database.ts'

/** Opens a migrated database: a folder, any Postgres, or one for a test. */
export function openDatabase(settings: { dataDir: string } | { url: string } | { memory: true; image?: Blob }): Promise<Database> {
  if ('url' in settings) return openPostgres(settings.url)
  if ('memory' in settings) return openMemory(settings.image)
  return openFolder(join(settings.dataDir, 'db'))
}
