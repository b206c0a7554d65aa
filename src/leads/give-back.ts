import { postMessage } from '#console/data/base/messages.ts'
import { discardById } from '#console/data/writes/actions.ts'
import { t } from '#console/i18n/i18n.ts'
import { type Outcome, showOutcome, submitBulk } from '#console/kit/actions/submit-bulk.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { partsOf, type Value } from './actions.ts'

/** Gives each lead its former value back: what waits is forgotten, and what may have been sent is changed again. */
export async function giveBack(
  call: Call<unknown>,
  { field, value }: Value,
  rows: readonly AnyRow[],
  { waitingIds }: Outcome,
): Promise<void> {
  // One that is on its way may not be forgotten without the server.
  const results = await Promise.all(waitingIds.map((id) => discardById(id).catch(() => 'sent' as const)))
  if (results.length && results.every((result) => result === 'ok')) return postMessage({ kind: 'info', text: t('kit.undone') })
  const former = new Map<unknown, AnyRow[]>()
  // As they are now, in whatever version that is.
  for (const row of rows) former.set(row[field] ?? 0, [...(former.get(row[field] ?? 0) ?? []), { ...row, version: 0, [field]: value }])
  const parts = [...former].flatMap(([was, its]) => partsOf(call, { field, value: was } as Value, its))
  const text = t('kit.undone')
  showOutcome(await submitBulk(parts), { done: { text }, waiting: { text } })
}
