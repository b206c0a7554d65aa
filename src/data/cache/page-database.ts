/** The databases that this page has open, which end with it. */
import { isAway, onLeave } from '../base/page-life.ts'
import { type DatabaseTrouble, OwnerDatabase } from '../outbox/store/database.ts'
import { trackTransactions } from './open-transactions.ts'

const open = new Map<OwnerDatabase, () => void>()
let isFollowing = false

/** What was under way is not done, and nobody waits for it. */
function leave(): void {
  for (const [db, abortAll] of open) {
    abortAll()
    db.close()
  }
  open.clear()
}

/**
 * A database of this person, for this page alone: when the page is left its transactions are aborted and it is closed
 * (docs/offline.md#the-life-of-a-page). Throws an AbortError while the page is left, where nobody could close it.
 */
export function openPageDatabase(owner: string, onTrouble?: (trouble: DatabaseTrouble) => void): OwnerDatabase {
  if (isAway()) throw new DOMException('The page was left', 'AbortError')
  // A page may be left before anything but its first reads has begun.
  if (!isFollowing) onLeave(leave)
  isFollowing = true
  for (const db of open.keys()) if (db.hasBeenClosed()) open.delete(db)
  const db = new OwnerDatabase(owner, onTrouble)
  open.set(db, trackTransactions(db))
  return db
}
