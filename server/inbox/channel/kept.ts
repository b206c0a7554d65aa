/** Items that nobody here understood: their list, and reading them again (docs/product/whatsapp.md#not-understood). */
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { keptItems, readKeptItems } from '#contract/sections/other/whatsapp-number.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import type { Inbound } from '../inbound/inbound.ts'
import { readKept } from '../inbound/kept-items.ts'
import { storeRaw } from '../inbound/raw-items.ts'
import { receive } from '../inbound/receive.ts'
import { createMediaIntake } from './inbound-media.ts'

/** `elsewhere` waits for its number to be entered. */
const open = ['unknown', 'malformed', 'elsewhere'] as const
const pageSize = 200

function list({ db, list: query }: CallRequest) {
  const { id, field, kind, outcome, at, body } = webhookItems
  const columns = { id, number: sql<string | null>`${whatsappNumbers.name}`.as('number'), field, kind, outcome, at, body }
  const select = (where: SQL | undefined) =>
    db
      .select(columns)
      .from(webhookItems)
      .leftJoin(whatsappNumbers, eq(whatsappNumbers.id, webhookItems.number))
      .where(and(inArray(outcome, [...open, 'waiting']), where))
      .$dynamic()
  return readPage(
    db,
    query,
    keptItems,
    { columns: { id, field, kind, outcome, at, body }, search: ['field', 'kind'], sort: 'id desc' },
    select,
  )
}

/** Reads every open item with today's readers; returns how many are understood now. Read twice, nothing is doubled. */
export async function readAgain(platform: Platform): Promise<number> {
  const { db } = platform.database
  const intake = createMediaIntake(platform)
  const numbers = await db.select().from(whatsappNumbers).where(eq(whatsappNumbers.channel, 'cloud'))
  let understood = 0
  for (let after = 0; ; ) {
    const page = await db
      .select()
      .from(webhookItems)
      .where(and(inArray(webhookItems.outcome, [...open]), gt(webhookItems.id, after)))
      .orderBy(asc(webhookItems.id))
      .limit(pageSize)
    for (const row of page) {
      const items = readKept(row, numbers)
      const shown: Inbound[] = []
      for (const item of items) {
        const number = item.type === 'message' && numbers.find(({ id }) => id === item.number)
        const taken = number && item.type === 'message' ? await intake.take(number, item) : item
        if (taken !== 'later' && taken.type !== 'raw') shown.push(taken)
      }
      const states = items.flatMap((item) => (item.type === 'raw' && item.states ? [item] : []))
      // What is still a line of an unknown kind says nothing new.
      const isUnderstood = shown.some((item) => item.type !== 'message' || !item.isStandIn) || states.length > 0
      if (!isUnderstood) continue
      await receive(platform, shown)
      await platform.database.transaction(async (tx) => {
        if (states.length) await tx.delete(webhookItems).where(eq(webhookItems.id, row.id))
        else await tx.update(webhookItems).set({ outcome: 'room' }).where(eq(webhookItems.id, row.id))
        for (const state of states) await storeRaw(tx, state, null)
      })
      understood += 1
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) return understood
    after = last.id
  }
}

export function mountKeptItems(app: Hono, platform: Platform): void {
  mount(app, platform, keptItems, list)
  mount(app, platform, readKeptItems, async ({ after }) => {
    after(() => platform.background.run(async () => void (await readAgain(platform))))
    return { message: 'Reading' }
  })
}
