/** Signing out: what was read goes, what is unsent stays, encrypted where it can be (docs/product/session.md#what-stays-on-the-device). */
import { sessionStore } from '../api/session.ts'
import { signOut } from '../api/sign-in.ts'
import { clearReads } from '../cache/evict-caches.ts'
import { openPageDatabase } from '../cache/page-database.ts'
import { canSeal } from '../sealed/cipher.ts'
import { countOpenings, sealOwn } from '../sealed/seal.ts'

/** Whether what stays is encrypted: the server gives a key, and the browser encrypts for this page. */
export const isSealing = (): boolean => canSeal() && sessionStore.get().session?.device_key !== undefined

async function clearReadsOf(owner: string): Promise<void> {
  const db = openPageDatabase(owner)
  await clearReads(db)
    .catch(() => undefined)
    .finally(() => db.close())
}

/** Milliseconds in which forms that were open have written their drafts, and other tabs have noticed. */
const leaving = 500

/** Throws where it cannot be encrypted; nothing is lost then, and nobody is signed out. */
export async function leaveDevice(): Promise<void> {
  const { session } = sessionStore.get()
  if (!session) return
  const owner = session.user.ref
  const secret = isSealing() ? session.device_key : undefined
  const openings = countOpenings()
  await clearReadsOf(owner)
  if (secret) await sealOwn(owner, secret)
  await signOut()
  await new Promise((resolve) => setTimeout(resolve, leaving))
  if (sessionStore.get().session) return
  await clearReadsOf(owner)
  // A person who signs in again meanwhile has it in plain.
  if (secret) await sealOwn(owner, secret, openings).catch(() => undefined)
}
