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

const clients = new WeakMap<Database, PGlite>()

function database(client: PGlite, release: () => void): Database {
  // The two drivers differ in the type of a raw result only, of which both have `rows`.
  const db = drizzle(quick(client)) as unknown as Db
  const opened: Database = {
    embedded: true,
    // The folder belongs to this process alone.
    ...signals(db),
    async close() {
      await client.close()
      release()
    },
  }
  clients.set(opened, client)
  return opened
}

/** Everything in an embedded database, for others that begin with it. */
export async function imageOf(opened: Database): Promise<Blob> {
  const client = clients.get(opened)
  if (!client) throw new Error('only an embedded database has an image')
  return client.dumpDataDir('none')
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

async function fromImage(image: Blob): Promise<Database> {
  const client = await start(undefined, image)
  await client.exec("SET TIME ZONE 'UTC'")
  return database(client, () => undefined)
}

/** A database that is gone when closed. The migrated state is kept as a file, so the next one starts at once; or it begins with `image`. */
export async function openMemory(image?: Blob): Promise<Database> {
  if (image) return fromImage(image)
  const folder = join(projectRoot, 'node_modules/.cache/lapangan')
  const template = join(folder, `template-${migrationsHash()}.tar`)
  if (existsSync(template)) return fromImage(new Blob([readFileSync(template)]))
  const client = await migrated(await start())
  const dump = await client.dumpDataDir('none')
  mkdirSync(folder, { recursive: true })
  const own = `${template}.${process.pid}`
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()))
  renameSync(own, template)
  return database(client, () => undefined)
}
