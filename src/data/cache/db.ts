/** Database of the signed-in person. Opened on first use, closed with the session, never deleted. */

import { sessionStore } from '../api/session.ts'
import { isAway, onLeave } from '../base/page-life.ts'
import type { DatabaseTrouble, OwnerDatabase } from '../outbox/store/database.ts'
import { databaseStore } from './database-state.ts'
import { openPageDatabase } from './page-database.ts'

let open: OwnerDatabase | null = null
let channel: BroadcastChannel | null = null
let isFollowing = false

/** Asks the other tabs to let go of a database that does not answer here. */
const askOthers = 'let go'

function follow(trouble: DatabaseTrouble): void {
  if (trouble === 'silent') channel?.postMessage(askOthers)
  databaseStore.set(trouble ?? 'ready')
}

/** A tab that is able to closes its connection: what runs in it ends first, and its next use opens another one behind the tab that waits. */
function listen({ name }: OwnerDatabase): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const listening = new BroadcastChannel(name)
  listening.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === askOthers && databaseStore.get() === 'ready' && open && !open.hasBeenClosed()) open.close({ disableAutoOpen: false })
  }
  return listening
}

/** Null while signed out, once a newer console has upgraded the database, and while the page is left, where nobody could close it. */
export function ownerDatabase(): OwnerDatabase | null {
  const owner = sessionStore.get().session?.user.ref ?? null
  // One that was closed on purpose stays closed; a lost connection it renews by itself.
  if (open && (open.owner !== owner || open.hasBeenClosed())) closeDatabase()
  if (databaseStore.get() === 'outdated' || isAway()) return null
  if (!open && owner) {
    open = openPageDatabase(owner, follow)
    if (!isFollowing) onLeave(closeDatabase)
    isFollowing = true
    channel = listen(open)
  }
  return open
}

export function closeDatabase(): void {
  channel?.close()
  channel = null
  open?.close()
  open = null
  if (databaseStore.get() !== 'outdated') databaseStore.set('ready')
}

/** Gives the connection up and opens another one, for a person who does not want to wait. Rejects where that fails. */
export async function openDatabaseAnew(): Promise<void> {
  await ownerDatabase()?.openAnew()
}
