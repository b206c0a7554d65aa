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

async function fromImage(image: Blob): Promise<PGlite> {
  const client = await start(undefined, image)
  await client.exec("SET TIME ZONE 'UTC'")
  return client
}

/** The migrated state is kept as a file, so the next one starts at once. */
async function fromTemplate(): Promise<PGlite> {
  const folder = join(projectRoot, 'node_modules/.cache/lapangan')
  const template = join(folder, `template-${migrationsHash()}.tar`)
  if (existsSync(template)) return fromImage(new Blob([readFileSync(template)]))
  const client = await migrated(await start())
  const dump = await client.dumpDataDir('none')
  mkdirSync(folder, { recursive: true })
  const own = `${template}.${process.pid}`
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()))
  renameSync(own, template)
  return client
}

/** Databases in memory that are closed and empty. To start another one takes longer than most tests. */
const emptied: PGlite[] = []
const shape =
  "select string_agg(table_name || '.' || column_name || ' ' || data_type, ',' order by table_name, ordinal_position) as columns from information_schema.columns where table_schema = 'public'"
const shapeOf = async (client: PGlite) => (await client.query<{ columns: string }>(shape)).rows[0]?.columns
const empty = `set time zone 'UTC';
  do $$ begin execute (select 'truncate ' || string_agg(format('%I', tablename), ', ') || ' restart identity cascade' from pg_tables where schemaname = 'public'); end $$`

/** A database that is gone when closed; `image`: what it begins with. */
export async function openMemory(image?: Blob): Promise<Database> {
  if (image) return database(await fromImage(image), () => undefined)
  const client = emptied.pop() ?? (await fromTemplate())
  const before = await shapeOf(client)
  return Object.assign(
    database(client, () => undefined),
    {
      async close() {
        // Nothing undoes changed tables.
        if ((await shapeOf(client)) !== before) return client.close()
        await client.exec('discard all')
        await client.exec(empty)
        emptied.push(client)
      },
    },
  )
}
