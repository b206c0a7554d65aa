/**
 * WhatsApp's webhook and rooms: the intake of 200 items of mixed kinds a second with flushes on, the parser over every payload of the tests,
 * and the call of a room of 5,000 messages of which 500 have reactions and edits against one without. `npx tsx tests/bench/whatsapp.ts
 * [sources] [parser|room|intake]`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { conversation } from '#contract/chat/messages.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/open.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { readWebhook } from '#server/inbox/whatsapp/webhook.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { makePerson } from '#tests/support/api.ts'
import { makeNumber, makeRoom } from '#tests/support/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { requestAs } from '#tests/support/request.ts'
import { startServer } from '#tests/support/server.ts'
import { payloadNames, readPayload } from '#tests/support/webhook-payloads.ts'
import { startTraffic } from './chat-traffic.ts'
import { makeData, mixedItem } from './mixed-items.ts'
import { secondsOf } from './processor-seconds.ts'

const perSecond = 200
/** Milliseconds of items: the first ones are not counted. */
const [warm, measured] = [5_000, 20_000]
const [length, every, opens] = [5_000, 10, 200]
const phones = Array.from({ length: 200 }, (_, n) => `62813${String(n).padStart(8, '0')}`)

const round = (value: number) => Math.round(value * 100) / 100
function shareOf(took: readonly number[], share: number): number {
  const sorted = took.toSorted((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** Milliseconds of the reader for each payload, median of many. */
function measureParser() {
  const ours = { id: 1, phone: '628110000001', ...cloudAccount }
  const times = payloadNames.map((name) => {
    const payload = readPayload(Number.parseInt(name, 10))
    const took = Array.from({ length: 300 }, () => {
      const began = performance.now()
      readWebhook(payload, [ours])
      return performance.now() - began
    })
    return { name, ms: shareOf(took, 0.5) }
  })
  const slowest = times.toSorted((a, b) => b.ms - a.ms)[0]
  return { payloads: times.length, above_1_ms: times.filter(({ ms }) => ms > 1).length, slowest }
}

/** Milliseconds of the newest page of either room, in turn. */
async function measureRooms(dataDir: string) {
  const database = await openDatabase({ dataDir })
  try {
    const platform = await createPlatform(readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), database)
    const number = await makeNumber(platform, { channel: 'cloud', ...cloudAccount })
    const ask = requestAs(createApp(platform), await makePerson(platform, ['get crm', 'get assign-sales']))
    const took: Record<'plain' | 'marked', number[]> = { plain: [], marked: [] }
    const refs = { plain: '', marked: '' }
    for (const name of ['plain', 'marked'] as const) {
      const room = await makeRoom(platform, number)
      refs[name] = room.ref
      await database.db.execute(sql`
        insert into ${messages} (ref, room, place, kind, content, is_admin, status, created_at)
        select gen_random_uuid(), ${room.id}, n, 'text', 'Halo kak, masih ada kelas untuk pemula? ' || n, n % 2 = 0, 'read',
          now() - (${length} - n + 10) * interval '25 minutes'
        from generate_series(2, ${length}) n`)
      await database.db
        .update(rooms)
        .set({ next_place: length + 1 })
        .where(eq(rooms.id, room.id))
      if (name === 'marked')
        await database.db.execute(sql`
          update ${messages} set
            reactions = jsonb_build_array(jsonb_build_object('emoji', '👍', 'by', 'customer', 'name', null, 'at', created_at)),
            edits = jsonb_build_array(jsonb_build_object('content', content, 'at', created_at))
          where room = ${room.id} and place % ${every} = 0`)
    }
    await database.db.execute(sql`vacuum analyze`)
    for (let run = 0; run < opens + 20; run++)
      for (const name of run % 2 ? (['plain', 'marked'] as const) : (['marked', 'plain'] as const)) {
        const began = performance.now()
        const { status } = await ask('GET', `${conversation.path.replace('{id}', refs[name])}?limit=100`)
        if (status !== 200) throw new Error(`the room answered ${status}`)
        if (run >= 20) took[name].push(performance.now() - began)
      }
    const [plain, marked] = [shareOf(took.plain, 0.5), shareOf(took.marked, 0.5)]
    return {
      messages: length,
      marked: length / every,
      opens,
      plain_ms: plain,
      marked_ms: marked,
      percent: round((marked / plain - 1) * 100),
    }
  } finally {
    await database.close()
  }
}

async function measureIntake(dataDir: string, fromSources: boolean) {
  await makeData(dataDir)
  const env = { FSYNC: 'true', LOG_LEVEL: 'warn', DEMO: 'false' }
  const server = await startServer({ dataDir, env, readyWithin: 300_000, ...(fromSources && { fromSources: true }) })
  try {
    const traffic = startTraffic(phones, [server.port], perSecond, (number, phone) => mixedItem(number, phone).body)
    await pause(warm)
    const [from, cpu] = [traffic.written.length, secondsOf(server.pid)]
    await pause(measured)
    const counted = traffic.written.slice(from)
    await traffic.stop()
    const cpu_ms = (secondsOf(server.pid) - cpu) * 1_000
    const took = counted.map(({ sentAt, storedAt }) => storedAt - sentAt)
    const per_second = round((counted.length * 1_000) / measured)
    return {
      ...{ per_second, items: took.length, refused: traffic.refused, p50_ms: shareOf(took, 0.5), p95_ms: shareOf(took, 0.95) },
      ...{ max_ms: shareOf(took, 1), sent_late_p95_ms: shareOf(traffic.lateBy, 0.95) },
      cpu_ms_an_item: round(cpu_ms / (traffic.written.length - from)),
    }
  } finally {
    await server.stop()
  }
}

const parts = ['parser', 'room', 'intake']

/** All of it, or one part. */
export async function benchWhatsapp(options: readonly string[] = []) {
  const wants = (part: string) => !parts.some((one) => options.includes(one)) || options.includes(part)
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-whatsapp-'))
  try {
    return {
      parser: wants('parser') ? measureParser() : null,
      long_room: wants('room') ? await measureRooms(join(folder, 'room')) : null,
      intake: wants('intake') ? await measureIntake(join(folder, 'intake'), options.includes('sources')) : null,
      load: loadavg().map(round),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('whatsapp.ts')) console.log(JSON.stringify(await benchWhatsapp(process.argv.slice(2)), null, 2))
