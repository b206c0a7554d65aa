/** Backup and restore of an installation with an embedded database: rows and files in one archive. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { isDatabaseFolder } from '#server/db/database-folder.ts'
import { errorLine } from '#server/db/error-line.ts'
import { syncNames, syncTree } from '#server/db/flush.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { restingLog } from '#server/db/resting-log.ts'
import { markRestore, unfinishedRestore, unmarkRestore } from '#server/db/unfinished-restore.ts'
import { sealSecrets } from '#server/platform/core/sealed-meta.ts'
import { createSecretBox } from '#server/platform/core/secret-box.ts'
import { type Ended, renewAccess } from './renew-access.ts'
import { ArchiveError, follows, packFolders, unpackFolders } from './tar.ts'

/** Leftovers of a killed restore. */
const isUnfinished = (name: string) => name.startsWith('restoring-')

const folders = ['db/pg', 'files', 'kept-files', 'videos', 'temporary-files']

/** Required parts of a stopped database's write-ahead log, by name in the archive. */
function withoutPast(dataDir: string): Map<string, Buffer | null> {
  const log = restingLog(join(dataDir, 'db/pg'))
  if (!log) return new Map()
  const past = readdirSync(join(dataDir, 'db/pg/pg_wal')).map((name): [string, null] => [`db/pg/pg_wal/${name}`, null])
  return new Map<string, Buffer | null>([...past, [`db/pg/pg_wal/${log.name}`, log.content]])
}

/**
 * Writes an archive without unsealed secrets: `secretKey` as in the settings. Throws while the program runs, because its folder changes.
 */
export async function backup(dataDir: string, file: string, secretKey: string | null = null): Promise<void> {
  if (!existsSync(join(dataDir, 'db/pg'))) throw new Error(`there is no database in ${dataDir}`)
  // Opening and closing makes it a clean stop in any case.
  const database = await openDatabase({ dataDir })
  await sealSecrets(database, createSecretBox({ secretKey, dataDir })).finally(() => database.close())
  const release = await lockFolder(join(dataDir, 'db'))
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const bytes = Readable.from(packFolders(dataDir, folders, withoutPast(dataDir)))
    await pipeline(bytes, createGzip(), createWriteStream(`${file}.part`, { mode: 0o600, flush: true }))
    await rename(`${file}.part`, file)
    await syncNames(dirname(file))
  } catch (error) {
    await rm(`${file}.part`, { force: true })
    throw error
  } finally {
    release()
  }
}

export interface Restored extends Ended {
  /** Path of the replaced data; null if there was none. */
  kept: string | null
}

/** Messages of zlib, which say nothing to an operator. */
function toArchiveError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'Z_BUF_ERROR') return new ArchiveError('it is cut short')
  if (error.code !== 'Z_DATA_ERROR') return error
  return new ArchiveError(error.message === 'incorrect header check' ? follows : 'it is damaged: what it holds is not what was saved')
}

const magic = Buffer.from([0x1f, 0x8b, 8])

/** Yields the contents of a compressed archive, 256 kB at most at a time. Throws ArchiveError unless it is whole. */
export async function* readArchive(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file)
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    if (!buffer.equals(magic)) throw new ArchiveError(size ? 'it is no .tar.gz file' : 'it is empty')
    const source = handle.createReadStream({ start: 0, autoClose: false })
    source.once('error', (error) => gunzip.destroy(error)).pipe(gunzip)
    yield* gunzip
    if (gunzip.bytesWritten < size) throw new ArchiveError(follows)
  } catch (error) {
    throw toArchiveError(error)
  } finally {
    gunzip.destroy()
    await handle.close()
  }
}

/** Runs before the swap: an interrupted restore leaves no database with old sessions. */
async function renew(dataDir: string): Promise<Ended> {
  if (!isDatabaseFolder(join(dataDir, 'db/pg'))) throw new ArchiveError('it has no database')
  const database = await openDatabase({ dataDir })
  return renewAccess(database).finally(() => database.close())
}

/** Throws before anything is moved: a rename goes to no other disk. */
async function assertOneDisk(dataDir: string): Promise<void> {
  const { dev } = await stat(dataDir)
  for (const folder of folders) {
    const found = await lstat(join(dataDir, folder)).catch(() => null)
    if (found && found.dev !== dev)
      throw new Error(
        `${join(dataDir, folder)} is on another disk than ${dataDir}, and cannot be replaced: restore into a folder of one disk`,
      )
  }
}

/**
 * Moves what is there to `before`, and the restored folders to its place. Where an earlier restore was cut, `before` has folders of then
 * already, and what stands in their place is a part of that restore.
 */
async function swap(dataDir: string, fresh: string): Promise<string | null> {
  const name = unfinishedRestore(dataDir) || `before-${new Date().toISOString().replace(/[:.]/g, '-')}`
  const before = join(dataDir, name)
  await assertOneDisk(dataDir)
  markRestore(dataDir, name)
  for (const folder of folders) {
    const current = join(dataDir, folder)
    const kept = join(before, folder)
    const restored = join(fresh, folder)
    if (existsSync(kept)) await rm(current, { recursive: true, force: true })
    else if (existsSync(current)) {
      await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
      await rename(current, kept)
    }
    if (existsSync(restored)) await rename(restored, current)
  }
  for (const folder of [dataDir, before])
    for (const changed of [folder, join(folder, 'db')]) if (existsSync(changed)) await syncNames(changed)
  unmarkRestore(dataDir)
  return existsSync(before) ? before : null
}

/**
 * Replaces the data by an archive, and keeps the old data beside it. The database gets a new epoch, so that devices resync; outboxes are
 * kept. All sessions and links of the backup end.
 */
export async function restore(dataDir: string, file: string): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  const fresh = join(dataDir, `restoring-${randomUUID()}`)
  const release = await lockFolder(join(dataDir, 'db'))
  try {
    for (const name of await readdir(dataDir)) if (isUnfinished(name)) await rm(join(dataDir, name), { recursive: true, force: true })
    const ended = await unpackFolders(readArchive(file), fresh)
      .then(() => renew(fresh))
      .then((renewed) => syncTree(fresh).then(() => renewed))
      .catch((error: unknown) => {
        throw new Error(`${file} cannot be restored: ${errorLine(error)}`)
      })
    return { kept: await swap(dataDir, fresh), ...ended }
  } finally {
    release()
    await rm(fresh, { recursive: true, force: true })
  }
}
