/** Backup and restore of an installation with an embedded database: rows and files in one archive. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { isDatabaseFolder } from '#server/db/database-folder.ts'
import { errorLine } from '#server/db/error-line.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { restingLog } from '#server/db/resting-log.ts'
import { sealSecrets } from '#server/platform/core/sealed-meta.ts'
import { createSecretBox } from '#server/platform/core/secret-box.ts'
import { type Ended, renewAccess } from './renew-access.ts'
import { packFolders, unpackFolders } from './tar.ts'

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
    await pipeline(bytes, createGzip(), createWriteStream(`${file}.part`, { mode: 0o600 }))
    await rename(`${file}.part`, file)
  } finally {
    release()
  }
}

export interface Restored extends Ended {
  /** Path of the replaced data; null if there was none. */
  kept: string | null
}

/** Runs before the swap: an interrupted restore leaves no database with old sessions. */
async function renew(dataDir: string): Promise<Ended> {
  try {
    if (!isDatabaseFolder(join(dataDir, 'db/pg'))) throw new Error('it has no database')
    const database = await openDatabase({ dataDir })
    return await renewAccess(database).finally(() => database.close())
  } catch (error) {
    throw new Error(`this file is not a whole backup: ${errorLine(error)}`)
  }
}

/**
 * Replaces the data by an archive, and keeps the old data beside it. The database gets a new epoch, so that devices resync; outboxes are
 * kept. All sessions and links of the backup end.
 */
export async function restore(dataDir: string, file: string): Promise<Restored> {
  const bytes = gunzipSync(await readFile(file))
  const fresh = join(dataDir, `restoring-${randomUUID()}`)
  const release = await lockFolder(join(dataDir, 'db'))
  let kept: string | null = null
  try {
    for (const name of await readdir(dataDir)) if (isUnfinished(name)) await rm(join(dataDir, name), { recursive: true, force: true })
    await unpackFolders(bytes, fresh)
    const ended = await renew(fresh)
    const before = join(dataDir, `before-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    for (const folder of folders) {
      if (existsSync(join(dataDir, folder))) {
        await mkdir(dirname(join(before, folder)), { recursive: true, mode: 0o700 })
        await rename(join(dataDir, folder), join(before, folder))
        kept = before
      }
      if (existsSync(join(fresh, folder))) await rename(join(fresh, folder), join(dataDir, folder))
    }
    return { kept, ...ended }
  } finally {
    release()
    await rm(fresh, { recursive: true, force: true })
  }
}
