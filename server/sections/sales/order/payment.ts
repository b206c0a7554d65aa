/** Paying, cancelling, and what may follow what (docs/product/orders.md#payment-states). */

import { isProven } from '#contract/commerce/is-proven.ts'
import { isStoredFile, type StoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { payBody } from '#contract/sections/sales/transaction.ts'
import { seenBy } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import type { CallTools, Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { claimed, clock, dayMs } from './claims.ts'
import { keepProofs } from './flags.ts'
import { refuseUndoing } from './guard.ts'
import { proofsOf } from './proofs.ts'

const filesOf = (value: unknown): StoredFile[] => [value ?? []].flat().filter(isStoredFile)

/** Merges proofs; equal pictures are listed once. */
function withProofs(known: readonly StoredFile[], more: readonly StoredFile[]): StoredFile[] {
  const hashes = new Set(known.map(({ url }) => sha256Of(url)))
  const all = [...known, ...more.filter(({ url }) => !hashes.has(sha256Of(url)))]
  if (all.length > 5) throw fieldError('proof', 'max_entries', { max: 5 })
  return all
}

const sameMoment = (a: unknown, b: unknown) => Date.parse(toText(a)) === Date.parse(toText(b))

/** Warnings of an order with these proofs. */
async function flagsWith(db: Db, row: AnyRow & { flags?: unknown }, proof: readonly StoredFile[]): Promise<unknown[]> {
  const flags = Array.isArray(row.flags) ? row.flags : []
  const isSeen = await keepProofs(db, row.id, proof)
  return isSeen && !flags.includes('proof_seen') ? [...flags, 'proof_seen'] : flags
}

type Body = Readonly<Record<string, unknown>>

/** Already paid: adds the proof, and refuses another payment. */
async function paidAgain(row: AnyRow, body: Body, { write }: CallTools, db: Db): Promise<unknown> {
  const names = (field: string, isSame: (a: unknown, b: unknown) => boolean) => body[field] != null && !isSame(body[field], row[field])
  if (names('bank', (a, b) => a === b) || names('paid_at', sameMoment)) throw new ApiError('stale', undefined, { current: row })
  const known = await proofsOf(db, row.id)
  const proof = withProofs(known, filesOf(body.proof))
  return proof.length === known.length ? null : write({ proof, flags: await flagsWith(db, row, proof) })
}

async function pay(row: AnyRow, body: Body, tools: CallTools, db: Db): Promise<unknown> {
  const now = await clock(db)
  if (row.payment_status === 'expired' && now.getTime() > Date.parse(toText(row.due_at)) + 30 * dayMs)
    throw refused('invalid', refusal('order_too_old'))
  const proof = withProofs(await proofsOf(db, row.id), filesOf(body.proof))
  if (!isProven({ proofs: proof.length, method: row.payment_method, total: Number(row.total) })) throw fieldError('proof', 'required')
  const paid_at = claimed('paid_at', body.paid_at, now).toISOString()
  const flags = await flagsWith(db, row, proof)
  return tools.write({ payment_status: 'paid', paid_at, proof, flags, ...(body.bank != null && { bank: body.bank }) })
}

/** PUT /{id}/payment-status. */
export const changePayment: Handler = async ({ db, user, body: given }, tools) => {
  const row = tools.before
  if (!row) throw new ApiError('not_found')
  const body = await resolveReferences({ db, user }, payBody, given)
  const [from, to] = [row.payment_status, body.payment_status]
  /** Nothing if unchanged. */
  const done = async (): Promise<unknown> => {
    if (from === to && to !== 'paid') return null
    if (from === 'cancel') throw refused('invalid', refusal('order_cancelled'))
    if (to === 'paid') return from === 'paid' ? paidAgain(row, body, tools, db) : pay(row, body, tools, db)
    // Orders expire only by time, not by hand.
    if (to === 'expired') throw refused('invalid', refusal('order_not_due'))
    if (from === 'paid') {
      if (!row.note) throw fieldError('note', 'required')
      const why = (await refuseUndoing(db, [row])).get(row.id)
      if (why) throw refused('invalid', why)
    }
    return tools.write({ payment_status: to })
  }
  const changed = await done()
  return { message: 'Saved', data: changed ?? seenBy(tools.shape, user, row) }
}
