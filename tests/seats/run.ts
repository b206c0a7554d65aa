/** Random histories of seats, one event each, several at a time. */
import { makeEventWorld } from '#tests/support/events.ts'
import { seedOf } from '../chaos/random.ts'
import { makeHistory } from './history.ts'
import { play } from './play.ts'

export interface SeatsRun {
  histories: number
  seed: number
  /** Concurrent events. */
  atOnce?: number
  received?: (done: number) => void
}

export interface SeatsResult {
  failures: { seed: number; problems: string[] }[]
  answers: Map<string, number>
}

export async function runSeats({ histories, seed, atOnce = 4, received }: SeatsRun): Promise<SeatsResult> {
  const world = await makeEventWorld({ DEMO: 'false' })
  const failures: SeatsResult['failures'] = []
  const answers = new Map<string, number>()
  let next = 0
  const hand = async () => {
    for (let n = next++; n < histories; n = next++) {
      const own = seedOf(seed, n)
      const outcome = await play(world, makeHistory(own))
      if (outcome.problems.length) failures.push({ seed: own, problems: outcome.problems })
      for (const [answer, count] of outcome.answers) answers.set(answer, (answers.get(answer) ?? 0) + count)
      received?.(n + 1)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, hand))
  } finally {
    await world.close()
  }
  return { failures, answers }
}
