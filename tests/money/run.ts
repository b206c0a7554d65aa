/** Random histories of orders, promo codes and leave, one member each, several at a time. */
import { addDays } from '#contract/lib/wib.ts'
import { rollUpSales } from '#server/reports/sales/roll-up-sales.ts'
import { seedOf } from '../chaos/random.ts'
import { makeHistory } from './history.ts'
import { ofAll, ofMember } from './invariants.ts'
import { play } from './play.ts'
import { type MoneyWorld, makeMoneyWorld } from './world.ts'

export interface MoneyRun {
  histories: number
  seed: number
  /** Concurrent members. */
  atOnce?: number
  received?: (done: number) => void
}

export interface MoneyResult {
  failures: { seed: number; problems: string[] }[]
  answers: Map<string, number>
}

async function playAll(world: MoneyWorld, { histories, seed, atOnce = 4, received }: MoneyRun): Promise<MoneyResult> {
  const failures: MoneyResult['failures'] = []
  const answers = new Map<string, number>()
  let next = 0
  const hand = async () => {
    for (let n = next++; n < histories; n = next++) {
      const own = seedOf(seed, n)
      const outcome = await play(world, n + 1, makeHistory(own))
      const problems = [...outcome.problems, ...(await ofMember(world.db, outcome.member))]
      if (problems.length) failures.push({ seed: own, problems })
      for (const [answer, count] of outcome.answers) answers.set(answer, (answers.get(answer) ?? 0) + count)
      // Reports read roll-ups of some days, today among them, while others order and pay.
      if (n % 7 === 0) await rollUpSales(world.database, addDays(world.today, 1))
      received?.(n + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, hand))
  const problems = await ofAll(world.db)
  if (problems.length) failures.push({ seed, problems })
  return { failures, answers }
}

export async function runMoney(run: MoneyRun): Promise<MoneyResult> {
  const world = await makeMoneyWorld()
  try {
    return await playAll(world, run)
  } finally {
    await world.close()
  }
}
