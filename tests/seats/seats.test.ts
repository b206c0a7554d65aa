import { expect, it } from 'vitest'
import { runSeats } from './run.ts'

it('seats are those of the states, and nobody waits for a free one, in 300 random histories', { timeout: 600_000 }, async () => {
  const { failures, answers } = await runSeats({ histories: 300, seed: 1 })
  expect(failures).toEqual([])
  for (const done of [
    'register 303',
    'register 422',
    'accept 303',
    'cancel own 303',
    'order 201',
    'order 422',
    'pay 200',
    'restore order 200',
  ])
    expect(answers.get(done), done).toBeGreaterThan(2)
})
