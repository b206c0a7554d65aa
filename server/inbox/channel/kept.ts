/** Items that nobody here understood: their list, and reading them again (docs/product/whatsapp.md#not-understood). */
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { keptItems, openOutcomes, readKeptItems } from '#contract/sections/other/whatsapp-number.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import type { Inbound, InboundRaw } from '../inbound/inbound.ts'
import { type KeptItem, readKept } from '../inbound/kept-items.ts'
import { storeRaw } from '../inbound/raw-items.ts'
import { receive } from '../inbound/receive.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { createMediaIntake, type MediaIntake } from './inbound-media.ts'
import { type Signer, signerOf } from './webhook.ts'

const isOpen = inArray(webhookItems.outcome, [...openOutcomes])
const pageSize = 200
/** Milliseconds after which the rest is left for the next time. */
const readsForMs = 20_000

function list({ db, list: query }: CallRequest) {
  const { id, account, field, kind, outcome, at, body } = webhookItems
  const columns = { id, number: sql<string | null>`${whatsappNumbers.name}`.as('number'), account, field, kind, outcome, at, body }
  const select = (where: SQL | undefined) =>
    db
      .select(columns)
      .from(webhookItems)
      .leftJoin(whatsappNumbers, eq(whatsappNumbers.id, webhookItems.number))
      .where(and(inArray(outcome, [...openOutcomes, 'waiting']), where))
      .$dynamic()
  return readPage(
    db,
    query,
    keptItems,
    { columns: { id, account, field, kind, outcome, at, body }, search: ['field', 'kind'], sort: 'id desc' },
    select,
  )
}

type Numbers = readonly WhatsappNumber[]

/** Of the app that signed the item, as at the webhook; an item from before, whose app is not known, is for its own number's. */
function numbersFor({ signer, number }: KeptItem, signers: readonly Signer[]): Numbers {
  const own = signers.find(({ number: { id } }) => id === (signer ?? number))
  return own ? signers.filter(({ secret }) => secret === own.secret).map((each) => each.number) : []
}

/** What today's readers make of an item, with its file; nothing where it is not understood. */
async function understand(
  intake: MediaIntake,
  row: KeptItem,
  numbers: Numbers,
): Promise<{ shown: Inbound[]; states: InboundRaw[] } | null> {
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
  return isUnderstood ? { shown, states } : null
}

/** Returns whether this reading is the one that took the item. */
async function readOne(platform: Platform, intake: MediaIntake, row: KeptItem, numbers: Numbers): Promise<boolean> {
  const understood = await understand(intake, row, numbers)
  if (!understood) return false
  const { shown, states } = understood
  await receive(platform, shown)
  const isThis = and(eq(webhookItems.id, row.id), isOpen)
  return platform.database.transaction(async (tx) => {
    const id = { id: webhookItems.id }
    const taken = states.length
      ? await tx.delete(webhookItems).where(isThis).returning(id)
      : await tx.update(webhookItems).set({ outcome: 'room' }).where(isThis).returning(id)
    for (const state of taken.length ? states : []) await storeRaw(platform.database, tx, { ...state, signer: row.signer }, null)
    return taken.length > 0
  })
}

export interface Reading {
  read: number
  /** Of those that were meant. */
  left: number
}

/**
 * Reads open items with today's readers: that of an id, or all of them. Read twice, also at once, nothing is doubled, and an item is
 * counted once. One that fails costs no other.
 */
export async function readAgain(platform: Platform, one: number | null): Promise<Reading> {
  const { db } = platform.database
  const intake = createMediaIntake(platform)
  const until = Date.now() + readsForMs
  const meant = one === null ? isOpen : and(isOpen, eq(webhookItems.id, one))
  const numbers = await db.select().from(whatsappNumbers).where(eq(whatsappNumbers.channel, 'cloud'))
  const signers = numbers.flatMap((number) => signerOf(platform, number))
  let read = 0
  for (let after = 0; Date.now() < until; ) {
    const page = await db
      .select()
      .from(webhookItems)
      .where(and(meant, gt(webhookItems.id, after)))
      .orderBy(asc(webhookItems.id))
      .limit(pageSize)
    for (const row of page) {
      const isRead = await readOne(platform, intake, row, numbersFor(row, signers)).catch((error: unknown) => {
        platform.log.error({ err: error, item: row.id }, 'a kept item was not read')
        return false
      })
      if (isRead) read += 1
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    after = last.id
  }
  return { read, left: await db.$count(webhookItems, meant) }
}

export function mountKeptItems(app: Hono, platform: Platform): void {
  mount(app, platform, keptItems, list)
  const read = async ({ body: { id } }: CallRequest) => ({
    message: 'Read',
    ...(await readAgain(platform, typeof id === 'number' ? id : null)),
  })
  // A transaction of its own for each item: files are fetched meanwhile.
  mount(app, platform, readKeptItems, read, { withoutTransaction: true })
}
