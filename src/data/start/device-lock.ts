/**
 * A session that ended automatically locks the device: data is inaccessible, and the lock screen shows the owner's name and the number of
 * saved changes (docs/offline.md#tabs-the-worker-people-devices), but nothing else.
 */

import { isRecord } from '#contract/kit/field/guards.ts'
import { lockedKey } from '../api/session-data.ts'
import { readJson, removeItem } from '../base/storage.ts'

export interface Locked {
  ref: string
  name: string
  email: string
}

/** Null when no session ended automatically since the last sign-in. */
export function readLocked(): Locked | null {
  const stored = readJson(lockedKey)
  if (!isRecord(stored)) return null
  const { ref, name, email } = stored
  return typeof ref === 'string' && typeof name === 'string' && typeof email === 'string' ? { ref, name, email } : null
}

/** Forgets the locked owner; their changes stay. */
export const forgetLocked = (): void => removeItem(lockedKey)

/** Number of unsent changes of a person, signed in or not. 0 when it cannot be read. */
export async function countWaiting(owner: string): Promise<number> {
  try {
    const [{ openPageDatabase }, { countSealed }] = await Promise.all([import('../cache/page-database.ts'), import('../sealed/seal.ts')])
    const db = openPageDatabase(owner)
    try {
      return (await db.outbox.count()) + (await countSealed(db))
    } finally {
      db.close()
    }
  } catch {
    return 0
  }
}
