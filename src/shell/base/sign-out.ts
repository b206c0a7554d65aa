import { sessionStore } from '#console/data/api/session.ts'
import { signOut } from '#console/data/api/sign-in.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { countWaiting } from '#console/data/start/device-lock.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { choose } from '#console/ui/confirm.ts'

/** Counted in the database; the store's list may still be a partial copy. */
async function waiting(): Promise<number> {
  const { rows, ready } = outboxStore.get()
  const owner = sessionStore.get().session?.user.ref
  return ready || !owner ? rows.length : countWaiting(owner)
}

/**
 * Signs out after showing how many unsent changes stay on the device (docs/offline.md#tabs-the-worker-people-devices). Others may use it.
 */
export async function confirmSignOut(): Promise<void> {
  const count = await waiting()
  await loadMessages('preferences')
  const answer = await choose({
    title: count > 0 ? t('signOut.title', { count }) : t('signOut.question'),
    detail: count > 0 ? t('signOut.detail') : t('signOut.stays'),
    action: t('app.signOut'),
    alternative: t('signOut.remove'),
    cancel: t('app.cancel'),
  })
  if (answer === 'no') return
  if (answer === 'yes') return signOut()
  const { askToRemoveAll } = await import('./remove-all.ts')
  await askToRemoveAll()
}
