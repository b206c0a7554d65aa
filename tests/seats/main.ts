/** `npm run seats -- --histories N --seed S [--postgres]`: exits with 0 when every invariant held. */
import { parseArgs } from 'node:util'
import { runSeats } from './run.ts'

const { values } = parseArgs({
  options: { histories: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const [histories, seed] = [Number(values.histories), Number(values.seed)]
const begin = performance.now()
const { failures, answers } = await runSeats({
  histories,
  seed,
  received: (done) => {
    if (done % 500 === 0) console.log(`${done} of ${histories} histories`)
  },
})
console.log(
  [...answers]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([answer, count]) => `${answer}: ${count}`)
    .join(', '),
)
for (const { seed: own, problems } of failures) console.log(`seed ${own}: ${problems.join('; ')}`)
const seconds = ((performance.now() - begin) / 1_000).toFixed(1)
console.log(`${histories} histories with seed ${seed} in ${seconds} s, ${failures.length} with violations`)
process.exit(failures.length ? 1 : 0)
