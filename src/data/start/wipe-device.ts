/** Removes all data of a person from this device. Waiting changes of others stay in their own databases. */

import { sessionStore } from '../api/session.ts'
import { signOut } from '../api/sign-in.ts'
import { closeDatabase } from '../cache/db.ts'

/** Milliseconds for other tabs to close the database. */
const patience = 5_000

/** Deletes a database. Rejects while another tab keeps it open. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error(name))
    setTimeout(() => reject(new Error(`${name} is open in another tab`)), patience)
  })
}

async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

async function removeCaches(): Promise<void> {
  if (typeof caches !== 'undefined') for (const name of await caches.keys()) await caches.delete(name)
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister()
}

/**
 * Signs out and removes waiting changes, files, leads, chats, cached lists and pictures, preferences, alerts and the app itself. Rejects
 * when something could not be removed; the rest is removed anyway. The page must be reloaded afterwards.
 */
export async function wipeDevice(): Promise<void> {
  const owner = sessionStore.get().session?.user.ref
  await endPush().catch(() => undefined)
  await signOut()
  closeDatabase()
  const { forgetWorker } = await import('../outbox/wire/credentials.ts')
  const steps = [owner ? deleteDatabase(`lapangan-${owner}`) : Promise.resolve(), forgetWorker(), removeCaches()]
  const done = await Promise.allSettled(steps)
  // Last, because sign-out and closing write to it.
  localStorage.clear()
  sessionStorage.clear()
  const failed = done.find((step) => step.status === 'rejected')
  if (failed) throw failed.reason
}
