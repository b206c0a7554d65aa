/** The secrets of the installation: they stand in `meta`, sealed by the key that no backup holds (decision 52). */
import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Db } from '#server/db/database.ts'
import { meta } from '#server/db/tables/platform.ts'
import { metaValue } from './meta.ts'
import { isSealed, type SecretBox, UnreadableSecret } from './secret-box.ts'

/** What signs tokens, and by which push services know this installation. */
const secretNames = ['token_secret', 'vapid'] as const
type SecretName = (typeof secretNames)[number]

const wayOut =
  'the secrets of the database were encrypted with another key: set SECRET_KEY as it was, or put the secret.key of before into DATA_DIR; if the key is lost: npm run backup -- renew --key-lost'

/** A secret that is made once. Throws one line where the key is not the one that sealed it. */
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
 * Seals what an earlier version stored as text. The embedded database keeps old rows, and the values of an analysed column, in its
 * files for longer, and a backup has its files: they are written anew.
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

/** Others are made at the next start: every token ends, and devices subscribe anew to be alerted. */
export async function forgetSecrets(tx: Db): Promise<void> {
  await tx.delete(meta).where(inArray(meta.name, secretNames))
}
