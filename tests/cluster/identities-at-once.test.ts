/** Customers whose items come in at two processes on one Postgres at once (docs/product/identity.md). */
import { asc, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages, rooms } from '#server/db/tables/chat.ts'
import type { Inbound } from '#server/inbox/inbound/inbound.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import { storeInbound } from '#server/inbox/inbound/store-inbound.ts'
import { readWebhook } from '#server/inbox/whatsapp/webhook.ts'
import { platformBeside, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { envOfProcesses } from '../identities/processes.ts'
import { runSeeds } from '../identities/run.ts'

const postgres = startPostgres({ safe: false })
const [phone, newPhone] = ['6285790000100', '6285790000200']

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** Where no Postgres is installed, npm run e2e:cluster says so as well. */
describe.runIf(postgres)('two processes', () => {
  let one: TestPlatform
  let other: TestPlatform

  beforeAll(async () => {
    process.env.TEST_DATABASE_URL = postgres?.url
    one = await testPlatform(envOfProcesses)
    other = await platformBeside(one, envOfProcesses)
  })
  afterAll(async () => {
    await other?.close()
    await one?.close()
    postgres?.stop()
  })

  /** A connection of nobody. */
  async function connect(): Promise<pg.Client> {
    const { rows } = await one.platform.database.db.execute<{ name: string }>(sql`select current_database() as name`)
    const url = new URL(postgres?.url ?? '')
    url.pathname = `/${rows[0]?.name}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    return client
  }

  /** Until this is over, or waits for a lock. */
  async function begun(work: Promise<void>): Promise<void> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    work.then(over, over)
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => isOver || (await one.platform.database.db.execute(isWaiting)).rows.length > 0).toBe(true)
  }

  it.each(['text', 'news'] as const)('news of a customer whose first text is being stored follow it: the %s first', async (first) => {
    const number = await makeNumber(one.platform, { channel: 'cloud', phone_number_id: first, business_account_id: 'waba' })
    const ours = { id: number, phone: '628', phone_number_id: first, business_account_id: 'waba' }
    const read = (message: Record<string, unknown>) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - 10)
      const value = { metadata: { phone_number_id: first }, messages: [{ id: `wamid.${first}${message.type}`, timestamp, ...message }] }
      return readWebhook({ entry: [{ id: 'waba', changes: [{ field: 'messages', value }] }] }, [ours]) ?? []
    }
    const text = read({ type: 'text', from: phone, from_user_id: 'ID.a', text: { body: 'Halo' } })
    const news = read({
      ...{ type: 'system', from: phone },
      system: { type: 'user_changed_number', wa_id: newPhone, user_id: 'ID.a2', previous_user_id: 'ID.a' },
    })
    const store = ({ platform }: TestPlatform, items: readonly Inbound[], then: () => Promise<void>) =>
      platform.database.transaction(async (tx) => {
        await storeInbound(platform, tx, items)
        await then()
      })
    const [stored, committed] = [gate(), gate()]
    const a = store(one, first === 'text' ? text : news, () => {
      stored.open()
      return committed.opened
    })
    await stored.opened
    const b = store(other, first === 'text' ? news : text, async () => undefined)
    await begun(b)
    committed.open()
    await Promise.all([a, b])
    expect(await one.platform.database.db.select().from(rooms).where(eq(rooms.whatsapp_number, number))).toMatchObject([
      { customer_phone: newPhone },
    ])
  })

  it('an item whose room was joined meanwhile gives way to the one that has the older room', async () => {
    const { db } = one.platform.database
    const number = await makeNumber(one.platform)
    const of = (bsuid: string, content: string) =>
      fromCustomer(number, '', { from: { phone: null, bsuid, parent: null, name: null }, content })
    await receive(one.platform, [of('ID.old', 'Halo'), of('ID.new', 'Halo')])
    const [older, newer] = await db.select().from(rooms).where(eq(rooms.whatsapp_number, number)).orderBy(asc(rooms.id))
    // As an update: the identity may still be given to the room.
    const lock = 'select id from rooms where id = $1 for no key update'
    const [first, second] = await Promise.all([connect(), connect()])
    await first.query('begin')
    // So that a deadlock would end this one.
    await first.query("set local deadlock_timeout = '10ms'")
    await first.query(lock, [older?.id])
    await second.query('begin')
    await second.query(lock, [newer?.id])
    const item = receive(other.platform, [of('ID.new', 'late')])
    await begun(item)
    await second.query('update room_identities set room = $1 where room = $2', [older?.id, newer?.id])
    await second.query('commit')
    await begun(item)
    await first.query(lock, [newer?.id])
    await first.query('commit')
    await item
    await Promise.all([first.end(), second.end()])
    expect(await db.select().from(messages).where(eq(messages.content, 'late'))).toMatchObject([{ room: older?.id }])
  })

  it('customers are neither split, joined wrongly nor lost in 3 random histories', { timeout: 600_000 }, async () => {
    expect((await runSeeds([11, 12, 13], { processes: 2 })).failures).toEqual([])
  })
})
