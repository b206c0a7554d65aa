import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Changes } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { leadFeed } from '#server/crud/query/row-feed.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import { forgetChanges } from './forget.ts'

const path = '/crm/in/v1/lead'
const crm = ['get crm', 'create crm', 'update crm', 'delete crm']

let test: TestPlatform
let app: Hono
let ani: Person
let budi: Person
let ask: Record<'root' | 'ani' | 'budi', TestRequest>

beforeAll(async () => {
  test = await testPlatform({ DEMO: 'false' })
  app = createApp(test.platform)
  ani = await makePerson(test.platform, crm, 'Sales')
  budi = await makePerson(test.platform, crm, 'Sales')
  const root = await makePerson(test.platform, [], 'Root', true)
  ask = { root: requestAs(app, root), ani: requestAs(app, ani), budi: requestAs(app, budi) }
})
afterAll(() => test.close())

async function page(who: TestRequest, cursor: string, limit = 1_000): Promise<Changes> {
  const response = await who('GET', `/sync/in/v1/changes?${new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })}`)
  expect(response.status).toBe(200)
  return response.body
}

/** Pulls to the end, as a device would. */
async function pull(who: TestRequest, stored: Map<string, unknown>, cursor: string, limit = 1_000): Promise<string> {
  for (let at = cursor, round = 0; round < 100; round++) {
    const { changes, cursor: next, more, resync } = await page(who, at, limit)
    expect(resync).toBe(false)
    for (const { ref, row } of changes) {
      if (row) stored.set(ref, row.name)
      else stored.delete(ref)
    }
    at = next
    if (!more) return at
  }
  throw new Error('the feed does not end')
}

let made = 0
async function create(name: string, sales: number): Promise<{ id: number; ref: string }> {
  made += 1
  const response = await ask.root('POST', path, { name, phone: `62812000${String(made).padStart(5, '0')}`, status: 'new', sales })
  expect(response.status).toBe(201)
  return response.body.data
}

it('the feed sends visible rows in pages, then changes, and a tombstone to the former owner', async () => {
  const mine = [await create('A1', ani.id), await create('A2', ani.id), await create('A3', ani.id)]
  await create('B1', budi.id)
  const free = await create('Free', 0)
  const first = await page(ask.ani, '', 2)
  expect(first).toMatchObject({ total: 4, more: true, resync: false })
  expect(first.changes).toHaveLength(2)

  const stored = new Map<string, unknown>()
  let cursor = await pull(ask.ani, stored, '', 2)
  expect([...stored.values()].sort()).toEqual(['A1', 'A2', 'A3', 'Free'])
  expect((await page(ask.ani, cursor)).changes).toEqual([])

  await ask.root('PUT', '/crm/in/v1/lead/assign', { ids: [mine[0]?.id, free.ref], sales: budi.ref })
  await ask.root('PUT', `${path}/${mine[1]?.id}`, { name: 'A2 new' }, { 'Update-Mask': 'name' })
  await ask.root('DELETE', path, { ids: [mine[2]?.id] })
  const change = await page(ask.ani, cursor)
  expect(
    change.changes
      .filter(({ row }) => row === null)
      .map(({ ref }) => ref)
      .sort(),
  ).toEqual([mine[0]?.ref, mine[2]?.ref, free.ref].sort())
  cursor = await pull(ask.ani, stored, cursor, 1)
  expect([...stored.values()]).toEqual(['A2 new'])

  const others = new Map<string, unknown>()
  await pull(ask.budi, others, '')
  expect([...others.values()].sort()).toEqual(['A1', 'B1', 'Free'])
})

it('the feed has records written during the first sync', async () => {
  const stored = new Map<string, unknown>()
  const first = await page(ask.root, '', 1)
  const late = await create('Late', budi.id)
  for (const { ref, row } of first.changes) stored.set(ref, row?.name)
  await pull(ask.root, stored, first.cursor, 1)
  expect(stored.get(late.ref)).toBe('Late')
})

it('renames of a campaign or a salesperson reach the leads that show them', async () => {
  const campaign = await ask.root('POST', '/crm/in/v1/campaign', { name: 'Old', channel: 'ads', status: 'active', start: '2026-01-01' })
  const lead = await create('Named', ani.id)
  await ask.root('PUT', `${path}/${lead.id}`, { campaign_id: campaign.body.data.ref }, { 'Update-Mask': 'campaign_id' })
  const cursor = await pull(ask.ani, new Map(), '')
  await ask.root('PUT', `/crm/in/v1/campaign/${campaign.body.data.id}`, { name: 'New' }, { 'Update-Mask': 'name' })
  expect((await page(ask.ani, cursor)).changes).toMatchObject([{ ref: lead.ref, row: { campaign_name: 'New' } }])
})

it('the feed restarts on a cursor of another scope or epoch, and on an invalid or old one', async () => {
  const { cursor } = await page(ask.ani, '')
  expect((await page(ask.budi, cursor)).resync).toBe(true)
  expect((await page(ask.ani, 'nonsense')).resync).toBe(true)
  const ahead = parseCursor(cursor)
  expect(ahead).not.toBeNull()
  if (ahead) expect((await page(ask.ani, formatCursor({ ...ahead, from: { tx: '99999999', place: 0 } }))).resync).toBe(true)
  const feed = await pull(ask.ani, new Map(), '')
  await create('After', ani.id)
  expect((await page(ask.ani, feed)).resync).toBe(false)
  await forgetChanges(test.platform, 0)
  expect((await page(ask.ani, feed)).resync).toBe(true)
  const fresh = await pull(ask.ani, new Map(), '')
  await test.platform.database.db.execute(sql`update meta set value = 'another' where name = 'epoch'`)
  expect((await page(ask.ani, fresh)).resync).toBe(true)
})

it('the feed is empty for people without leads', async () => {
  const analyst = requestAs(app, await makePerson(test.platform, ['get stock'], 'Analyst'))
  expect(await page(analyst, '')).toMatchObject({ changes: [], total: 0, resync: false })
})

// The embedded database has one connection, so only real Postgres can hold a transaction open beside others.
it.runIf(process.env.TEST_DATABASE_URL)('the feed withholds commits after a running transaction', async () => {
  const stored = new Map<string, unknown>()
  const start = await pull(ask.ani, stored, '')
  const { database } = test.platform
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const ref = uuidv7()
  const slow = database.transaction(async (tx) => {
    await leadFeed.write(tx, [{ ref, before: null, after: { sales: ani.id } }])
    begun()
    await gate
  })
  await started
  const later = await create('Fast', ani.id)
  const during = await page(ask.ani, start)
  expect(during.changes).toEqual([])
  release()
  await slow
  const after = await page(ask.ani, during.cursor)
  expect(after.changes.map((change) => change.ref)).toEqual([ref, later.ref])
})
