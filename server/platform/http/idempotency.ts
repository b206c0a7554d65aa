/** One stored response (verdict) per mutation id, forever (docs/offline.md#the-idea). */
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/database.ts'
import { preparedQuery } from '#server/db/prepared-query.ts'
import { mutations } from '#server/db/tables/platform.ts'
import { ApiError, problemBody, toApiError } from '../core/problem.ts'
import { isOtherText } from '../core/tokens.ts'

export interface StoredResponse {
  status: number
  body: unknown
}

export interface Keyed {
  owner: string
  key: string
  fingerprint: string
}

/** A final error; other errors may be retried under the same key. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 409, 421, 425, 429].includes(status)
}

const given = { owner: sql.placeholder('owner'), key: sql.placeholder('key') }

const takeKey = preparedQuery<{ taken: boolean }>((db) =>
  db
    .select({ taken: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${sql.placeholder('name')}, 0))`.as('taken') })
    .from(sql`(select 1) as one`),
)

const findMutation = preparedQuery<Omit<typeof mutations.$inferSelect, 'created_at'>>((db) =>
  db
    .select()
    .from(mutations)
    .where(and(eq(mutations.owner, given.owner), eq(mutations.key, given.key))),
)

const insertMutation = preparedQuery((db) =>
  db.insert(mutations).values({
    ...given,
    fingerprint: sql.placeholder('fingerprint'),
    status: sql.placeholder('status'),
    verdict: sql.placeholder('verdict'),
    body: sql.placeholder('body'),
  }),
)

/** Locks the key until the transaction ends. Throws 409 while another transaction holds it. */
export async function lockKey(tx: Db, owner: string, key: string): Promise<void> {
  const [lock] = await takeKey(tx, { name: `${owner} ${key}` })
  if (!lock?.taken) throw new ApiError('in_progress', undefined, { retryAfter: 1 })
}

export async function findVerdict(tx: Db, owner: string, key: string) {
  const [found] = await findMutation(tx, { owner, key })
  return found ?? null
}

/** Returns the key's stored response, locked until the transaction ends; null if none. */
async function storedResponse(tx: Db, { owner, key, fingerprint }: Keyed): Promise<StoredResponse | null> {
  await lockKey(tx, owner, key)
  const found = await findVerdict(tx, owner, key)
  if (!found) return null
  if (found.verdict === 'cancelled') return { status: found.status, body: found.body }
  if (isOtherText(found.fingerprint, fingerprint)) throw new ApiError('key_reused')
  return { status: found.status, body: found.body ?? { message: 'This change was already made.' } }
}

async function storeResponse(tx: Db, { owner, key, fingerprint }: Keyed, { status, body }: StoredResponse): Promise<void> {
  await insertMutation(tx, { owner, key, fingerprint, status, verdict: status < 400 ? 'done' : 'refused', body })
}

/**
 * Runs `effect` once per key and stores its response in the same transaction; a repeated key gets the stored one. A final error rolls back
 * and is stored separately, unless another request stored a response in between, which is then returned.
 */
export async function once(
  database: Database,
  keyed: Keyed,
  requestId: string,
  effect: (tx: Db) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  try {
    return await database.transaction(async (tx) => {
      const before = await storedResponse(tx, keyed)
      if (before) return before
      const response = await effect(tx)
      await storeResponse(tx, keyed, response)
      return response
    })
  } catch (error) {
    const refusal = toApiError(error)
    if (!refusal || !isFinal(refusal.status) || refusal.code === 'key_reused') throw error
    return database.transaction(async (tx) => {
      const meanwhile = await storedResponse(tx, keyed)
      if (meanwhile) return meanwhile
      const response = { status: refusal.status, body: problemBody(refusal, requestId) }
      await storeResponse(tx, keyed, response)
      return response
    })
  }
}
