/** Proofs of payment: private files for people who may see the order (docs/product/orders.md#proofs). */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { findRow } from '#server/crud/query/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { fileBody } from '#server/platform/routes/small-picture.ts'

/** Pixels, beside an order. */
const thumbnail = { width: 320, height: 320 }

/** Stored proofs of an order. */
export async function proofsOf(db: Db, order: number): Promise<StoredFile[]> {
  const [row] = await db.select({ proof: orders.proof }).from(orders).where(eq(orders.id, order))
  return row?.proof ?? []
}

/** In wire form: with addresses of the call `proof`. */
export const proofsOnWire: SQL = sql`replace(${orders.proof}::text, '"/kept-files/',
  '"' || ${`${transaction.path}/`}::text || ${orders.ref}::text || '/proofs/')::jsonb`

/** GET /{id}/proofs/{sha256}/{name}. Throws 404 for other files. */
export const sendProof: Handler = async ({ db, user, params, query }, { platform, shape }) => {
  const { id } = await findRow(db, shape, user, params.id ?? '')
  const found = (await proofsOf(db, id)).find(({ url }) => sha256Of(url) === params.sha256)
  if (!found) throw new ApiError('not_found')
  return fileBody(platform.privateFiles, found, query.small ? thumbnail : null)
}
