/** Secrets of the installation, in `meta`, sealed by a key that no backup has (decision 52). */
import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Db } from '#server/db/database.ts'
import { meta } from '#server/db/tables/platform.ts'
import { metaValue } from './meta.ts'
import { isSealed, type SecretBox, UnreadableSecret } from './secret-box.ts'

/** Keys for signing tokens, for push services, and for signing tickets of events. */
const secretNames = ['token_secret', 'vapid', 'ticket_key'] as const
type SecretName = (typeof secretNames)[number]

const wayOut =
  'the secrets of the database were encrypted with another key: set SECRET_KEY as it was, or put the secret.key of before into DATA_DIR; if the key is lost: npm run backup -- renew --key-lost'

/** Returns a secret that is made once. Throws one line if it was sealed with another key. */
export async function secretValue(db: Db, box: SecretBox, name: SecretName, make: () => string): Promise<string> {
  const stored = await metaValue(db, name, () => box.seal(make()))
  if (!isSealed(stored)) return stored
  try {
    return box.open(stored)
  } catch (error) {
    throw error instanceof UnreadableSecret ? new Error(wayOut) : error
  }
}

/**
 * Seals plain secrets of an earlier version. The embedded database keeps old rows and values of analysed columns in its files, and so do
 * backups: they are rewritten.
 */
export async function sealSecrets({ db, embedded }: Database, box: SecretBox): Promise<void> {
  const stored = await db.select().from(meta).where(inArray(meta.name, secretNames))
  const open = stored.filter(({ value }) => !isSealed(value))
  for (const { name, value } of open)
    await db
      .update(meta)
      .set({ value: box.seal(value) })
      .where(and(eq(meta.name, name), eq(meta.value, value)))
  if (!embedded || !open.length) return
  await db.execute('vacuum (full, analyze) meta')
  await db.execute('vacuum full pg_statistic')
}

/** New ones are made at the next start: all tokens end, and devices resubscribe to alerts. */
export async function forgetSecrets(tx: Db): Promise<void> {
  await tx.delete(meta).where(inArray(meta.name, secretNames))
}
