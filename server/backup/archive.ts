/** Backup and restore of an installation on the embedded database: its rows and its files in one archive. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { SecurityEvent } from '#contract/sections/auth/security-log.ts'
import { pushSubscriptions } from '#server/db/chat.ts'
import type { Db } from '#server/db/database.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { meta, passwordResets, securityEvents, sessions } from '#server/platform/tables.ts'
import { packFolders, unpackFolders } from './tar.ts'

const folders = ['db/pg', 'files', 'kept-files', 'temporary-files']

/** Writes the archive. Throws while the program runs: a folder that changes makes no backup. */
export async function backup(dataDir: string, file: string): Promise<void> {
  if (!existsSync(join(dataDir, 'db/pg'))) throw new Error(`there is no database in ${dataDir}`)
  // Opening and closing leaves the folder as after a clean stop, whatever happened before.
  await (await openDatabase({ dataDir })).close()
  const release = await lockFolder(join(dataDir, 'db'))
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(packFolders(dataDir, folders)), createGzip(), createWriteStream(`${file}.part`, { mode: 0o600 }))
    await rename(`${file}.part`, file)
  } finally {
    release()
  }
}

export interface Restored {
  /** Where lies what was there before; null where there was nothing. */
  kept: string | null
  /** How many were ended: sessions, and links to choose a password (invitations among them). */
  sessions: number
  links: number
}

/**
 * What was ended since the backup was made must not live again, and of what was ended nobody knows any more: so everybody signs
 * in anew, and asks for a new link.
 */
async function endAccess(db: Db): Promise<Pick<Restored, 'sessions' | 'links'>> {
  const now = sql`now()`
  const ended = await db
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(isNull(sessions.revoked_at), gt(sessions.expires_at, now)))
    .returning({ jti: sessions.jti })
  const links = await db
    .update(passwordResets)
    .set({ used_at: now })
    .where(and(isNull(passwordResets.used_at), gt(passwordResets.expires_at, now)))
    .returning({ user: passwordResets.user_id })
  await db.delete(pushSubscriptions)
  const detail = `${ended.length} sessions and ${links.length} links were ended`
  await db.insert(securityEvents).values({ event: 'restored' satisfies SecurityEvent, name: '-', detail })
  return { sessions: ended.length, links: links.length }
}

/** Before it takes anybody's place: a restore that stops halfway leaves no database behind in which old sessions live. */
async function renew(dataDir: string): Promise<Pick<Restored, 'sessions' | 'links'>> {
  const database = await openDatabase({ dataDir })
  try {
    return await database.transaction(async (tx) => {
      await tx.update(meta).set({ value: randomUUID() }).where(eq(meta.name, 'epoch'))
      return endAccess(tx)
    })
  } finally {
    await database.close()
  }
}

/**
 * Puts an archive in the place of what is there, which is kept beside it. The database starts a new epoch, so every
 * device asks for its rows anew; what waits in an outbox is not touched. Every session and link of the backup ends.
 */
export async function restore(dataDir: string, file: string): Promise<Restored> {
  const bytes = gunzipSync(await readFile(file))
  const fresh = join(dataDir, `restoring-${randomUUID()}`)
  const release = await lockFolder(join(dataDir, 'db'))
  let kept: string | null = null
  try {
    await unpackFolders(bytes, fresh)
    if (!existsSync(join(fresh, 'db/pg/PG_VERSION'))) throw new Error('this file is not a whole backup')
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
