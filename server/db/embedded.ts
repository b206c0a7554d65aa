import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { startCheckpoints } from './checkpoints.ts'
import { readControlFile } from './control-file.ts'
import type { Database, Db } from './database.ts'
import { cannotOpen, isDatabaseFolder } from './database-folder.ts'
import { EmbeddedPostgres } from './embedded-postgres.ts'
import { causesOf, errorLine, isFromDatabase, otherDisk, reasonOf } from './error-line.ts'
import { isFlushing, syncFolder, syncTree } from './flush.ts'
import { FlushingFiles, flushingParams } from './flushing-files.ts'
import { lockFolder } from './folder-lock.ts'
import { createCommitQueue } from './group-commit.ts'
import { assertBaseline, migrationsFolder, migrationsHash, OlderDatabaseError } from './migrate.ts'
import { quick } from './quick-query.ts'
import { projectRoot } from './root.ts'
import { signals } from './signals.ts'
import { unfinishedRestore } from './unfinished-restore.ts'

/** int8 and numeric as numbers, as in the Postgres driver. */
const parsers = { 20: Number, 1700: Number }

interface Place {
  dataDir?: string
  image?: Blob | undefined
  files?: FlushingFiles | null
}

async function start({ dataDir, image, files }: Place): Promise<EmbeddedPostgres> {
  const client = new EmbeddedPostgres({
    ...(files ? { fs: files, startParams: flushingParams } : dataDir && { dataDir }),
    ...(image && { loadDataDir: image }),
    extensions: { pg_trgm },
    parsers,
    relaxedDurability: false,
  })
  await client.waitReady
  // Starting flushes as well: another version of the driver may do it in another way, or not at all.
  if (files?.flushes === 0) throw new Error('the embedded Postgres flushes nothing to the disk')
  return client
}

async function migrated(client: EmbeddedPostgres): Promise<EmbeddedPostgres> {
  await client.exec("SET TIME ZONE 'UTC'; CREATE EXTENSION IF NOT EXISTS pg_trgm")
  const db = drizzle(client)
  await assertBaseline(db)
  await migrate(db, { migrationsFolder })
  return client
}

const clients = new WeakMap<Database, EmbeddedPostgres>()

function database(client: EmbeddedPostgres, isOnDisk: boolean, release: () => void): Database {
  const queue = isOnDisk && isFlushing() ? createCommitQueue(client) : null
  // Only the drivers' type of a raw result differs; both have `rows`.
  const db = drizzle(quick(client, queue)) as unknown as Db
  const checkpoints = isOnDisk ? startCheckpoints(client, () => queue?.isQuiet() ?? true) : null
  const opened: Database = {
    embedded: true,
    // The folder has no other process.
    ...signals(db),
    hold: (work) => (queue ? queue.hold(work) : work()),
    lost: client.panicked,
    async close() {
      checkpoints?.stop()
      await client.close()
      release()
    },
  }
  clients.set(opened, client)
  return opened
}

/** Returns an embedded database's contents, to start others from. */
export async function imageOf(opened: Database): Promise<Blob> {
  const client = clients.get(opened)
  if (!client) throw new Error('only an embedded database has an image')
  return client.dumpDataDir('none')
}

/** Free bytes required: a new database takes half of it, and a killed one first writes to its log. */
const neededBytes = { make: 100_000_000, open: 32_000_000 } as const

/** Bytes that this user may still write on the disk of a folder. */
function bytesFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Created under a temporary name, so that one killed meanwhile is created again; it gets its name once all of it is on the disk. */
async function makeDatabase(data: string): Promise<void> {
  const unfinished = `${data}.new`
  rmSync(unfinished, { recursive: true, force: true })
  try {
    // Flushed as a whole, not file by file as Postgres does it.
    await (await migrated(await start({ dataDir: unfinished, image: template() }))).close()
    await syncTree(unfinished)
    renameSync(unfinished, data)
    syncFolder(dirname(data))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Databases moved aside by hand, unfinished ones, and locks. */
const ownNames = /^(pg\b|lapangan\.lock)/

const restoreCut = (dataDir: string, before: string) =>
  new Error(`a restore in ${dataDir} was cut short: run it again (npm run backup -- restore FILE); what was there is in ${before}`)

/** Throws before anything is written, where no database may be created: over a file, foreign files, or an interrupted restore. */
function assertPlace(folder: string): void {
  const dataDir = dirname(folder)
  const before = unfinishedRestore(dataDir)
  if (before !== null) throw restoreCut(dataDir, before)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw cannotOpen(folder, 'it is a file and no folder')
  const names = found ? readdirSync(folder) : []
  if (names.includes('pg')) return
  if (names.some((name) => !ownNames.test(name))) throw cannotOpen(folder, 'there is something else in it and no database')
  if (existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('restoring-'))) throw restoreCut(dataDir, 'before-…')
}

async function openIn(data: string): Promise<EmbeddedPostgres> {
  if (!isDatabaseFolder(data)) await makeDatabase(data)
  // Postgres does it where it was killed. Otherwise the last process, or a copy, may have flushed nothing.
  else if (readControlFile(data)?.isStopped) await syncTree(data)
  try {
    return await migrated(await start({ dataDir: data, files: isFlushing() ? new FlushingFiles(data) : null }))
  } catch (error) {
    if (reasonOf(error) !== null) throw error
    if (error instanceof OlderDatabaseError) throw new Error(`the database in ${data} cannot be opened: ${error.message}`)
    throw cannotOpen(data, causesOf(error).some(isFromDatabase) ? errorLine(error) : 'Postgres does not start in it')
  }
}

/** Opens the embedded Postgres in a folder, for this process alone. Throws one line with a remedy. */
export async function openFolder(folder: string, free = bytesFree): Promise<Database> {
  const data = join(folder, 'pg')
  assertPlace(folder)
  let release = () => {}
  try {
    release = await lockFolder(folder)
    const needed = existsSync(data) ? neededBytes.open : neededBytes.make
    if (free(folder) < needed) throw Object.assign(new Error(`less than ${needed} bytes are free`), { code: 'ENOSPC' })
    return database(await openIn(data), true, release)
  } catch (error) {
    release()
    const reason = reasonOf(error)
    throw reason === null ? error : new Error(`the database in ${data} cannot be opened: ${reason}; ${otherDisk}`)
  }
}

async function fromImage(image: Blob): Promise<EmbeddedPostgres> {
  const client = await start({ image })
  await client.exec("SET TIME ZONE 'UTC'")
  return client
}

const templates = join(projectRoot, 'node_modules/.cache/lapangan')
const templateFile = () => join(templates, `template-${migrationsHash()}.tar`)

/** Migrated state of the first database in memory, from which others start at once. */
function template(): Blob | undefined {
  const file = templateFile()
  return existsSync(file) ? new Blob([readFileSync(file)]) : undefined
}

async function fromTemplate(): Promise<EmbeddedPostgres> {
  const known = template()
  if (known) return fromImage(known)
  const client = await migrated(await start({}))
  const dump = await client.dumpDataDir('none')
  mkdirSync(templates, { recursive: true })
  const own = `${templateFile()}.${process.pid}`
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()))
  renameSync(own, templateFile())
  return client
}

/** Closed and emptied databases in memory, for reuse: starting one takes longer than most tests. */
const emptied: EmbeddedPostgres[] = []
const shape = `select string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum) as columns
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`
const shapeOf = async (client: PGlite) => (await client.query<{ columns: string }>(shape)).rows[0]?.columns
/** Tables with content, or with used sequences. */
const used = `select t.oid::regclass::text as name, s.oid::regclass::text as sequence from pg_class t
  left join (pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S') on d.refobjid = t.oid and d.deptype in ('a', 'i')
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and (pg_relation_size(t.oid) > 0 or pg_sequence_last_value(s.oid) is not null)`

/** Deletes rows where there are some: truncating rewrites the files of all referring tables, ten times as slowly. */
async function empty(client: PGlite): Promise<void> {
  await client.exec('discard all')
  await client.exec("set session_replication_role = 'replica'")
  const { rows } = await client.query<{ name: string; sequence: string | null }>(used)
  for (const { name, sequence } of rows) {
    const [deleted] = await client.exec(`delete from ${name}`)
    if (sequence) await client.exec(`alter sequence ${sequence} restart`)
    if (deleted?.affectedRows) await client.exec(`vacuum ${name}`)
  }
  await client.exec("reset session_replication_role; set time zone 'UTC'")
}

/** Opens a database in memory; `image`: its initial contents. */
export async function openMemory(image?: Blob): Promise<Database> {
  if (image) return database(await fromImage(image), false, () => undefined)
  const client = emptied.pop() ?? (await fromTemplate())
  const before = await shapeOf(client)
  return Object.assign(
    database(client, false, () => undefined),
    {
      async close() {
        // Nothing undoes changed tables.
        if ((await shapeOf(client)) !== before) return client.close()
        await empty(client)
        emptied.push(client)
      },
    },
  )
}
