import { sessionStore } from '#console/data/api/session.ts'
import { signOut } from '#console/data/api/sign-in.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { countWaiting } from '#console/data/start/device-lock.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { choose, confirm } from '#console/ui/confirm.ts'

/** Counted in the database; the store's list may still be a partial copy. */
async function waiting(): Promise<number> {
  const { rows, ready } = outboxStore.get()
  const owner = sessionStore.get().session?.user.ref
  return ready || !owner ? rows.length : countWaiting(owner)
}

/** Signs out also where nothing can be encrypted, once the person has said so. */
async function leave(leaveDevice: () => Promise<void>): Promise<void> {
  try {
    await leaveDevice()
  } catch {
    const isSure = await confirm({
      title: t('signOut.unsealedTitle'),
      detail: t('signOut.unsealedDetail'),
      action: t('app.signOut'),
      cancel: t('app.cancel'),
      cautious: true,
    })
    if (isSure) await signOut()
  }
}

/** Signs out after telling what stays on the device, how many unsent changes, and whether it is encrypted. Others may use it. */
export async function confirmSignOut(): Promise<void> {
  const [count, { isSealing, leaveDevice }] = await Promise.all([
    waiting(),
    import('#console/data/start/leave-device.ts'),
    loadMessages('preferences'),
  ])
  const stays = isSealing()
    ? t(count > 0 ? 'signOut.detail' : 'signOut.stays')
    : t(count > 0 ? 'signOut.detailPlain' : 'signOut.staysPlain')
  const answer = await choose({
    title: count > 0 ? t('signOut.title', { count }) : t('signOut.question'),
    detail: stays,
    action: t('app.signOut'),
    alternative: t('signOut.remove'),
    cancel: t('app.cancel'),
  })
  if (answer === 'no') return
  if (answer === 'yes') return leave(leaveDevice)
  const { askToRemoveAll } = await import('./remove-all.ts')
  await askToRemoveAll()
}
