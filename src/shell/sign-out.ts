import { countWaiting } from '#console/data/lock.ts'
import { outboxStore } from '#console/data/outbox-store.ts'
import { sessionStore } from '#console/data/session.ts'
import { signOut } from '#console/data/sign-in.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { choose } from '#console/ui/confirm.ts'

/** The database knows them all; the screen's own list may still be a short copy of it. */
async function waiting(): Promise<number> {
  const { rows, ready } = outboxStore.get()
  const owner = sessionStore.get().session?.user.ref
  return ready || !owner ? rows.length : countWaiting(owner)
}

/** Signs out; with unsent changes only after the person was told their number (design section 5, rule 8). */
export async function confirmSignOut(): Promise<void> {
  const count = await waiting()
  if (count > 0) {
    await loadMessages('preferences')
    const answer = await choose({
      title: t('signOut.title', { count }),
      detail: t('signOut.detail'),
      action: t('app.signOut'),
      alternative: t('signOut.remove'),
      cancel: t('app.cancel'),
    })
    if (answer === 'alternative') {
      const { askToRemoveAll } = await import('./remove-all.ts')
      return askToRemoveAll()
    }
    if (answer === 'no') return
  }
  await signOut()
}
