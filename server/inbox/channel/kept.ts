/** Items that nobody here understood: their list, and reading them again (docs/product/whatsapp.md#not-understood). */
import { and, asc, eq, gt, inArray, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { toRecord } from '#contract/kit/field/guards.ts'
import { keptItems, openOutcomes, readKeptItems, whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import type { Inbound, InboundRaw } from '../inbound/inbound.ts'
import { type KeptItem, readKept } from '../inbound/kept-items.ts'
import { storeRaws } from '../inbound/raw-items.ts'
import { receive } from '../inbound/receive.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { stateNames } from '../whatsapp/statuses.ts'
import { createMediaIntake, type MediaIntake } from './inbound-media.ts'
import { type Signer, signerOf } from './webhook.ts'

const isOpen = inArray(webhookItems.outcome, [...openOutcomes])
/** What waits for a message or a person. States do so by themselves: of messages of another sender they wait in vain, and are many. */
const isAwaited = and(eq(webhookItems.outcome, 'waiting'), notInArray(webhookItems.kind, [...stateNames]))
/** Items between two notes of how far the reading is. */
const pageSize = 20

function list({ db, list: query }: CallRequest) {
  const { id, account, field, kind, outcome, at, body } = webhookItems
  const shown = { id, number: sql<string | null>`${whatsappNumbers.name}`.as('number'), account, field, kind, outcome, at, body }
  const columns = { id, number: whatsappNumbers.name, account, field, kind, outcome, at, body }
  const select = (where: SQL | undefined) =>
    db
      .select(shown)
      .from(webhookItems)
      .leftJoin(whatsappNumbers, eq(whatsappNumbers.id, webhookItems.number))
      .where(and(or(isOpen, isAwaited), where))
      .$dynamic()
  // The person's phone number stands in the body.
  const search = ['number', 'account', 'field', 'kind', 'body']
  return readPage(db, query, keptItems, { columns, search, hasPhone: true, sort: 'id desc' }, select)
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
    const news = taken.length ? states.map((state) => ({ ...state, signer: row.signer, target: null })) : []
    await storeRaws(platform.database, tx, news)
    return taken.length > 0
  })
}

/** Reads one item with today's readers; resolves with whether it is understood now. An item that fails costs no other. */
async function createReader(platform: Platform): Promise<(row: KeptItem) => Promise<boolean>> {
  const intake = createMediaIntake(platform)
  const numbers = await platform.database.db.select().from(whatsappNumbers).where(eq(whatsappNumbers.channel, 'cloud'))
  const signers = numbers.flatMap((number) => signerOf(platform, number))
  return (row) =>
    readOne(platform, intake, row, numbersFor(row, signers)).catch((error: unknown) => {
      platform.log.error({ err: error, item: row.id }, 'a kept item was not read')
      return false
    })
}

interface ReadInput extends JobInput {
  /** Id of the last item that was open when it was asked. */
  last: number
}

/**
 * Reads open items again, oldest first. While it runs, `done` counts those that were looked at; at the end it counts those that are
 * understood now, of `total`.
 */
export const readKeptJob = jobKind<ReadInput>('read-kept-items', 'bulk', async (run) => {
  const { platform, input } = run
  const read = await createReader(platform)
  const cursor = toRecord(run.cursor)
  let [after, looked, understood] = [Number(cursor.after ?? 0), Number(cursor.looked ?? 0), Number(cursor.understood ?? 0)]
  while (!run.isOver) {
    const page = await platform.database.db
      .select()
      .from(webhookItems)
      .where(and(isOpen, gt(webhookItems.id, after), lte(webhookItems.id, input.last)))
      .orderBy(asc(webhookItems.id))
      .limit(pageSize)
    for (const row of page) {
      if (run.signal.aborted) break
      if (await read(row)) understood += 1
      looked += 1
      after = row.id
    }
    const isEnd = page.length < pageSize
    await run.commit(async () => ({
      ...{ cursor: { after, looked, understood }, items: page.length },
      ...(isEnd ? { done: understood, total: looked, finished: true } : { done: looked }),
    }))
    if (isEnd) return 'done'
  }
  return 'more'
})

/** Starts a job that reads all open items again, unless one waits or runs. */
function readAll({ database }: Platform, user: CurrentUser) {
  return database.transaction(async (tx) => {
    const [open] = await tx
      .select({ total: sql<number>`count(*)::int`, last: sql<number>`coalesce(max(${webhookItems.id}), 0)::int` })
      .from(webhookItems)
      .where(isOpen)
    const { total = 0, last = 0 } = open ?? {}
    const more = { key: 'all', user, resource: 'security-log', section: whatsappNumber.name, total } as const
    await enqueue(database, tx, readKeptJob, { last }, more)
    return { message: 'Started', read: 0, left: total }
  })
}

/** Read twice, also at once, nothing is doubled, and an item is counted once. */
async function readAgain(platform: Platform, id: number) {
  const { db } = platform.database
  const isMeant = and(isOpen, eq(webhookItems.id, id))
  const [row] = await db.select().from(webhookItems).where(isMeant)
  const isRead = row !== undefined && (await (await createReader(platform))(row))
  return { message: 'Read', read: isRead ? 1 : 0, left: await db.$count(webhookItems, isMeant) }
}

export function mountKeptItems(app: Hono, platform: Platform): void {
  mount(app, platform, keptItems, list)
  const read = ({ body: { id }, user }: CallRequest) => (typeof id === 'number' ? readAgain(platform, id) : readAll(platform, user))
  // A transaction of its own for each item: files are fetched meanwhile.
  mount(app, platform, readKeptItems, read, { withoutTransaction: true })
}
