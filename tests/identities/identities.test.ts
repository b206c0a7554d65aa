import { expect, it } from 'vitest'
import { runIdentities } from './run.ts'

it('customers are neither split, joined wrongly nor lost in 12 random histories', { timeout: 300_000 }, async () => {
  const { failures, answers } = await runIdentities({ histories: 12, seed: 2 })
  expect(failures).toEqual([])
  for (const done of ['text', 'change', 'numberChanged', 'anotherAccount']) expect(answers.get(done), done).toBeGreaterThan(0)
})
