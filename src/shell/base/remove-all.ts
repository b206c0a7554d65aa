import { sessionStore } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { countWaiting } from '#console/data/start/device-lock.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'

async function removeAll(): Promise<void> {
  const { wipeDevice } = await import('#console/data/start/wipe-device.ts')
  try {
    await wipeDevice()
  } catch {
    postMessage({ kind: 'error', text: t('signOut.notAll') })
    return
  }
  // Clears the page's memory, too.
  location.replace('/login')
}

/** Signs out and removes all data of this person from the device, after showing how many changes are lost. */
export async function askToRemoveAll(): Promise<void> {
  await loadMessages('preferences')
  const owner = sessionStore.get().session?.user.ref
  const count = owner ? await countWaiting(owner) : 0
  const sure = await confirm({
    title: t('signOut.removeTitle'),
    detail: count > 0 ? t('signOut.removeLost', { count }) : t('signOut.removeDetail'),
    action: t('signOut.remove'),
    cancel: t('app.cancel'),
    cautious: true,
  })
  if (sure) await removeAll()
}
