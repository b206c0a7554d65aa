/** `npm run e2e:engines -- --engine webkit --walk outbox --short --times 3`: every walk in every engine that is to be had, a line for each. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demoData, startProcess } from '#tests/support/server-process.ts'
import { type EngineName, engineNames } from './engine.ts'
import { lookUp } from './programs.ts'
import type { EngineWalk } from './walk.ts'
import { openWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true },
    walk: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    /** So often in a row; then the last lines say how often each walk passed. */
    times: { type: 'string', default: '1' },
  },
})

/** By their file's name. */
async function readWalks(): Promise<Map<string, EngineWalk>> {
  const names = (await readdir(join(import.meta.dirname, 'walks'))).filter((file) => file.endsWith('.ts')).sort()
  const walks = new Map<string, EngineWalk>()
  for (const file of names) {
    const { walk }: { walk: EngineWalk } = await import(`./walks/${file}`)
    walks.set(file.slice(0, -'.ts'.length), walk)
  }
  return walks
}

const unknownOf = (asked: readonly string[] | undefined, known: readonly string[]) => (asked ?? []).filter((name) => !known.includes(name))
const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(0)

/** Returns its notes. */
async function runWalk(engine: EngineName, program: string, file: string, walk: EngineWalk): Promise<string[]> {
  const world = await openWorld(engine, program, walk.device)
  const limit = walk.isShort ? 1_800_000 : 3_600_000
  const isOver = new AbortController()
  const late = pause(limit, null, { signal: isOver.signal }).then(
    () => {
      throw new Error(`not over within ${limit / 1_000} s`)
    },
    () => undefined,
  )
  try {
    await Promise.race([walk.run(world), late])
    return world.notes
  } catch (error) {
    await world.shootAll(file)
    throw error
  } finally {
    isOver.abort()
    await world.dispose()
  }
}

const walks = await readWalks()
const unknown = [...unknownOf(values.engine, engineNames), ...unknownOf(values.walk, [...walks.keys()])]
if (unknown.length)
  throw new Error(`there is no ${unknown.join(', ')}; engines: ${engineNames.join(', ')}; walks: ${[...walks.keys()].join(', ')}`)
const chosen = [...walks].filter(([name, { isShort }]) => (values.walk ? values.walk.includes(name) : isShort || !values.short))
const engines = engineNames.filter((name) => (values.engine ? values.engine.includes(name) : name !== 'chromium'))

const isAny = engines.some((name) => lookUp(name).path !== null)
const filled =
  process.env[demoData] || !isAny
    ? null
    : await startProcess({ env: { LOG_LEVEL: 'warn', DEMO_LEADS: '400', DEMO_ROOMS: '40' }, readyWithin: 600_000 })
await filled?.stop()
if (filled) process.env[demoData] = filled.dataDir
const times = Number(values.times)
const total = { passed: 0, failed: 0 }
/** How often each walk passed in an engine. */
const passed = new Map<string, number>()
async function runEngine(engine: EngineName): Promise<void> {
  const { path, missing } = lookUp(engine)
  if (path === null) {
    console.log(`none ${engine}: ${missing}; its walks were not run`)
    return
  }
  for (const [file, walk] of chosen) {
    const began = performance.now()
    const key = `${engine}, ${file}`
    passed.set(key, passed.get(key) ?? 0)
    const report = (word: string, notes: readonly string[] = []) =>
      console.log(`${word} ${key}: ${walk.name} (${[`${seconds(began)} s`, ...notes].join('; ')})`)
    try {
      report('ok  ', await runWalk(engine, path, file, walk))
      total.passed += 1
      passed.set(key, (passed.get(key) ?? 0) + 1)
    } catch (error) {
      report('FAIL')
      console.log(error)
      total.failed += 1
    }
  }
}
for (let round = 0; round < times; round++) {
  // Walks wait more than they work.
  if (values.short) await Promise.all(engines.map(runEngine))
  else for (const engine of engines) await runEngine(engine)
}
if (filled) await rm(filled.dataDir, { recursive: true, force: true })
await mkdir('test-results', { recursive: true })
await writeFile('test-results/engines.json', JSON.stringify(total))
if (times > 1) for (const [key, count] of passed) console.log(`${key}: ${count} of ${times}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)
