/**
 * What waiting for the disk costs on the embedded database: customers' messages by webhook, the changes of an outbox, and changes of people
 * at the same time, without flushes and with them. `npx tsx tests/bench/flushes.ts [sources|commits]`: of the build, of the sources, or of the
 * database alone, in milliseconds of a transaction.
 */
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { replay } from '#contract/replay.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { syncHeaders } from '#contract/sync.ts'
import { openDatabase } from '#server/db/open.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { startServer } from '#tests/support/server.ts'
import type { ServerOptions } from '#tests/support/server-process.ts'
import { startTraffic } from './chat-traffic.ts'

const perSecond = 200
/** Milliseconds of messages: the first ones are not counted. */
const [warm, measured] = [3_000, 15_000]
/** Changes of the outbox, of so many leads, in requests of so many, as many requests at a time as a console sends. */
const [edits, records, inRequest, lanes] = [1_000, 200, 40, 4]
const abreast = 16
const commits = 300

type Options = Pick<ServerOptions, 'fromSources' | 'readyWithin'>

const phones = Array.from({ length: 200 }, (_, n) => `62813${String(n).padStart(8, '0')}`)
const round = (value: number) => Math.round(value * 10) / 10

function spread(took: readonly number[]) {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { samples: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1) }
}

async function measureIntake(port: number) {
  const traffic = startTraffic(phones, [port], perSecond)
  await pause(warm)
  const from = traffic.written.length
  await pause(measured)
  await traffic.stop()
  return { refused: traffic.refused, ...spread(traffic.written.slice(from).map(({ sentAt, storedAt }) => storedAt - sentAt)) }
}

/** Runs work for every item, `count` at a time; returns milliseconds in all. */
async function runAbreast<Item>(items: readonly Item[], count: number, work: (item: Item) => Promise<void>): Promise<number> {
  const left = [...items]
  const began = performance.now()
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: count }, run))
  return performance.now() - began
}

async function measureDrain({ fetch }: Client, refs: readonly string[]) {
  const entries = Array.from({ length: edits }, (_, n) => {
    const path = `${leads.path}/${refs[n % refs.length]}`
    return { id: randomUUID(), method: 'PUT', path, body: JSON.stringify({ city: `City ${n}` }), mask: 'city' }
  })
  const requests = Array.from({ length: edits / inRequest }, (_, n) => entries.slice(n * inRequest, (n + 1) * inRequest))
  let done = 0
  const ms = await runAbreast(requests, lanes, async (some) => {
    const headers = { 'content-type': 'application/json' }
    const answered = await fetch(replay.path, { method: replay.method, headers, body: JSON.stringify({ entries: some }) })
    for (const line of (await answered.text()).trim().split('\n')) if (JSON.parse(line).status === 200) done += 1
  })
  return { done, ms_per_1000: round((ms * 1_000) / edits) }
}

async function measurePeople({ fetch }: Client, refs: readonly string[]) {
  const took: number[] = []
  const ms = await runAbreast([...refs, ...refs], abreast, async (ref) => {
    const began = performance.now()
    const headers = { 'content-type': 'application/json', [syncHeaders.key]: randomUUID(), [syncHeaders.mask]: 'city' }
    const answered = await fetch(`${leads.path}/${ref}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ city: `City of ${took.length}` }),
    })
    await answered.text()
    if (answered.ok) took.push(performance.now() - began)
  })
  return { per_second: round((took.length * 1_000) / ms), ...spread(took) }
}

/** Milliseconds of a transaction of one row: one after the other, all at once, and with their flushes held back. */
async function measureCommits(dataDir: string, fsync: 'true' | 'false') {
  process.env.FSYNC = fsync
  const database = await openDatabase({ dataDir })
  try {
    await database.db.execute(sql`create table if not exists bench_commits (text text)`)
    const commit = (n: number) => database.transaction((tx) => tx.execute(sql`insert into bench_commits values (${`row ${n}`})`))
    const rows = Array.from({ length: commits }, (_row, n) => n)
    const times: Record<string, number> = {}
    for (const [name, work] of [
      ['first', () => runAbreast(rows, 1, async (n) => void (await commit(n)))],
      ['alone', () => runAbreast(rows, 1, async (n) => void (await commit(n)))],
      ['abreast', () => runAbreast(rows, abreast, async (n) => void (await commit(n)))],
      ['held', () => database.hold(() => runAbreast(rows, 1, async (n) => void (await commit(n))))],
    ] as const) {
      const began = performance.now()
      await work()
      times[name] = round((performance.now() - began) / commits)
    }
    await database.db.execute(sql`drop table bench_commits`)
    delete times.first
    return times
  } finally {
    await database.close()
  }
}

async function play(dataDir: string, fsync: 'true' | 'false', options: Options) {
  const server = await startServer({ dataDir, env: { FSYNC: fsync, LOG_LEVEL: 'warn', SIGN_IN_ATTEMPTS: '1000' }, ...options })
  try {
    const client = await signInTo(server.url, 'root')
    const refs = (await client.list(leads.path, { size: String(records), sort: 'id asc' })).data.map(({ ref }) => ref)
    return {
      webhook_to_answer: await measureIntake(server.port),
      drain: await measureDrain(client, refs),
      people: await measurePeople(client, refs),
    }
  } finally {
    await server.stop()
  }
}

/** Figures without flushes and with them, of copies of one database. */
export async function benchFlushes(options: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-flushes-'))
  const at = (name: string) => join(folder, name)
  try {
    const server = await startServer({ dataDir: at('without'), env: { DEMO_LEADS: '1000', LOG_LEVEL: 'warn' }, ...options })
    await server.stop()
    const database = await openDatabase({ dataDir: at('without') })
    const platform = await createPlatform(readSettings({ DATA_DIR: at('without'), LOG_LEVEL: 'silent' }), database)
    await makeNumber(platform, { channel: 'cloud', ...cloudAccount })
    await database.close()
    await cp(at('without'), at('with'), { recursive: true })
    return { without_flushes: await play(at('without'), 'false', options), with_flushes: await play(at('with'), 'true', options) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Figures of the database alone, in a folder of its own. */
async function benchCommits() {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-commits-'))
  try {
    return { without_flushes: await measureCommits(folder, 'false'), with_flushes: await measureCommits(folder, 'true') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('flushes.ts') && process.argv[2] === 'commits') console.log(JSON.stringify(await benchCommits(), null, 2))
else if (process.argv[1]?.endsWith('flushes.ts'))
  console.log(JSON.stringify(await benchFlushes(process.argv[2] === 'sources' ? { fromSources: true, readyWithin: 300_000 } : {}), null, 2))
