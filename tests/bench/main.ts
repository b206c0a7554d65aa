/** npm run bench: all figures as JSON, then as a table. Nothing is asserted; the budget is a separate gate. */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { startServer } from '#tests/support/server.ts'
import { measureBundle, type Weight } from './bundle.ts'
import type { benchChat } from './chat-load.ts'
import type { benchDevice } from './device.ts'
import type { benchExport } from './export.ts'
import type { benchFlushes } from './flushes.ts'
import type { benchInbox } from './inbox.ts'
import type { benchInteractions } from './interactions.ts'
import type { benchJoined } from './joined.ts'
import type { benchMembersList } from './members-list.ts'
import type { benchOutbox } from './outbox.ts'
import type { benchOwnMembers } from './own-members.ts'
import type { benchRetrieval } from './retrieval.ts'
import type { benchWhatsapp } from './whatsapp.ts'

const root = resolve(import.meta.dirname, '../..')
const round = (value: number, digits = 1) => Number(value.toFixed(digits))
const kB = ({ raw, gzip, brotli }: Weight) => ({ raw: round(raw / 1_000), gzip: round(gzip / 1_000), brotli: round(brotli / 1_000) })

/** Milliseconds from start to the first 200 of /health/ready: once on an empty folder, three times on a filled one. */
async function measureStart() {
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } })
  const first = server.readyAfter
  const later: number[] = []
  for (let run = 0; run < 3; run += 1) {
    await server.restart()
    later.push(server.readyAfter)
  }
  await server.dispose()
  const median = later.toSorted((a, b) => a - b)[1] ?? 0
  return { first_ms: round(first), later_ms: round(median), runs_ms: later.map((value) => round(value)) }
}

/** Figures of a separate program, printed as JSON in its last lines. */
async function jsonOf(name: string): Promise<string> {
  const program = join(root, 'tests/bench', name)
  const child = spawn(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`tests/bench/${name} ended with ${code}`)
  const begin = text.search(/^[[{]/m)
  return text.slice(begin)
}

const outbox: Awaited<ReturnType<typeof benchOutbox>> = JSON.parse(await jsonOf('outbox.ts'))
const device: Awaited<ReturnType<typeof benchDevice>> = JSON.parse(await jsonOf('device.ts'))
const members: Awaited<ReturnType<typeof benchOwnMembers>> = JSON.parse(await jsonOf('own-members.ts'))
const membersList: Awaited<ReturnType<typeof benchMembersList>> = JSON.parse(await jsonOf('members-list.ts'))
const inbox: Awaited<ReturnType<typeof benchInbox>> = JSON.parse(await jsonOf('inbox.ts'))
const interactions: Awaited<ReturnType<typeof benchInteractions>> = JSON.parse(await jsonOf('interactions.ts'))
const chat: Awaited<ReturnType<typeof benchChat>> = JSON.parse(await jsonOf('chat-load.ts'))
const flushes: Awaited<ReturnType<typeof benchFlushes>> = JSON.parse(await jsonOf('flushes.ts'))
const whatsapp: Awaited<ReturnType<typeof benchWhatsapp>> = JSON.parse(await jsonOf('whatsapp.ts'))
const exports: Awaited<ReturnType<typeof benchExport>> = JSON.parse(await jsonOf('export.ts'))
const joined: Awaited<ReturnType<typeof benchJoined>> = JSON.parse(await jsonOf('joined.ts'))
const retrieval: Awaited<ReturnType<typeof benchRetrieval>> = JSON.parse(await jsonOf('retrieval.ts'))
const bundle = measureBundle()
const { files, ...first } = bundle.firstLeadRow
const figures = {
  node: process.version,
  start: await measureStart(),
  bundle_kB: {
    js_to_first_lead_row: { ...kB(first), files },
    css: kB(bundle.css),
    sections: Object.fromEntries(Object.entries(bundle.sections).map(([name, weight]) => [name, kB(weight)])),
    precache: { ...kB(bundle.precache), files: bundle.precache.files },
  },
  outbox,
  device,
  members,
  membersList,
  inbox,
  interactions,
  chat,
  flushes,
  whatsapp,
  exports,
  joined,
  retrieval,
  api: JSON.parse(await jsonOf('api-list.ts')),
}

/** Rows of the chat platform with so many processes, or why they are missing. */
function chatRows(processes: string, played: (typeof chat)[keyof typeof chat]) {
  if ('not_measured' in played) return { [`chats with ${processes}`]: { value: played.not_measured, target: '' } }
  const { steady, storm } = played
  return {
    [`webhook to socket with ${processes}, ms p95`]: { value: steady.webhook_to_socket.p95_ms, target: 150 },
    [`lost and doubled with ${processes}`]: { value: steady.lost + steady.doubled, target: 0 },
    [`all sockets back with ${processes}, s`]: { value: round(storm.from_cut_to_caught_up_ms / 1_000), target: 30 },
    [`missed and doubled by the cut with ${processes}`]: { value: storm.lost + storm.doubled, target: 0 },
  }
}

console.log(JSON.stringify(figures, null, 2))
console.table({
  'start on an empty folder, ms': { value: figures.start.first_ms, target: '' },
  'start on a filled folder, ms': { value: figures.start.later_ms, target: 5_000 },
  'JS to first lead row, kB gzip': { value: figures.bundle_kB.js_to_first_lead_row.gzip, target: 150 },
  'a change kept with 1,000 waiting, ms p95': { value: figures.outbox.enqueue.p95_ms, target: 15 },
  '1,000 changes sent over 150 ms, ms': { value: figures.outbox.replay.ms_per_1000, target: 10_000 },
  'times as fast as one request each': { value: figures.outbox.replay.ratio, target: '' },
  'first sync of 100,000 leads, s': { value: device.firstSync.seconds, target: 25 },
  'first sync of 20,000 own members beside leads, s': { value: members.firstSync.seconds, target: 8 },
  'search per keystroke, ms p95': { value: device.search_ms.p95, target: 50 },
  'index of the leads from cold, ms': { value: Math.max(...device.coldStart_ms), target: 1_500 },
  'a room of 50,000 messages opened, ms p95': { value: inbox.open_ms.p95, target: 150 },
  'between rooms, ms p95': { value: inbox.switch_ms.p95, target: 60 },
  'between rooms while the host took nothing away, ms p95': { value: inbox.switch_alone_ms.p95, target: 60 },
  'frames over 50 ms, a wheel through 2,000 messages': { value: inbox.wheel.frames_over_50ms, target: 0 },
  'of them without what the host took away': { value: inbox.wheel.own_frames_over_50ms, target: 0 },
  'frames over 50 ms, seven times as fast through 5,000': { value: inbox.spun.frames_over_50ms, target: '' },
  'longest task of those, ms of processor': { value: inbox.spun_task_cpu_ms.longest[0] ?? Number.NaN, target: 50 },
  ...Object.fromEntries(
    interactions.map(({ what, p95_ms }) => [`at a quarter of the processor, ${what}, ms p95`, { value: p95_ms, target: 200 }]),
  ),
  ...chatRows('one process', chat.one_process),
  ...chatRows('two processes', chat.two_processes),
  ...Object.fromEntries(
    Object.entries(flushes).flatMap(([how, { webhook_to_answer, drain, people }]) => [
      [`200 messages a second acknowledged, ${how}, ms p95`, { value: webhook_to_answer.p95_ms, target: 150 }],
      [`1,000 changes of an outbox on the server, ${how}, ms`, { value: drain.ms_per_1000, target: '' }],
      [`changes of 16 people at a time, ${how}, a second`, { value: people.per_second, target: '' }],
    ]),
  ),
  '200 items of WhatsApp a second, of mixed kinds, acknowledged, ms p95': { value: whatsapp.intake?.p95_ms ?? Number.NaN, target: 150 },
  'payloads of WhatsApp read in more than 1 ms': { value: whatsapp.parser?.above_1_ms ?? Number.NaN, target: 0 },
  'page of a room of 5,000 with 500 marks, slower than without, %': { value: whatsapp.long_room?.percent ?? Number.NaN, target: 10 },
  'page 1 of 100,000 rows with two references joined, ms p95': { value: joined[0]?.p95 ?? Number.NaN, target: 60 },
  'sources of a question in 2,000 pages, ms p95': { value: retrieval.p95, target: 100 },
  ...Object.fromEntries(
    membersList.map(({ what, p95 }) => [
      `100,000 members, ${what}, ms p95`,
      { value: p95, target: what.startsWith('search') ? 150 : what.startsWith('page') ? 60 : 80 },
    ]),
  ),
  'export of 50,000 rows and 100,000 orders: first byte, ms': {
    value: Math.max(...exports.map((one) => one.first_byte_ms)),
    target: 1_000,
  },
  'export of 50,000 rows and 100,000 orders: memory above idle, MB': {
    value: Math.max(...exports.map((one) => one.above_idle_MB)),
    target: 80,
  },
  'CSS, kB gzip': { value: figures.bundle_kB.css.gzip, target: 15 },
  ...Object.fromEntries(
    Object.entries(figures.bundle_kB.sections).map(([name, weight]) => [`${name}, kB gzip`, { value: weight.gzip, target: 15 }]),
  ),
  'precache, kB brotli': { value: figures.bundle_kB.precache.brotli, target: 900 },
})
