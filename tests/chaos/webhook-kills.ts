/** Kills the API during the intake of WhatsApp's webhook: whatever it acknowledged is there once (docs/product/whatsapp.md#the-webhook). */
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { signatureHeader, webhookReceive } from '#contract/chat/webhook.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { messages } from '#server/db/tables/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { startServer } from '#tests/support/server.ts'
import type { ServerOptions } from '#tests/support/server-process.ts'
import { type MixedItem, makeData, mixedItem } from '../bench/mixed-items.ts'

const perSecond = 200
/** Milliseconds of intake before a kill, to hit many moments of a transaction. */
const moments = [700, 1_900, 400, 2_600, 1_100, 300, 1_500]
const phones = Array.from({ length: 100 }, (_, n) => `62814${String(n).padStart(8, '0')}`)

export interface WebhookKillsReport {
  /** Items answered with 200, and how many were sent again because an answer did not come. */
  acknowledged: number
  repeated: number
  /** Ids of acknowledged items that are nowhere, and of those that are in more than one place. */
  lost: string[]
  doubled: string[]
  /** Milliseconds of each restart. */
  starts: number[]
}

/** How many messages have each id of an item, as their own or among their marks. What stands in a message's place is not that message. */
export async function countPlaces(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select id, count(distinct message)::int as count from (
      select provider_id as id, id as message from ${messages} where provider_id is not null and marks ->> 'standIn' is distinct from 'mark'
      union all select jsonb_array_elements_text(marks -> 'ids'), id from ${messages} where marks is not null
    ) as place group by id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

async function readPlaces(dataDir: string): Promise<ReadonlyMap<string, number>> {
  const database = await openDatabase({ dataDir })
  try {
    return await countPlaces(database.db)
  } finally {
    await database.close()
  }
}

/** Throws when the API does not restart. Items without an answer are sent again, as WhatsApp does. */
export async function runWebhookKills(kills: number, options: ServerOptions = {}): Promise<WebhookKillsReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lapangan-webhook-'))
  await makeData(dataDir)
  const server = await startServer({ dataDir, readyWithin: 600_000, env: { FSYNC: 'true', DEMO: 'false', LOG_LEVEL: 'warn' }, ...options })
  const report = { acknowledged: new Map<string, MixedItem>(), repeated: 0, starts: [] as number[] }
  const open = new Set<Promise<void>>()
  let isOver = false

  async function deliver(item: MixedItem): Promise<void> {
    const signature = createHmac('sha256', cloudAccount.app_secret).update(item.body).digest('hex')
    const headers = { 'content-type': 'application/json', [signatureHeader]: `sha256=${signature}` }
    for (let wait = 200; ; wait = Math.min(wait * 2, 5_000)) {
      const response = await fetch(server.url + webhookReceive.path, { method: 'POST', headers, body: item.body }).catch(() => null)
      await response?.arrayBuffer().catch(() => null)
      if (response?.status === 200) break
      if (response && response.status < 500) throw new Error(`the webhook answered ${response.status}`)
      report.repeated += 1
      // Pauses grow, as WhatsApp's do: a server that starts beside much else is not asked two thousand times a second.
      await pause(wait)
    }
    report.acknowledged.set(item.id, item)
  }

  async function send(): Promise<void> {
    const began = performance.now()
    for (let number = 0; !isOver; number++) {
      const item = mixedItem(number, phones[(number * 7) % phones.length] ?? '')
      // What waits for a start of the API does not grow without end.
      while (open.size > 400) await pause(50)
      const one = deliver(item)
      open.add(one)
      void one.then(() => open.delete(one))
      const wait = began + (number * 1_000) / perSecond - performance.now()
      if (wait > 1) await pause(wait)
    }
    await Promise.all(open)
  }

  const sending = send()
  try {
    for (let kill = 0; kill < kills; kill++) {
      await pause(moments[kill % moments.length])
      await server.killAndRestart()
      report.starts.push(server.readyAfter)
    }
    await pause(1_000)
    isOver = true
    await sending
    await server.stop()
    const places = await readPlaces(dataDir)
    const ids = [...report.acknowledged.keys()]
    return {
      ...{ acknowledged: ids.length, repeated: report.repeated, starts: report.starts },
      lost: ids.filter((id) => !places.has(id)),
      doubled: ids.filter((id) => (places.get(id) ?? 0) > 1),
    }
  } finally {
    isOver = true
    await server.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
}
