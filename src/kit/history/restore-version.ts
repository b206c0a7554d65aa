/** Saving an earlier version of a record again. */

import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { atItsPath } from '#console/data/query/queries.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { setAll } from '../actions/actions.ts'
import { changedFields } from '../form/values/values.ts'
import { formatDateTime } from '../text/format.ts'
import { fieldLabel } from '../text/labels.ts'
import { reasonOf } from '../text/reason.ts'

/** Fields in which a version differs from the record, as an update sends them, without those that a restore leaves unchanged. */
export function restoredValues(section: Section, record: AnyRow, version: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed = Object.entries(changedFields(section.fields, record, version)).filter(
    ([name]) => Object.hasOwn(version, name) && !section.revisions?.leaves.includes(name),
  )
  const isOneFile = (name: string) => isFile(section.fields[name]?.kind ?? 'text')
  return Object.fromEntries(changed.map(([name, value]) => [name, isOneFile(name) && isRecord(value) ? { ...value, again: true } : value]))
}

/** Reads the version, asks, and saves it over the shown values; later changes of others conflict as usual. */
export async function restoreVersion(section: Section, record: AnyRow, { version, created_at }: HistoryEntry): Promise<void> {
  const call = sectionCall(section, 'revision')
  try {
    await loadMessages('kit')
    const params = { id: record.ref, version: version ?? 0 }
    const { data } = await request<{ data: AnyRow }>(atItsPath(section, call), { params })
    const values = restoredValues(section, record, data)
    const names = Object.keys(values)
    if (!names.length) return postMessage({ kind: 'info', text: t('history.restoreSame') })
    const fields = names.map((name) => fieldLabel(name, section.fields[name])).join(', ')
    const sure = await confirm({
      title: t('history.restoreTitle', { at: formatDateTime(created_at) }),
      detail: t('history.restoreDetail', { fields }),
      action: t('history.restoreVersion'),
      cancel: t('list.cancel'),
      close: t('app.close'),
    })
    if (sure) await setAll(section, [record], values)
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}
