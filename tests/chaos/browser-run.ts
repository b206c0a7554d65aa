/**
 * The built console in a real browser against the real server behind a randomly failing network. The browser is killed (SIGKILL to all
 * processes) at random moments of saving and replaying, and restarted on the same profile.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { leads } from '#contract/sections/sales/leads.ts'
import { openDatabase } from '#server/db/open.ts'
import { type EngineDevice, openDevice, signInOn, untilShellKept } from '#tests/engines/device.ts'
import type { EngineName } from '#tests/engines/engine.ts'
import type { EnginePage } from '#tests/engines/page.ts'
import { signInTo } from '#tests/support/client.ts'
import { type NetworkProxy, type NetworkState, startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'
import { type Entry, readLog, startLog } from './effect-log.ts'
import { type Random, seeded } from './random.ts'

export interface BrowserRun {
  kills: number
  seed: number
  engine: EngineName
  /** Its browser, or what drives it. */
  program: string
  /** Called per kill. */
  onKill?: (done: number) => void
}

/** A save: lead, value, and whether the console had confirmed it before the kill. */
interface Mark {
  ref: string
  city: string
  shown: boolean
}

export interface BrowserOutcome {
  kills: number
  saved: number
  /** Killed before the confirmation. */
  unsure: number
  violations: string[]
  lines: Record<string, number>
}

const edited = 4
/** Milliseconds after the last kill until everything is done or parked. */
const patience = 120_000

async function withLog<T>(dataDir: string, work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** A window of a phone on the list of leads. */
async function openLeads(device: EngineDevice, base: string): Promise<EnginePage> {
  const page = await device.open(base)
  await page.size(390, 844)
  await page.go('/leads/list')
  await page.untilShown('li[data-ref]')
  return page
}

function randomNetwork(random: Random): NetworkState {
  return random.weighted<NetworkState>([
    [4, { as: 'pass' }],
    [3, { as: 'drop' }],
    [1, { as: 'hang' }],
    [2, { as: 'cut', after: random.integer(20, 900) }],
    [2, { as: 'slow', latency: random.integer(20, 400) }],
  ])
}

/** Saves a new city of a lead in its form; resolves once the console shows that it is stored or sent. */
async function save(page: EnginePage, mark: Mark): Promise<void> {
  await page.go(`/leads/edit/${mark.ref}`)
  await page.type({ role: 'textbox', name: 'City' }, mark.city)
  await page.click({ role: 'button', name: 'Save' })
  await page.untilWithin(20_000, 'the list after saving', () => location.pathname.startsWith('/leads/list'))
  mark.shown = true
}

interface World {
  device: EngineDevice
  proxy: NetworkProxy
  random: Random
  refs: string[]
  marks: Mark[]
  lines: Record<string, number>
}

/** Some saves over a failing network, and a kill during one of them or their sending. */
async function round(world: World, number: number): Promise<void> {
  const { device, proxy, random, refs, marks, lines } = world
  const { browser } = device
  const network = randomNetwork(random)
  lines[network.as] = (lines[network.as] ?? 0) + 1
  const page = await openLeads(device, proxy.url)
  await proxy.set(network)
  const count = random.integer(1, 3)
  const isReplayed = number % 2 === 1
  for (let i = 0; i < count; i++) {
    const mark: Mark = { ref: refs[random.integer(0, refs.length - 1)] ?? '', city: `Kota ${number} ${i}`, shown: false }
    marks.push(mark)
    const saving = save(page, mark)
    if (i + 1 < count || isReplayed) await saving
    else {
      const killed = pause(random.integer(150, 1_500)).then(() => browser.kill())
      await Promise.all([saving.catch(() => undefined), killed])
    }
  }
  if (isReplayed) {
    await proxy.set({ as: random.chance(0.5) ? 'pass' : 'drop' })
    await pause(random.integer(0, 1_200))
    await browser.kill()
  }
  await proxy.set({ as: 'pass' })
  await browser.start()
}

/** Waits for the outbox; returns what stays. These leads have no other writer, and no request is refused: nothing may be parked. */
async function drained(page: EnginePage): Promise<string[]> {
  await page.go('/outbox')
  try {
    await page.untilShown('main h1')
    await page.untilGone({ role: 'link', name: /waiting$/ }, patience)
  } catch (error) {
    return [`stuck after ${patience / 1_000} s of a good line: ${error}`]
  }
  const rows = await page.run(() => [...document.querySelectorAll('main li')].map((row) => row.textContent ?? ''))
  return rows.map((text) => `parked: ${text.replace(/\s+/g, ' ')}`)
}

function judge(marks: readonly Mark[], log: readonly Entry[]): string[] {
  const violations: string[] = []
  const places = new Map<string, number[]>()
  for (const [place, { changes, mutation }] of log.entries()) {
    for (const { before, after } of changes) {
      const city = String(after?.city ?? '')
      if (!city.startsWith('Kota ') || before?.city === after?.city) continue
      if (!mutation) violations.push(`ghost: ${city} was written without a mutation`)
      places.set(city, [...(places.get(city) ?? []), place])
    }
  }
  const last = new Map<string, number>()
  for (const { ref, city, shown } of marks) {
    const found = places.get(city) ?? []
    if (shown && found.length === 0) violations.push(`lost: ${city} was shown as saved and never reached the server`)
    if (found.length > 1) violations.push(`doubled: ${city} was written ${found.length} times`)
    const [place] = found
    if (place === undefined) continue
    if (place < (last.get(ref) ?? -1)) violations.push(`lane inversion: ${city} came after a later change of its record`)
    last.set(ref, place)
  }
  return violations
}

export async function runBrowser({ kills, seed, engine, program, onKill }: BrowserRun): Promise<BrowserOutcome> {
  const random = seeded(seed)
  const dataDir = await mkdtemp(join(tmpdir(), 'lapangan-chaos-'))
  let server: RunningServer | null = null
  let proxy: NetworkProxy | null = null
  let device: EngineDevice | null = null
  try {
    await withLog(dataDir, ({ db }) => startLog(db))
    server = await startServer({ dataDir, env: { LOG_LEVEL: 'warn', DEMO_LEADS: '60' } })
    proxy = await startProxy(server)
    device = await openDevice(engine, program)
    const page = await device.open(proxy.url)
    await signInOn(page, 'sales')
    await untilShellKept(page)
    await device.untilSessionStored()
    await page.close()
    const sales = await signInTo(server.url, 'sales')
    const refs = (await sales.list(leads.path, { size: String(edited) })).data.map(({ ref }) => ref)
    const world: World = { device, proxy, random, refs, marks: [], lines: {} }
    for (let done = 1; done <= kills; done++) {
      await round(world, done)
      onKill?.(done)
    }
    const stuck = await drained(await device.open(proxy.url))
    await device.dispose()
    device = null
    await server.stop()
    const log = await withLog(dataDir, ({ db }) => readLog(db))
    const unsure = world.marks.filter(({ shown }) => !shown).length
    return { kills, saved: world.marks.length - unsure, unsure, violations: [...stuck, ...judge(world.marks, log)], lines: world.lines }
  } finally {
    await device?.dispose()
    await proxy?.close()
    await server?.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
}
