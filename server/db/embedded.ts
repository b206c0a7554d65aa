import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Database, Db } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { migrationsFolder, migrationsHash } from './migrate.ts'
import { quick } from './quick-query.ts'
import { projectRoot } from './root.ts'
import { signals } from './signals.ts'

/** int8 and numeric as numbers, as the Postgres side has them. */
const parsers = { 20: Number, 1700: Number }

async function start(dataDir?: string, loadDataDir?: Blob): Promise<PGlite> {
  const client = new PGlite({
    ...(dataDir && { dataDir }),
    ...(loadDataDir && { loadDataDir }),
    extensions: { pg_trgm },
    parsers,
    relaxedDurability: false,
  })
  await client.waitReady
  return client
}

async function migrated(client: PGlite): Promise<PGlite> {
  await client.exec("SET TIME ZONE 'UTC'; CREATE EXTENSION IF NOT EXISTS pg_trgm")
  await migrate(drizzle(client), { migrationsFolder })
  return client
}

function database(client: PGlite, release: () => void): Database {
  // The two drivers differ in the type of a raw result only, of which both have `rows`.
  const db = drizzle(quick(client)) as unknown as Db
  return {
    embedded: true,
    // The folder belongs to this process alone.
    ...signals(db),
    async close() {
      await client.close()
      release()
    },
  }
}

/** The embedded Postgres in a folder, owned by this process alone. */
export async function openFolder(folder: string): Promise<Database> {
  const release = await lockFolder(folder)
  try {
    return database(await migrated(await start(join(folder, 'pg'))), release)
  } catch (error) {
    release()
    throw error
  }
}

/** A database that is gone when closed. The migrated state is kept as a file, so the next one starts at once. */
export async function openMemory(): Promise<Database> {
  const folder = join(projectRoot, 'node_modules/.cache/lapangan')
  const template = join(folder, `template-${migrationsHash()}.tar`)
  if (existsSync(template)) {
    const client = await start(undefined, new Blob([readFileSync(template)]))
    await client.exec("SET TIME ZONE 'UTC'")
    return database(client, () => undefined)
  }
  const client = await migrated(await start())
  const dump = await client.dumpDataDir('none')
  mkdirSync(folder, { recursive: true })
  const own = `${template}.${process.pid}`
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()))
  renameSync(own, template)
  return database(client, () => undefined)
}
