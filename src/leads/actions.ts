/** Changes of leads other than edits: status and assignment. Both can wait for a connection. */

import { loadMessages, t } from '#console/i18n/i18n.ts'
import { labelOf } from '#console/kit/actions/actions.ts'
import { type Part, showOutcome, submitBulk } from '#console/kit/actions/submit-bulk.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import type { LeadStatus } from '#contract/choices/options.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leadAssign, leadStatus } from '#contract/sections/sales/leads.ts'

/** Maximum number in one call. */
const max = 1_000

export type Value = { field: 'status'; value: LeadStatus } | { field: 'sales'; value: string | number }

const nameOf = (row: AnyRow): string => toText(row.name)

function partOf(call: Call<unknown>, { field, value }: Value, rows: readonly AnyRow[]): Part {
  const ids = rows.map((row) => row.ref)
  const sawOf = (row: AnyRow) => ({ version: row.version || null, values: { [field]: row[field] ?? null } })
  const [only] = rows
  const base =
    rows.length === 1 && only
      ? sawOf(only)
      : { version: null, values: {}, each: Object.fromEntries(rows.map((row) => [row.ref, { ...sawOf(row), label: nameOf(row) }])) }
  return {
    submission: { call, touches: ids, patch: { ids, [field]: value }, label: labelOf(rows.map(nameOf)), base },
    names: new Map(rows.map((row) => [row.ref, nameOf(row)])),
  }
}

/** Cut into calls of what the server takes at once. */
export const partsOf = (call: Call<unknown>, change: Value, rows: readonly AnyRow[]): Part[] =>
  Array.from({ length: Math.ceil(rows.length / max) }, (_, at) => partOf(call, change, rows.slice(at * max, (at + 1) * max)))

/**
 * Sends one change for all rows that it affects. One lead shows its own result; many get a message. Returns true when at least one is or
 * will be changed.
 */
async function send(call: Call<unknown>, change: Value, all: readonly AnyRow[], done: (count: number) => string): Promise<boolean> {
  const rows = all.filter((row) => (row[change.field] ?? 0) !== change.value)
  await loadMessages('kit').catch(() => undefined)
  const outcome = await submitBulk(partsOf(call, change, rows))
  const isBulk = all.length > 1
  if (outcome.refused.length || (isBulk && rows.length)) {
    const buttons = [
      { label: t('kit.undo'), run: () => void import('./give-back.ts').then(({ giveBack }) => giveBack(call, change, rows, outcome)) },
    ] as const
    showOutcome(outcome, {
      done: { text: done(outcome.done), buttons },
      waiting: { text: t('leads.changeWaiting', { count: outcome.waiting }), buttons },
    })
  }
  return outcome.refused.length === 0 || outcome.done + outcome.waiting > 0
}

/** Sets the status of leads; those that have it already are skipped. */
export function setStatus(rows: readonly AnyRow[], status: LeadStatus): Promise<boolean> {
  return send(leadStatus, { field: 'status', value: status }, rows, (count) => t('leads.movedTo', { count, status: choiceLabel(status) }))
}

/** Assigns leads to a salesperson by id or ref; 0: nobody. */
export function assign(rows: readonly AnyRow[], sales: number | string): Promise<boolean> {
  return send(leadAssign, { field: 'sales', value: sales }, rows, (count) => t('leads.assignedTo', { count }))
}
