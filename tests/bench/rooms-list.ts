/**
 * Response times of the list of rooms, at 1,000 and 100,000 rooms, while messages come in. `npx tsx tests/bench/rooms-list.ts` fails where
 * the p95 of the larger is above twice that of the smaller.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { firstNames, lastNames } from '#server/demo/base/vocabulary.ts'
import type { Inbound } from '#server/inbox/inbound/inbound.ts'
import { storeInbound } from '#server/inbox/inbound/store-inbound.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { signInTo } from '#tests/support/client.ts'
import { withDemoServer } from './demo-server.ts'
import { type Measured, type Question, round, startAsker } from './in-flight.ts'

const questions: readonly Question[] = [
  { what: 'page 1', queries: () => ({ size: '20' }) },
  { what: 'pages', queries: (n) => ({ size: '20', page: String((n % 20) + 1) }) },
  { what: 'by status', queries: (n) => ({ size: '20', query: `status:${['open', 'resolved'][n % 2]}` }) },
  { what: 'unread', queries: () => ({ size: '20', query: 'mark_as_unread:true' }) },
  { what: 'search', queries: (n) => ({ size: '20', query: `search:${['budi', 'siregar', '0812', 'dewi anggraini'][n % 4]}` }) },
]

const firstPhone = 6_285_500_000_000
const atOnce = 500

/** First message of a customer, seconds after the previous one's. */
const firstMessage = (at: number, count: number): Inbound => ({
  type: 'message',
  provider_id: `bench-${at}`,
  number: 1 + (at % 3),
  from: {
    ...{ phone: String(firstPhone + at), bsuid: null, parent: null },
    name: `${firstNames[at % firstNames.length]} ${lastNames[(at * 7) % lastNames.length]} ${at}`,
  },
  kind: 'text',
  content: `Halo, saya mau tanya soal kelas nomor ${at}`,
  media: null,
  reply_to: null,
  at: new Date(Date.now() - (count - at) * 20_000).toISOString(),
})

async function receiveRooms(platform: Platform, count: number): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    const items = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => firstMessage(from + at, count))
    await platform.database.transaction((tx) => storeInbound(platform, tx, items))
  }
}

/** Milliseconds between messages, as in a busy office. */
const everyMs = 200

/** Until the returned function is called. */
function keepReceiving(platform: Platform, rooms: number): () => Promise<void> {
  const over = new AbortController()
  const run = async () => {
    for (let at = rooms; !over.signal.aborted; at++) {
      const old = { ...firstMessage((at * 7_919) % rooms, 0), provider_id: `again-${at}` }
      await platform.database.transaction((tx) => storeInbound(platform, tx, at % 10 ? [old] : [old, firstMessage(at, at)]))
      await pause(everyMs)
    }
  }
  const running = run()
  return async () => {
    over.abort()
    await running
  }
}

const maxGrowth = 2

function measureRooms(rooms: number): Promise<Measured[]> {
  const asker = startAsker()
  return withDemoServer({ demoLeads: 100 }, async ({ url, platform }) => {
    await receiveRooms(platform, rooms)
    const measured: Measured[] = []
    const stop = keepReceiving(platform, rooms)
    for (const account of ['root', 'sales'] as const) {
      const { token } = (await signInTo(url, account)).session
      for (const question of questions) {
        const what = `${question.what} (${account})`
        measured.push({ ...(await asker.measure(`${url}/crm/in/v1/chat-platform`, token, rooms, question)), what })
      }
    }
    await stop()
    return measured
  }).finally(asker.stop)
}

/** List of rooms at both sizes; `growth`: p95 of the larger over the smaller. */
async function benchRooms() {
  const [small, large] = [await measureRooms(1_000), await measureRooms(100_000)]
  return large.map((row, at) => ({ ...row, at1000: small[at]?.p95, growth: round(row.p95 / (small[at]?.p95 ?? Number.NaN)) }))
}

const found = await benchRooms()
console.table(found)
const slow = found.filter(({ growth }) => !(growth <= maxGrowth)).map(({ what, growth }) => `${what}: ${growth} times`)
if (slow.length) {
  console.error(`the p95 at 100,000 rooms is more than twice that at 1,000: ${slow.join(', ')}`)
  process.exitCode = 1
}
