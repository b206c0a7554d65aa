import { expect, it } from 'vitest'
import { runMoney } from './run.ts'

it('every invariant holds for 300 random histories of orders, refunds, codes and leave', { timeout: 600_000 }, async () => {
  const { failures, answers } = await runMoney({ histories: 300, seed: 1 })
  expect(failures).toEqual([])
  for (const done of [
    'order 201',
    'order 422',
    'paid 200',
    'cancel 200',
    'refund 200',
    'refund 422',
    'cancel and refund 200',
    'restore 200',
    'leave 201',
    'leave 422',
    'move leave 200',
    'stop 200',
  ])
    expect(answers.get(done), done).toBeGreaterThan(5)
})
