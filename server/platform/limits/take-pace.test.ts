import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paces } from '#server/db/tables/platform.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { takePace } from './take-pace.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

/** Takes from a bucket that was last filled so many seconds ago; never fills it beside that. */
async function take(name: string, perMinute: number, wanted: number, filledAgo = 0): Promise<number> {
  const { db } = test.platform.database
  const filled_at = sql`clock_timestamp() - make_interval(secs => ${filledAgo || -60}::float8)`
  await db.update(paces).set({ filled_at }).where(eq(paces.name, name))
  return takePace(db, name, perMinute, wanted)
}

describe('takePace', () => {
  it('a bucket of 600 a minute holds 20, and is filled again by time', async () => {
    expect(await take('a', 600, 15)).toBe(15)
    expect(await take('a', 600, 15)).toBe(5)
    expect(await take('a', 600, 15)).toBe(0)
    expect(await take('a', 600, 15, 1)).toBe(10)
    expect(await take('a', 600, 100, 3_600)).toBe(20)
  })

  it('a fast pace grants no crumbs', async () => {
    expect(await take('b', 6_000, 180)).toBe(180)
    expect(await take('b', 6_000, 200)).toBe(0)
    expect(await take('b', 6_000, 10)).toBe(10)
    expect(await take('b', 6_000, 200, 0.3)).toBeGreaterThanOrEqual(40)
  })

  it('many at once share one bucket', async () => {
    const began = performance.now()
    const granted = await Promise.all(Array.from({ length: 40 }, () => takePace(test.platform.database.db, 'c', 600, 1)))
    const sum = granted.reduce((total, each) => total + each, 0)
    expect(sum).toBeGreaterThanOrEqual(20)
    expect(sum).toBeLessThanOrEqual(21 + (performance.now() - began) / 100)
  })
})
