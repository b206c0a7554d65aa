/** Backup and restore of an installation on the embedded database: its rows and its files in one archive. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { lockFolder } from '#server/db/folder-lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { meta } from '#server/platform/tables.ts'
import { packFolders, unpackFolders } from './tar.ts'

const folders = ['db/pg', 'files', 'kept-files', 'temporary-files']

/** Writes the archive. Throws while the program runs: a folder that changes makes no backup. */
export async function backup(dataDir: string, file: string): Promise<void> {
  if (!existsSync(join(dataDir, 'db/pg'))) throw new Error(`there is no database in ${dataDir}`)
  // Opening and closing leaves the folder as after a clean stop, whatever happened before.
  await (await openDatabase({ dataDir })).close()
  const release = lockFolder(join(dataDir, 'db'))
  try {
    await mkdir(dirname(file), { recursive: true })
    await pipeline(Readable.from(packFolders(dataDir, folders)), createGzip(), createWriteStream(`${file}.part`, { mode: 0o600 }))
    await rename(`${file}.part`, file)
  } finally {
    release()
  }
}

/**
 * Puts an archive in the place of what is there, which is kept beside it. The database starts a new epoch, so every
 * device asks for its rows anew; what waits in an outbox is not touched.
 */
export async function restore(dataDir: string, file: string): Promise<string | null> {
  const bytes = gunzipSync(await readFile(file))
  const fresh = join(dataDir, `restoring-${randomUUID()}`)
  const release = lockFolder(join(dataDir, 'db'))
  let kept: string | null = null
  try {
    await unpackFolders(bytes, fresh)
    if (!existsSync(join(fresh, 'db/pg/PG_VERSION'))) throw new Error('this file is not a whole backup')
    const before = join(dataDir, `before-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    for (const folder of folders) {
      if (existsSync(join(dataDir, folder))) {
        await mkdir(dirname(join(before, folder)), { recursive: true })
        await rename(join(dataDir, folder), join(before, folder))
        kept = before
      }
      if (existsSync(join(fresh, folder))) await rename(join(fresh, folder), join(dataDir, folder))
    }
  } finally {
    release()
    await rm(fresh, { recursive: true, force: true })
  }
  const database = await openDatabase({ dataDir })
  await database.db.update(meta).set({ value: randomUUID() }).where(eq(meta.name, 'epoch'))
  await database.close()
  return kept
}
