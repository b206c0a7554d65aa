import { sessionStore } from '#console/data/api/session.ts'
import { type MessageButton, postMessage } from '#console/data/base/messages.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import { passes } from '#contract/kit/field/permission.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { reasonOf } from '../text/reason.ts'
import { titleOf } from '../text/title-of.ts'
import { remove } from './actions.ts'
import type { Outcome } from './submit-bulk.ts'

/** Forgets what waits; what was sent by now comes back out of the trash. */
async function bringBack(section: Section, rows: readonly AnyRow[], { waitingIds }: Outcome): Promise<void> {
  try {
    const { discardById } = await import('#console/data/writes/actions.ts')
    const results = await Promise.all(waitingIds.map((id) => discardById(id)))
    if (results.length && results.every((result) => result === 'ok')) return postMessage({ kind: 'info', text: t('kit.undone') })
    const { restore } = await import('../trash/trash-actions.ts')
    await restore(section, rows)
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

/** 'Undo' of a delete (docs/product/messages.md#saved); none where a part of it waits and another is done. */
function undoOf(section: Section, rows: readonly AnyRow[], outcome: Outcome): MessageButton | null {
  const { session } = sessionStore.get()
  // A server of the base contract has no trash.
  if (!section.trash || !session || session.plain || !passes({ action: 'update', anyOf: [section.permission] }, session)) return null
  if (outcome.done > 0 && outcome.waiting > 0) return null
  return { label: t('kit.undo'), run: () => void bringBack(section, rows, outcome) }
}

/** Deletes records after a confirmation. Returns true when any is or will be deleted. */
export async function askAndRemove(section: Section, rows: readonly AnyRow[]): Promise<boolean> {
  const [first] = rows
  if (!first) return false
  await loadMessages('kit')
  const name = rows.length === 1 ? titleOf(section, first) : t('list.records', { count: rows.length })
  const sure = await confirm({
    title: t('list.deleteTitle', { name }),
    detail: t(section.trash ? 'kit.deleteToTrash' : 'list.deleteDetail'),
    action: t('list.delete'),
    cancel: t('list.cancel'),
    close: t('app.close'),
    destructive: true,
  })
  return sure && remove(section, rows, (outcome) => undoOf(section, rows, outcome))
}
