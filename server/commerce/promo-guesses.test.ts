import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import type { StoredResponse } from '#server/platform/http/idempotency.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { countGuess, promoGuesses } from './promo-guesses.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

const unknown = () => refused('invalid', refusal('promo_unknown', { code: 'X' }))
const full = () => refused('invalid', refusal('promo_quota', { code: 'X' }))
const response = (body: Record<string, unknown> = {}): StoredResponse => ({ status: 422, body })
type Run = (refusal: ApiError | null) => Promise<StoredResponse>
let people = 0
const person = () => `person${++people}`
const order = (ref: string, run: Run, body: Record<string, unknown> = { promo_code: 'X' }) =>
  countGuess(test.platform, { user: { ...guest, ref }, body }, run)
/** Guesses that are left of 60, by trying how many are taken. */
async function isFull(ref: string): Promise<boolean> {
  return promoGuesses(test.platform)
    .check(ref)
    .then(
      () => false,
      () => true,
    )
}
async function guess(ref: string, times: number) {
  for (let at = 0; at < times; at++) await promoGuesses(test.platform).allows(ref)
}

describe('an order with an unknown code', () => {
  it('counts once it is refused, whether it is thrown or stored', async () => {
    const [thrown, stored] = [person(), person()]
    for (const ref of [thrown, stored]) await guess(ref, 59)
    expect([await isFull(thrown), await isFull(stored)]).toEqual([false, false])
    await expect(order(thrown, () => Promise.reject(unknown()))).rejects.toThrow(ApiError)
    const reason = unknown().extra.reason
    expect(await order(stored, async () => response({ reason }))).toEqual(response({ reason }))
    expect([await isFull(thrown), await isFull(stored)]).toEqual([true, true])
  })

  it('does not count when it is right, refused for something else, or fails', async () => {
    const ref = person()
    await guess(ref, 59)
    await order(ref, async () => response())
    await order(ref, async () => response({ reason: full().extra.reason }))
    await expect(order(ref, () => Promise.reject(full()))).rejects.toThrow(ApiError)
    await expect(order(ref, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await isFull(ref)).toBe(false)
  })

  it('is refused beyond the limit, before its code is looked up', async () => {
    const ref = person()
    await guess(ref, 60)
    const seen: (ApiError | null)[] = []
    const run: Run = async (given) => {
      seen.push(given)
      return response()
    }
    await order(ref, run)
    await order(person(), run)
    expect(seen.map((each) => each?.code ?? null)).toEqual(['rate_limited', null])
  })
})

it('orders without a code are never counted, nor held up', async () => {
  const ref = person()
  await guess(ref, 60)
  const seen: (ApiError | null)[] = []
  for (const body of [{}, { promo_code: '' }, { promo_code: 5 }]) {
    await order(
      ref,
      async (given) => {
        seen.push(given)
        return response()
      },
      body,
    )
  }
  expect(seen).toEqual([null, null, null])
})

it('orders of one person run one after the other, also behind one that fails; those of others at once', async () => {
  const [ref, other] = [person(), person()]
  const steps: string[] = []
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const first = order(ref, async () => {
    steps.push('first begins')
    await held
    steps.push('first ends')
    throw full()
  }).catch(() => undefined)
  const second = order(ref, async () => {
    steps.push('second')
    return response()
  })
  await order(other, async () => {
    steps.push('other')
    end()
    return response()
  })
  await Promise.all([first, second])
  expect(steps.indexOf('other')).toBeLessThan(steps.indexOf('first ends'))
  expect(steps.slice(-2)).toEqual(['first ends', 'second'])
})
