/** Paying, cancelling, and what may follow what (docs/product/orders.md#payment-states). */

import { isStoredFile, type StoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import { seenBy } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { searchText } from '#server/crud/query/search-text.ts'
import type { CallTools, Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { refused } from '#server/platform/core/refusal.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { claimed, clock } from './claims.ts'
import { keepProofs } from './flags.ts'
import { refuseUndoing } from './guard.ts'
import { proofsOf } from './proofs.ts'
import { payBack } from './refunds.ts'

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

interface Acting {
  user: CurrentUser
  tools: CallTools
  db: Db
}

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
  const proof = withProofs(await proofsOf(db, row.id), filesOf(body.proof))
  const paid_at = claimed('paid_at', body.paid_at, now).toISOString()
  const flags = await flagsWith(db, row, proof)
  return tools.write({ payment_status: 'paid', paid_at, proof, flags, ...(body.bank != null && { bank: body.bank }) })
}

/** Money that was paid is kept unless the body says what goes back; the note says why (docs/product/orders.md#refunds). */
async function cancel(row: AnyRow, body: Body, { user, tools, db }: Acting): Promise<unknown> {
  const note = toText(body.note) || toText(row.note) || null
  const changed = { payment_status: 'cancel', note, search_text: searchText(transaction, { ...row, note }) }
  if (row.payment_status !== 'paid') return tools.write(changed)
  const why = (await refuseUndoing(db, [row])).get(row.id)
  if (why) throw refused('invalid', why)
  const amount = Number(body.refund ?? 0)
  const back = amount ? await payBack(db, row, { amount, reason: toText(note), at: await clock(db), by: user.name }) : {}
  return tools.write({ ...changed, ...back })
}

/** PUT /{id}/payment-status; what may follow what is judged before (contract/commerce/payment-change.ts). */
export const changePayment: Handler = async ({ db, user, body: given }, tools) => {
  const row = tools.before
  if (!row) throw new ApiError('not_found')
  const body = await resolveReferences({ db, user }, payBody, given)
  const [from, to] = [row.payment_status, body.payment_status]
  const isPaid = from === 'paid'
  const change = () => {
    if (to === 'paid') return isPaid ? paidAgain(row, body, tools, db) : pay(row, body, tools, db)
    return from === to ? null : cancel(row, body, { user, tools, db })
  }
  const changed = await change()
  return { message: 'Saved', data: changed ?? seenBy(tools.shape, user, row) }
}

/** POST /{id}/refunds. */
export const refund: Handler = async ({ db, user, body }, { before, write }) => {
  if (!before) throw new ApiError('not_found')
  const at = claimed('refunded_at', body.refunded_at, await clock(db))
  const money = { amount: Number(body.amount), reason: toText(body.reason), at, by: user.name }
  return { message: 'Saved', data: await write(await payBack(db, before, money)) }
}
