/** Response times of a list with values of two other sections, at 100,000 rows on the embedded database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve as listen } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import { Hono } from 'hono'
import { choice, dateTime, joined, reference, text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { createApp } from '#server/app.ts'
import { serve } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { bigint, text as column, moment } from '#server/db/tables/columns.ts'
import { record } from '#server/db/tables/record.ts'
import { startDemo } from '#server/demo/start.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { signInTo } from '#tests/support/client.ts'
import { type Measured, type Question, startAsker } from './in-flight.ts'

const rows = 100_000
const targets = { campaigns: 5_000, people: 500 }

const visit = section('visit', {
  path: '/bench/in/v1/visits',
  permission: 'content',
  title: 'title',
  fields: {
    title: text({ required: true, max: 120 }),
    status: choice(['planned', 'done'], { initial: 'planned' }),
    at: dateTime(),
    campaign_id: reference({ to: 'campaign' }),
    campaign_name: joined('campaign_id.name'),
    sales_id: reference({ to: 'user' }),
    sales_name: joined('sales_id.name'),
  },
  list: {
    columns: ['title', 'status', 'at', 'campaign_name', 'sales_name'],
    search: ['title', 'campaign_name', 'sales_name'],
    filters: ['status', 'campaign_id', 'sales_id', 'campaign_name', 'sales_name'],
    sort: 'at desc',
  },
  audit: false,
})

const visits = pgTable(
  'visits',
  {
    ...record,
    title: column().notNull(),
    status: column().notNull().default('planned'),
    at: moment(),
    campaign_id: bigint(),
    sales_id: bigint(),
  },
  (table) => [index().on(table.at, table.id), index().on(table.campaign_id), index().on(table.sales_id)],
)

/** With the indexes of such a section: its order, and each reference. */
async function fill(db: Db): Promise<void> {
  await db.execute(sql`create table visits (
    id bigserial primary key, ref uuid not null unique default gen_random_uuid(), version integer not null default 1,
    created_at timestamptz(3) not null default now(), created_by text, updated_at timestamptz(3) not null default now(), updated_by text,
    title text collate "C" not null, status text collate "C" not null default 'planned', at timestamptz(3),
    campaign_id bigint references campaigns, sales_id bigint references users)`)
  await db.execute(sql`insert into campaigns (ref, name, channel, status, start)
    select gen_random_uuid(), 'Kampanye ' || md5(n::text), 'ads', 'active', '2026-11-01' from generate_series(1, ${targets.campaigns}::int) n`)
  await db.execute(sql`insert into users (ref, name, email)
    select gen_random_uuid(), 'Orang ' || md5(n::text), n || '@bench.test' from generate_series(1, ${targets.people}::int) n`)
  await db.execute(sql`insert into visits (title, status, at, campaign_id, sales_id)
    select 'Kunjungan ' || n, case when n % 3 = 0 then 'done' else 'planned' end, now() - n * interval '7 minutes',
      campaign.ids[1 + (n * 79) % array_length(campaign.ids, 1)],
      case when n % 10 = 0 then null else person.ids[1 + (n * 137) % array_length(person.ids, 1)] end
    from generate_series(1, ${rows}::int) n,
      (select array_agg(id) as ids from campaigns) campaign, (select array_agg(id) as ids from users) person`)
  await db.execute(sql`create index on visits (at, id)`)
  await db.execute(sql`create index on visits (campaign_id)`)
  await db.execute(sql`create index on visits (sales_id)`)
  await db.execute(sql`analyze`)
}

const questions: readonly Question[] = [
  { what: 'page 1', queries: () => ({}) },
  { what: 'page 1 of 10 to 99 rows', queries: (n) => ({ size: String(10 + (n % 90)) }) },
  { what: 'page 1 by campaign', queries: () => ({ sort: 'campaign_name asc' }) },
  {
    what: 'page 1 by person, of 10 to 99 rows',
    queries: (n) => ({ sort: `sales_name ${n % 2 ? 'asc' : 'desc'}`, size: String(10 + (n % 90)) }),
  },
  { what: 'of one person', queries: (n) => ({ query: `sales_id:${(n % 500) + 10}` }) },
  { what: 'far down', queries: (n) => ({ page: String(1_000 + n) }) },
  { what: 'search', queries: (n) => ({ query: `search:${['kampanye a1', 'orang 0f', 'kunjungan 99', '7b3'][n % 4]}` }), count: 100 },
  { what: 'search, every one new', queries: (n) => ({ query: `search:${(n * 37).toString(16).padStart(3, '0')}` }), count: 100 },
]

export async function benchJoined(): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-bench-'))
  const settings = readSettings({ DATA_DIR: folder, DEMO_LEADS: '10', LOG_LEVEL: 'silent', SIGN_IN_ATTEMPTS: '1000' })
  const platform = await createPlatform(settings, await openDatabase({ dataDir: folder }))
  await startDemo(platform)
  await fill(platform.database.db)
  const app = new Hono()
  serve(visit, visits).mount(app, platform)
  app.route('/', createApp(platform))
  const asker = startAsker()
  const server = listen({ fetch: app.fetch, port: 0 })
  try {
    await new Promise((ready) => server.once('listening', ready))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const { token } = (await signInTo(url, 'root')).session
    const measured: Measured[] = []
    for (const question of questions) measured.push(await asker.measure(url + visit.path, token, rows, question))
    return measured
  } finally {
    asker.stop()
    await new Promise((closed) => server.close(closed))
    await platform.database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('joined.ts')) console.log(JSON.stringify(await benchJoined(), null, 2))
