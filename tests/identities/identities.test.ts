import { expect, it } from 'vitest'
import { runIdentities, runSeeds } from './run.ts'

it('customers are neither split, joined wrongly nor lost in 8 random histories', { timeout: 600_000 }, async () => {
  const { failures, answers } = await runIdentities({ histories: 8, seed: 2 })
  expect(failures).toEqual([])
  for (const done of ['text', 'change', 'numberChanged', 'anotherAccount']) expect(answers.get(done), done).toBeGreaterThan(0)
})

/** Each was wrong once. */
const found = [
  // What two rooms were before they were joined, with a username that is gone.
  1903551031,
  // A change that names an account and a phone, which two rooms have.
  17552794,
  // The second of two changes comes in one batch with a text after it, and the first one later.
  101333735,
  // News of an account that nobody knew, under a number that another one had.
  3556992942,
  // News that waited were followed after what came with their person.
  434724120,
  // What a number alone wrote came before what tells that it was handed on.
  1412067875,
  // Rooms of two numbers are joined and parted.
  2741725019,
  // Two changes in the wrong order, before anything else of whom they are of.
  909671175,
]

it('histories that were wrong once are right', { timeout: 600_000 }, async () => {
  expect((await runSeeds(found)).failures).toEqual([])
})
