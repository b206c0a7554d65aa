/** `npm run chaos:browser -- --engine webkit --kills N --seed S`. Exits with 0 without a violation. */
import { parseArgs } from 'node:util'
import { findProgram } from '#tests/engines/programs.ts'
import { runBrowser } from './browser-run.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'chromium' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
})
const { engine, path: program } = findProgram(values.engine)
const kills = Number(values.kills)
const begin = performance.now()
const { saved, unsure, violations, lines } = await runBrowser({
  kills,
  seed: Number(values.seed),
  engine,
  program,
  onKill: (done) => done % 10 === 0 && console.log(`${done} of ${kills} kills`),
})
for (const violation of violations) console.log(`FAILED ${violation}`)
console.log(
  `lines: ${Object.entries(lines)
    .map(([as, count]) => `${as} ${count}`)
    .join(', ')}`,
)
console.log(`${saved} changes shown as saved, ${unsure} killed before that`)
console.log(`${kills} kills in ${((performance.now() - begin) / 1_000).toFixed(0)} s, ${violations.length} violations`)
process.exitCode = violations.length ? 1 : 0
