import { parseArgs } from 'node:util'

interface Result {
  failures: readonly { seed: number; problems: readonly string[] }[]
  /** How often each call was answered how. */
  answers: ReadonlyMap<string, number>
}

interface Histories {
  histories: number
  seed: number
  received: (done: number) => void
}

/** Runs as many histories from a seed as the command line says, and ends the process: with 0 when every invariant held. */
export async function runHistories(run: (asked: Histories) => Promise<Result>): Promise<never> {
  const { values } = parseArgs({
    options: { histories: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
    // A program has options of its own.
    strict: false,
  })
  const [histories, seed] = [Number(values.histories), Number(values.seed)]
  const begin = performance.now()
  const received = (done: number) => {
    if (done % 500 === 0) console.log(`${done} of ${histories} histories`)
  }
  const { failures, answers } = await run({ histories, seed, received })
  const counts = [...answers].sort(([a], [b]) => a.localeCompare(b)).map(([answer, count]) => `${answer}: ${count}`)
  console.log(counts.join(', '))
  for (const { seed: own, problems } of failures) console.log(`seed ${own}: ${problems.join('; ')}`)
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1)
  console.log(`${histories} histories with seed ${seed} in ${seconds} s, ${failures.length} with violations`)
  process.exit(failures.length ? 1 : 0)
}
