/** Limit of unknown promo codes per person in a quarter of an hour: allows slow or wrong typing, but no guessing. */

import type { PromoRefusal } from '#contract/commerce/promo-rule.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { AroundTransaction } from '#server/platform/http/mount.ts'
import { type StoredLimit, storedLimit } from '#server/platform/limits/stored-limit.ts'

const maxUnknown = 60

/** Checks and orders share the count. */
export const promoGuesses = (platform: Platform): StoredLimit => storedLimit(platform, 'promo codes', maxUnknown, 15 * 60)

const isUnknown = (reason: unknown) => isRecord(reason) && reason.code === ('promo_unknown' satisfies PromoRefusal)

/** The last started one by person. */
const turns = new Map<string, Promise<unknown>>()

async function takeTurn<T>(person: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(person) ?? Promise.resolve()).then(work)
  const ended = turn.catch(() => undefined)
  turns.set(person, ended)
  try {
    return await turn
  } finally {
    if (turns.get(person) === ended) turns.delete(person)
  }
}

/**
 * Counts an order with an unknown code after its rollback. Orders of one person are serialised, so that concurrent ones cannot exceed the
 * limit, and right codes need not be counted.
 */
export function countGuess(platform: Platform, ...[{ user, body }, run]: Parameters<AroundTransaction>): ReturnType<AroundTransaction> {
  if (typeof body.promo_code !== 'string' || body.promo_code === '') return run(null)
  const guesses = promoGuesses(platform)
  return takeTurn(user.ref, async () => {
    const refusal = await guesses.check(user.ref).then(
      () => null,
      (error: unknown) => {
        if (error instanceof ApiError) return error
        throw error
      },
    )
    try {
      const response = await run(refusal)
      if (isRecord(response.body) && isUnknown(response.body.reason)) await guesses.allows(user.ref)
      return response
    } catch (error) {
      if (error instanceof ApiError && isUnknown(error.extra.reason)) await guesses.allows(user.ref)
      throw error
    }
  })
}
