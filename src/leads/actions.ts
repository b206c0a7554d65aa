/** Changes of leads that are no edit of a record: their status and whose they are. Both may wait for the line. */

import { postMessage } from '#console/data/messages.ts'
import { submit } from '#console/data/submit.ts'
import { reasonOf } from '#console/kit/actions.ts'
import type { Call } from '#contract/kit/call.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import type { LeadStatus } from '#contract/options.ts'
import { leadAssign, leadStatus } from '#contract/sections/leads.ts'

/** As many as one call takes. */
const most = 1_000

function labelOf(rows: readonly AnyRow[]): string {
  const name = String(rows[0]?.name ?? '')
  return rows.length > 1 ? `${name} +${rows.length - 1}` : name
}

/** One row of the outbox for all of them, and its words when it could not be kept. Answers whether it was. */
async function send(call: Call<unknown>, field: 'status' | 'sales', value: string | number, all: readonly AnyRow[]): Promise<boolean> {
  const rows = all.filter((row) => (row[field] ?? 0) !== value)
  try {
    for (let at = 0; at < rows.length; at += most) {
      const part = rows.slice(at, at + most)
      const ids = part.map((row) => row.ref)
      const [only] = part
      await submit({
        call,
        touches: ids,
        patch: { ids, [field]: value },
        label: labelOf(part),
        ...(part.length === 1 && only && { base: { version: only.version || null, values: { [field]: only[field] ?? null } } }),
      })
    }
    return true
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
    return false
  }
}

/** Moves leads to a status; those that have it already are left alone. */
export function setStatus(rows: readonly AnyRow[], status: LeadStatus): Promise<boolean> {
  return send(leadStatus, 'status', status, rows)
}

/** Hands leads to a salesperson by id or ref, or to nobody with 0. */
export function assign(rows: readonly AnyRow[], sales: number | string): Promise<boolean> {
  return send(leadAssign, 'sales', sales, rows)
}
