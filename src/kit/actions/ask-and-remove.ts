import { sessionStore } from '#console/data/api/session.ts'
import { type MessageButton, postMessage } from '#console/data/base/messages.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import { met } from '#contract/kit/field/condition.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { passes } from '#contract/kit/field/permission.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { reasonOf } from '../text/reason.ts'
import { titleOf } from '../text/title-of.ts'
import { getBaseVersion, remove } from './actions.ts'
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

/** The reason is a change of its own, ahead of the delete; it goes to those that need one and say another. */
async function removeWithReason(
  section: Section,
  rows: readonly AnyRow[],
  { call, field, when, name }: NonNullable<Section['removeNeeds']> & { name: string },
): Promise<boolean> {
  const kind = section.fields[field]
  if (!kind) return false
  const needing = rows.filter((row) => met(when, row))
  const texts = new Set(needing.map((row) => toText(row[field])))
  const [{ askReason }] = await Promise.all([import('./remove-window.tsx'), loadMessages(['kit', 'forms'])])
  const reason = await askReason({
    title: t('list.deleteTitle', { name }),
    detail: t(section.trash ? 'kit.deleteToTrash' : 'list.deleteDetail'),
    name: field,
    field: kind,
    known: texts.size === 1 ? ([...texts][0] ?? '') : '',
  })
  if (reason === null) return false
  const values = { [field]: reason }
  const changed = needing.filter((row) => toText(row[field]) !== reason)
  const reasons = changed.map((row) => ({
    submission: {
      call: sectionCall(section, call),
      touches: [row.ref],
      patch: values,
      base: getBaseVersion(section, row),
      label: titleOf(section, row),
    },
    names: new Map([[row.ref, titleOf(section, row)]]),
  }))
  const going = rows.map((row) => (changed.includes(row) ? { ...row, ...values } : row))
  return remove(section, going, { undoOf: (outcome) => undoOf(section, rows, outcome), before: reasons })
}

/** Deletes records after a confirmation. Returns true when any is or will be deleted. */
export async function askAndRemove(section: Section, rows: readonly AnyRow[]): Promise<boolean> {
  const [first] = rows
  if (!first) return false
  await loadMessages('kit')
  const name = rows.length === 1 ? titleOf(section, first) : t('list.records', { count: rows.length })
  const { removeNeeds: needs } = section
  if (needs && rows.some((row) => met(needs.when, row))) return removeWithReason(section, rows, { ...needs, name })
  const sure = await confirm({
    title: t('list.deleteTitle', { name }),
    detail: t(section.trash ? 'kit.deleteToTrash' : 'list.deleteDetail'),
    action: t('list.delete'),
    cancel: t('list.cancel'),
    close: t('app.close'),
    destructive: true,
  })
  return sure && remove(section, rows, { undoOf: (outcome) => undoOf(section, rows, outcome) })
}
