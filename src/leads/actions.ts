/** Changes of leads that are no edit of a record: their status and whose they are. Both may wait for a connection. */

import { t } from '#console/i18n/i18n.ts'
import { labelOf } from '#console/kit/actions/actions.ts'
import { type Part, showOutcome, submitBulk } from '#console/kit/actions/submit-bulk.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import type { LeadStatus } from '#contract/choices/options.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leadAssign, leadStatus } from '#contract/sections/sales/leads.ts'

/** As many as one call takes. */
const max = 1_000

type Value = { field: 'status'; value: LeadStatus } | { field: 'sales'; value: string | number }

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

/**
 * One change for all of them that are not so already. One lead shows on itself what becomes of it; of many it is told.
 * Answers whether any of them is changed, or will be.
 */
async function send(call: Call<unknown>, change: Value, all: readonly AnyRow[], done: (count: number) => string): Promise<boolean> {
  const rows = all.filter((row) => (row[change.field] ?? 0) !== change.value)
  const parts = Array.from({ length: Math.ceil(rows.length / max) }, (_, at) => partOf(call, change, rows.slice(at * max, (at + 1) * max)))
  const outcome = await submitBulk(parts)
  const isBulk = all.length > 1
  if (outcome.refused.length || (isBulk && rows.length)) {
    showOutcome(outcome, { done: { text: done(outcome.done) }, waiting: { text: t('leads.changeWaiting', { count: outcome.waiting }) } })
  }
  return outcome.refused.length === 0 || outcome.done + outcome.waiting > 0
}

/** Moves leads to a status; those that have it already are left alone. */
export function setStatus(rows: readonly AnyRow[], status: LeadStatus): Promise<boolean> {
  return send(leadStatus, { field: 'status', value: status }, rows, (count) => t('leads.movedTo', { count, status: choiceLabel(status) }))
}

/** Hands leads to a salesperson by id or ref, or to nobody with 0. */
export function assign(rows: readonly AnyRow[], sales: number | string): Promise<boolean> {
  return send(leadAssign, { field: 'sales', value: sales }, rows, (count) => t('leads.assignedTo', { count }))
}
