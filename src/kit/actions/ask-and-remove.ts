import { loadMessages, t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { titleOf } from '../text/title-of.ts'
import { remove } from './actions.ts'

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
  return sure && remove(section, rows)
}
