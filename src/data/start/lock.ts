/**
 * A session that ended by itself locks the device: its data stays closed, and the lock screen shows the name of its
 * owner and how many of their changes are safe (docs/offline.md#tabs-the-worker-people-devices). Nothing of it is shown.
 */

import { isRecord } from '#contract/kit/field/guards.ts'
import { lockedKey } from '../api/session-data.ts'
import { readJson, removeItem } from '../base/storage.ts'

export interface Locked {
  ref: string
  name: string
  email: string
}

/** Null when nobody's session ended by itself since somebody last signed in. */
export function readLocked(): Locked | null {
  const stored = readJson(lockedKey)
  if (!isRecord(stored)) return null
  const { ref, name, email } = stored
  return typeof ref === 'string' && typeof name === 'string' && typeof email === 'string' ? { ref, name, email } : null
}

/** Somebody else is at the device; what waits stays all the same. */
export const forgetLocked = (): void => removeItem(lockedKey)

/** How many changes of a person have not reached the server, whether or not they are signed in. 0 when that cannot be read. */
export async function countWaiting(owner: string): Promise<number> {
  const { OwnerDatabase } = await import('../outbox/store/database.ts')
  const db = new OwnerDatabase(owner)
  try {
    return await db.outbox.count()
  } catch {
    return 0
  } finally {
    db.close()
  }
}
