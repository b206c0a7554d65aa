import { outboxStore } from '#console/data/outbox-store.ts'
import { signOut } from '#console/data/sign-in.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'

/** Signs out; with unsent changes only after the person was told their number (design section 5, rule 8). */
export async function askToSignOut(): Promise<void> {
  const count = outboxStore.get().rows.length
  if (count > 0) {
    await loadMessages('preferences')
    const sure = await confirm({
      title: t('signOut.title', { count }),
      detail: t('signOut.detail'),
      action: t('app.signOut'),
      cancel: t('app.cancel'),
      destructive: true,
    })
    if (!sure) return
  }
  await signOut()
}
