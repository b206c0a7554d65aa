/** `npm run fuzz -- --cases N --seed S`: exits with 0 when every response was valid. */
import { parseArgs } from 'node:util'
import { describeFailure, fuzz } from './run.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    longest: { type: 'string', default: '2000' },
  },
})
const [cases, seed, longest] = [Number(values.cases), Number(values.seed), Number(values.longest)]
const begin = performance.now()
const { failures, statuses } = await fuzz({
  cases,
  seed,
  longest,
  received: (done) => {
    if (done % 2_000 === 0) console.log(`${done} of ${cases} requests`)
  },
})
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
)
for (const failure of failures) console.log(describeFailure(failure))
console.log(`${cases} requests with seed ${seed} in ${((performance.now() - begin) / 1_000).toFixed(1)} s, ${failures.length} failed`)
process.exit(failures.length ? 1 : 0)
