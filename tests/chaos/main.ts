/**
 * `npm run chaos -- --schedules N --seed S [--sabotage dedupe|owner|requeue|order|early|lock, or several with commas] [--jobs J] [--first]`, or
 * `--replay <what a failing run printed>`. Exits with 0 without violations and with every fault hit.
 */
import 'fake-indexeddb/auto'
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { play } from './play.ts'
import { report, type Total } from './report.ts'
import { type RunReport, runShare } from './run.ts'
import { isSabotage } from './sabotage.ts'
import { makeSchedule } from './schedule.ts'
import { startModelServer } from './server.ts'
import { fromReplay } from './shrink.ts'

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    sabotage: { type: 'string' },
    jobs: { type: 'string' },
    /** Stops at the first violation without shrinking. */
    first: { type: 'boolean', default: false },
    /** Set by this program for child processes: `1/2`. */
    part: { type: 'string' },
    replay: { type: 'string' },
  },
})

const named = values.sabotage?.split(',') ?? []
const sabotages = named.filter(isSabotage)
if (sabotages.length < named.length) throw new Error(`there is no safeguard '${values.sabotage}'`)
const schedules = Number(values.schedules)
const seed = Number(values.seed)

async function replayOne(text: string): Promise<number> {
  const schedule = fromReplay(text, makeSchedule)
  const server = await startModelServer()
  const { violations, hits, notes } = await play(schedule, server, sabotages[0] ?? null)
  console.log(JSON.stringify(schedule, null, 1))
  console.log(JSON.stringify({ violations, hits: Object.fromEntries(hits), notes }, null, 1))
  await server.close()
  return violations.length ? 1 : 0
}

function child(part: number, parts: number, onReport: (result: RunReport) => void): Promise<number> {
  const own = process.argv.slice(1)
  const started = spawn(process.execPath, [...process.execArgv, ...own, '--part', `${part}/${parts}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: started.stdout }).on('line', (network) => onReport(JSON.parse(network)))
  return new Promise((done) => started.once('exit', (code) => done(code ?? 1)))
}

async function runAll(): Promise<number> {
  const jobs = Math.max(1, Math.min(schedules, Number(values.jobs ?? Math.min(2, availableParallelism()))))
  const begin = performance.now()
  const total: Total = { counts: { schedules: 0, saved: 0, applied: 0, parked: 0, hits: {} }, failures: [], seconds: 0, broken: 0 }
  let shown = begin
  const onReport = (result: RunReport) => {
    if ('failure' in result) {
      total.failures.push(result.failure)
      console.log(report.failure(result.failure))
      return
    }
    const { counts } = result
    for (const name of ['schedules', 'saved', 'applied', 'parked'] as const) total.counts[name] += counts[name]
    for (const [kind, count] of report.entries(counts.hits)) total.counts.hits[kind] = (total.counts.hits[kind] ?? 0) + count
    if (performance.now() - shown < 30_000) return
    shown = performance.now()
    console.log(`${total.counts.schedules} of ${schedules} schedules, ${total.failures.length} failed`)
  }
  const ends = await Promise.all(Array.from({ length: jobs }, (_, part) => child(part, jobs, onReport)))
  total.broken = ends.filter((code) => code !== 0).length
  total.seconds = (performance.now() - begin) / 1_000
  console.log(report.end(total))
  return report.failed(total) ? 1 : 0
}

async function main(): Promise<number> {
  if (values.replay) return replayOne(values.replay)
  if (!values.part) return runAll()
  const [part = 0, parts = 1] = values.part.split('/').map(Number)
  await runShare({ schedules, seed, part, parts, sabotages: sabotages.length ? sabotages : [null], first: values.first }, (result) =>
    process.stdout.write(`${JSON.stringify(result)}\n`),
  )
  return 0
}

process.exitCode = await main()
