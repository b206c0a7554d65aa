/**
 * The chat platform under load: 2,000 open sockets and 200 customers' messages a second, each seen by five of them, on one process with the
 * embedded database and on two with a Postgres; then all are cut. `npx tsx tests/bench/chat-load.ts [one|two]`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { reconnectMs } from '#contract/chat/events.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { type Crowd, gather } from './chat-crowd.ts'
import { startTraffic, type Written } from './chat-traffic.ts'
import { benchKey, fillWorld, type World } from './chat-world.ts'
import { secondsOf } from './processor-seconds.ts'

const perSecond = 200
/** Milliseconds: warm-up, measurement, and wait for messages in flight. */
const [warm, measured, rest] = [5_000, 40_000, 5_000]
/** Milliseconds of the storm: before the cut, and its timeout. */
const [calm, patience] = [5_000, 60_000]

const round = (value: number) => Math.round(value * 10) / 10
const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function spread(took: readonly number[]) {
  const sorted = took.toSorted((a, b) => a - b)
  return {
    p50_ms: round(at(sorted, 0.5)),
    p95_ms: round(at(sorted, 0.95)),
    p99_ms: round(at(sorted, 0.99)),
    worst_ms: round(sorted.at(-1) ?? 0),
  }
}

function usage(servers: readonly RunningServer[]) {
  const times = cpus().map(({ times: ofCpu }) => ofCpu)
  const idle = times.reduce((sum, one) => sum + one.idle, 0) / 1_000
  const own = process.cpuUsage()
  return {
    at: performance.now() / 1_000,
    idle,
    own: (own.user + own.system) / 1_000_000,
    servers: servers.map(({ pid }) => secondsOf(pid)),
  }
}

/** Shares of a processor. */
function shares(before: ReturnType<typeof usage>, after: ReturnType<typeof usage>) {
  const seconds = after.at - before.at
  return {
    processors: cpus().length,
    servers: after.servers.map((value, n) => round((value - (before.servers[n] ?? 0)) / seconds)),
    load_generator: round((after.own - before.own) / seconds),
    idle: round((after.idle - before.idle) / seconds),
  }
}

interface Scene {
  world: World
  crowd: Crowd
  servers: RunningServer[]
}

/** Deliveries of each message to everybody who sees it, since its webhook. */
function account({ world, crowd }: Scene, written: readonly Written[]) {
  const took: number[] = []
  let [expected, lost] = [0, 0]
  for (const { number, room, sentAt, storedAt } of written) {
    if (Number.isNaN(storedAt)) continue
    for (const seat of world.rooms[room]?.seats ?? []) {
      expected += 1
      const came = crowd.seats[seat]?.came.get(number)
      if (came === undefined) lost += 1
      else took.push(came - sentAt)
    }
  }
  return { expected, lost, took }
}

async function steady(scene: Scene) {
  const { world, crowd, servers } = scene
  const traffic = startTraffic(
    world.rooms.map(({ phone }) => phone),
    servers.map(({ port }) => port),
    perSecond,
  )
  await pause(warm)
  const from = traffic.written.length
  const before = usage(servers)
  await pause(measured)
  const after = usage(servers)
  const messages = traffic.written.length - from
  await traffic.stop()
  await pause(rest)
  const { expected, lost, took } = account(scene, traffic.written.slice(from))
  return {
    sockets: crowd.seats.length,
    processes: servers.length,
    seconds: measured / 1_000,
    messages,
    per_second: round(messages / (measured / 1_000)),
    refused: traffic.refused,
    deliveries: expected,
    lost,
    doubled: crowd.doubled,
    out_of_order: crowd.late,
    sockets_that_ended: crowd.ended,
    webhook_to_socket: spread(took),
    webhook_to_answer: spread(traffic.written.slice(from).map(({ sentAt, storedAt }) => storedAt - sentAt)),
    sent_late: spread(traffic.lateBy.slice(from)),
    processor: shares(before, after),
  }
}

async function storm(scene: Scene) {
  const { world, crowd, servers } = scene
  const [doubled, ended, late] = [crowd.doubled, crowd.ended, crowd.late]
  const traffic = startTraffic(
    world.rooms.map(({ phone }) => phone),
    servers.map(({ port }) => port),
    perSecond,
  )
  await pause(calm)
  const before = usage(servers)
  crowd.cut()
  const cutAt = performance.now()
  // Like the console, so that all reconnect in the same moment.
  await pause(reconnectMs)
  const asked = performance.now()
  const isBack = await Promise.race([crowd.connect(reconnectMs).then(() => true), pause(patience).then(() => false)])
  await pause(calm)
  const after = usage(servers)
  await traffic.stop()
  await pause(rest)
  const { expected, lost, took } = account(scene, traffic.written)
  const missed = traffic.written.filter(({ storedAt }) => storedAt > cutAt && storedAt < asked).length
  const sentAt = new Map(traffic.written.map((one) => [one.number, one.sentAt]))
  let caughtUp = Number.NEGATIVE_INFINITY
  for (const { connectedAt, came } of crowd.seats) {
    caughtUp = Math.max(caughtUp, connectedAt)
    for (const [number, when] of came) if ((sentAt.get(number) ?? Number.NaN) < connectedAt) caughtUp = Math.max(caughtUp, when)
  }
  return {
    sockets: crowd.seats.length,
    all_back: isBack,
    messages_while_cut: missed,
    from_cut_to_caught_up_ms: round(caughtUp - cutAt),
    from_reconnect_to_caught_up_ms: round(caughtUp - asked),
    deliveries: expected,
    lost,
    doubled: crowd.doubled - doubled,
    out_of_order: crowd.late - late,
    told_to_fill_anew: crowd.resyncs,
    tried_again: crowd.ended - ended,
    refused: traffic.refused,
    webhook_to_answer: spread(traffic.written.map(({ sentAt: sent, storedAt }) => storedAt - sent)),
    webhook_to_socket_with_catch_up: spread(took),
    processor: shares(before, after),
  }
}

/** Each figure takes a minute, so progress is printed. */
const say = (line: string) => process.stderr.write(`chat: ${line}\n`)

async function play(processes: number, url?: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lapangan-chat-'))
  const servers: RunningServer[] = []
  try {
    say(`filling, ${url ? 'on Postgres' : 'on the embedded database'}`)
    const world = await fillWorld(dataDir, url)
    for (let n = 0; n < processes; n++) {
      const env = { DEMO: 'false', LOG_LEVEL: 'warn', TRUST_PROXY: 'true', ...(url && { DATABASE_URL: url, SECRET_KEY: benchKey }) }
      servers.push(await startServer({ dataDir: join(dataDir, url ? String(n) : ''), env }))
    }
    const ports = servers.map(({ port }) => port)
    const crowd = gather(world.seats, ports)
    say(`opening ${crowd.seats.length} sockets to ${processes} of the server`)
    const began = performance.now()
    await crowd.connect(reconnectMs)
    const opened_ms = round(performance.now() - began)
    const scene = { world, crowd, servers }
    say('messages')
    const everyday = await steady(scene)
    say('all lines are cut')
    const figures = { opened_ms, steady: everyday, storm: await storm(scene) }
    crowd.cut()
    return figures
  } finally {
    for (const server of servers) await server.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function playTwo() {
  const postgres = startPostgres({ safe: true })
  if (!postgres) return { not_measured: 'No Postgres server is installed; on Debian: apt-get install postgresql' }
  try {
    return await play(2, postgres.url)
  } finally {
    postgres.stop()
  }
}

/** Both figures; without Postgres a text instead of the second. */
export async function benchChat() {
  return { one_process: await play(1), two_processes: await playTwo() }
}

if (process.argv[1]?.endsWith('chat-load.ts')) {
  const plays = { one: () => play(1), two: playTwo }
  const chosen = process.argv[2] === 'one' || process.argv[2] === 'two' ? plays[process.argv[2]] : benchChat
  console.log(JSON.stringify(await chosen(), null, 2))
}
