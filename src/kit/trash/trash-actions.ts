/** Actions of the trash: restore and delete for good. */
import { trashCall } from '#console/data/query/trash.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { labelOf, resultLines } from '../actions/actions.ts'
import { showOutcome, submitBulk } from '../actions/submit-bulk.ts'
import { titleOf } from '../text/title-of.ts'

/** Restores records; one change each, which may wait where deletes may. Returns true when any is or will be back. */
export async function restore(section: Section, rows: readonly AnyRow[]): Promise<boolean> {
  await loadMessages(['forms', 'trash'])
  const call = trashCall(section, 'restore')
  const outcome = await submitBulk(
    rows.map((row) => ({
      submission: {
        call,
        params: { id: row.ref },
        touches: [row.ref],
        patch: call.body ? { id: row.ref } : {},
        label: titleOf(section, row),
      },
      names: new Map([[row.ref, titleOf(section, row)]]),
    })),
  )
  const lines = resultLines(rows.map((row) => titleOf(section, row)))
  showOutcome(outcome, { done: { text: t('trash.restored'), lines }, waiting: { text: t('trash.restoreWaiting'), lines } })
  return outcome.done + outcome.waiting > 0
}

/** Deletes for good after a confirmation; needs the network. Returns whether any is deleted. */
export async function erase(section: Section, rows: readonly AnyRow[]): Promise<boolean> {
  const [first] = rows
  if (!first) return false
  const name = rows.length === 1 ? titleOf(section, first) : t('list.records', { count: rows.length })
  const sure = await confirm({
    title: t('trash.eraseTitle', { name }),
    detail: t('list.deleteDetail'),
    action: t('trash.erase'),
    cancel: t('list.cancel'),
    close: t('app.close'),
    destructive: true,
  })
  if (!sure) return false
  const names = new Map(rows.map((row) => [row.ref, titleOf(section, row)]))
  const lines = resultLines([...names.values()])
  const outcome = await submitBulk([
    {
      submission: { call: trashCall(section, 'erase'), touches: [...names.keys()], patch: {}, label: labelOf([...names.values()]) },
      names,
    },
  ])
  const done = { text: outcome.texts || section.wire.removed, lines }
  showOutcome(outcome, { done, waiting: done })
  return outcome.done > 0
}
