/** `npm run backup`: saves, restores, and secures a restored database. */
import { resolve } from 'node:path'
import { type Database, openDatabase } from '#server/db/open.ts'
import { removeUnreadableFactors } from '#server/platform/auth/second-factor.ts'
import { createSecretBox, hasKeyFile } from '#server/platform/core/secret-box.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { backup, restore } from './archive.ts'
import { type Ended, renewAccess } from './renew-access.ts'

type Where = Pick<Settings, 'databaseUrl' | 'dataDir' | 'secretKey' | 'filesBucket'>
type Say = (line: string) => void

/** A backup without files would look whole. */
const inBucket =
  'Files lie in the bucket of FILES_URL: this archive holds the database alone. Keep versions or a copy of the bucket as well'

const keyLost = '--key-lost'

function sayEnded({ sessions, links, codes }: Ended, say: Say): void {
  say(`Everybody signs in again: ${sessions} sessions and ${links} links to choose a password were ended`)
  if (codes) say(`${codes} recovery codes do not count any more: their owners make new ones`)
}

async function removeLost(database: Database, settings: Where, say: Say): Promise<void> {
  const removed = await removeUnreadableFactors(database.db, createSecretBox(settings))
  say(`${removed} second factors were turned off, whose key is lost: set them up again, and enter the credentials of WhatsApp numbers`)
}

/** Opens the configured database, and closes it. */
async function withDatabase({ databaseUrl, dataDir }: Where, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir: resolve(dataDir) })
  await work(database).finally(() => database.close())
}

async function restoreFile(settings: Where, file: string, isLost: boolean, say: Say): Promise<void> {
  const { dataDir, secretKey } = settings
  const { kept, ...ended } = await restore(resolve(dataDir), resolve(file))
  say(`Restored from ${resolve(file)}${kept ? `; what was there is kept in ${kept}` : ''}`)
  sayEnded(ended, say)
  if (isLost) return withDatabase(settings, (database) => removeLost(database, settings, say))
  if (!secretKey && !hasKeyFile(dataDir))
    say(
      `No backup holds the key of stored credentials: copy secret.key of the old installation to ${resolve(dataDir)}, or set SECRET_KEY, before the next start; if it is lost: npm run backup -- renew ${keyLost}`,
    )
}

/**
 * `[FILE]` saves; `restore FILE` restores; `renew` ends all access, for a restored Postgres or a suspected leak. `--key-lost` with the
 * latter two removes what only a lost key can open. Throws one line.
 */
export async function runBackup(asked: readonly string[], settings: Where, say: Say): Promise<void> {
  const { databaseUrl, dataDir, secretKey } = settings
  const isLost = asked.includes(keyLost)
  const [first, second] = asked.filter((word) => word !== keyLost)
  if (first === 'renew')
    return withDatabase(settings, async (database) => {
      sayEnded(await renewAccess(database), say)
      if (isLost) await removeLost(database, settings, say)
    })
  if (databaseUrl)
    throw new Error('the database of DATABASE_URL is saved with pg_dump and restored with pg_restore, and then npm run backup -- renew')
  if (settings.filesBucket) say(inBucket)
  if (first === 'restore') {
    if (!second) throw new Error('name the file to restore: npm run backup -- restore FILE')
    return restoreFile(settings, second, isLost, say)
  }
  const file = resolve(first ?? `${dataDir}/backups/lapangan-${new Date().toISOString().replace(/[:.]/g, '-')}.tar.gz`)
  await backup(resolve(dataDir), file, secretKey)
  say(`Saved to ${file}`)
}
