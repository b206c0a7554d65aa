/**
 * List of members, one request at a time: 100,000 on the embedded database, with `--postgres` 1,000,000 on the installed Postgres. `npx tsx
 * tests/bench/members-list.ts [--postgres]`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { member } from '#contract/sections/member/member.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { startDemo } from '#server/demo/start.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { signInTo } from '#tests/support/client.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { type Measured, type Question, startAsker } from './in-flight.ts'

const isPostgres = process.argv.includes('--postgres')
const rows = isPostgres ? 1_000_000 : 100_000
const atOnce = 100_000

/** Realistic names, each with one or two accounts that end around today. */
export async function fill(db: Db): Promise<void> {
  for (let from = 0; from < rows; from += atOnce)
    await db.execute(sql`
      insert into members (ref, name, phone, email, city, sales_id, company_code, joined_at, created_at, search_text)
      select gen_random_uuid(), name, phone, email, 'Bandung', 3 + n % 5, 'EMT', '2026-01-05', now() - n * interval '1 minute',
        lower(name) || chr(1) || phone || chr(1) || email
      from (select n, (array['Budi','Dewi','Wahyu','Kartika','Rina','Made','Agus'])[1 + n % 7] || ' '
          || (array['Siregar','Anggraini','Nugroho','Wibowo','Hasanah'])[1 + n / 7 % 5] || ' ' || md5(n::text) as name,
          '62855' || (20000000 + n) as phone, 'anggota' || n || '@contoh.test' as email
        from generate_series(${from + 1}::int, ${from + atOnce}::int) as n) as made`)
  await db.execute(sql`
    insert into membership_accounts (member_id, product, type, expires_on)
    select id, product, type, (now() at time zone 'Asia/Jakarta')::date - 700 + (id * 7 % 800)::int
    from members cross join (values ('EMT', 'Regular'), ('WST', 'VIP')) as one (product, type)
    where phone like '62855%' and (product = 'EMT' or id % 3 = 0)`)
  await db.execute(sql`vacuum analyze members`)
  await db.execute(sql`vacuum analyze membership_accounts`)
}

const questions: readonly Question[] = [
  { what: 'page 1', queries: () => ({}) },
  { what: 'search by a name', queries: (n) => ({ query: `search:${['budi siregar', 'wahyu', 'rina hasanah', 'agus wib'][n % 4]}` }) },
  { what: 'search by a phone', queries: (n) => ({ query: `search:62855${20_000_000 + ((n * 7_919) % rows)}` }) },
  { what: 'remaining days', queries: (n) => ({ query: `remaining:${[30, 14, 3][n % 3]}` }) },
  { what: 'status and product', queries: (n) => ({ query: `status:active,product:${['EMT', 'WST'][n % 2]}` }) },
]

export async function benchMembersList(): Promise<Measured[]> {
  const postgres = isPostgres ? startPostgres({ safe: false }) : null
  if (isPostgres && !postgres) throw new Error('no Postgres server is installed')
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-bench-'))
  const env = { DATA_DIR: folder, DEMO_LEADS: '100', LOG_LEVEL: 'silent', ...(postgres && { DATABASE_URL: postgres.url }) }
  const settings = readSettings(env)
  const platform = await createPlatform(settings, await openDatabase(postgres ? { url: postgres.url } : { dataDir: folder }))
  const asker = startAsker()
  const server = serve({ fetch: createApp(platform).fetch, port: 0 })
  try {
    await startDemo(platform)
    await fill(platform.database.db)
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const measured: Measured[] = []
    for (const account of ['root', 'sales'] as const) {
      const { token } = (await signInTo(url, account)).session
      for (const question of questions)
        measured.push({
          ...(await asker.measure(`${url}${member.path}`, token, rows, { ...question, count: 100 }, 1)),
          what: `${question.what} (${account})`,
        })
    }
    return measured
  } finally {
    asker.stop()
    await new Promise((closed) => server.close(closed))
    await platform.database.close()
    postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('members-list.ts')) console.log(JSON.stringify(await benchMembersList(), null, 2))
