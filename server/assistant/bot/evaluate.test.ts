import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { evaluate, holds } from './evaluate.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

it('the bot finds documents of golden questions, cites existing ones, and does not quote removed ones', async () => {
  const result = await evaluate(test.platform.database.db)
  expect(result.questions).toBe(60)
  expect(result).toMatchObject({ validCites: 1, leaks: 0 })
  expect([holds(result), result.missed]).toEqual([true, expect.any(Array)])
})
