/**
 * 20,000 members of a salesperson beside the leads in a real browser: first sync, cold start of the index, search per keystroke. `npx tsx
 * tests/bench/own-members.ts`.
 */
import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { member } from '#contract/sections/member/member.ts'
import { changes as changesCall } from '#contract/sync.ts'
import { openDatabase } from '#server/db/open.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { spread } from './device.ts'
import { keystrokes, measureWorker } from './device-page.ts'

const count = 20_000
const patience = 60_000
const round = (value: number, digits = 1) => Number(value.toFixed(digits))

/** Adds members of one salesperson, each with two accounts and every tenth on leave. */
async function fill(dataDir: string, seller: number): Promise<void> {
  const database = await openDatabase({ dataDir })
  const { db } = database
  await db.execute(sql`
    insert into members (ref, name, phone, email, city, sales_id, company_code, joined_at, search_text)
    select gen_random_uuid(), name, phone, email, 'Bandung', ${seller}::bigint, 'EMT', '2026-01-05',
      lower(name) || chr(1) || phone || chr(1) || email
    from (select (array['Budi','Dewi','Wahyu','Kartika','Rina','Made'])[1 + n % 6] || ' ' || (array['Siregar','Anggraini','Nugroho','Wibowo'])[1 + n % 4]
        || ' ' || n as name, '62855' || (20000000 + n) as phone, 'anggota' || n || '@contoh.test' as email
      from generate_series(1, ${count}) as n) as made`)
  await db.execute(sql`
    insert into membership_accounts (member_id, product, type, expires_on)
    select id, product, type, (now() at time zone 'Asia/Jakarta')::date - 60 + (id * 7 % 400)::int
    from members cross join (values ('EMT', 'Regular'), ('WST', 'VIP')) as one (product, type) where phone like '62855%'`)
  await db.execute(sql`
    insert into member_leaves (ref, member_id, product, start, "end")
    select gen_random_uuid(), id, 'EMT', (now() at time zone 'Asia/Jakarta')::date, (now() at time zone 'Asia/Jakarta')::date + 5
    from members where phone like '62855%' and id % 10 = 0`)
  await database.close()
}

const mark = () => localStorage.getItem('lapangan-member-held') !== null

export async function benchOwnMembers() {
  const env = { LOG_LEVEL: 'warn', DEMO_LEADS: '3000' }
  const first = await startServer({ env, readyWithin: 120_000 })
  const { dataDir } = first
  const { user } = (await signInTo(first.url, 'sales')).session
  await first.stop()
  await fill(dataDir, user.id)
  const server = await startServer({ env, dataDir, readyWithin: 120_000 })
  const browser = await openBrowser(await findBrowser(), { baseURL: server.url, viewport: { width: 390, height: 844 } })
  try {
    const client = await signInTo(server.url, 'sales')
    const { token, ...session } = client.session
    const { total_record } = await client.list(member.path, { size: '1' })
    // The compiler wraps named functions in a helper that the page lacks.
    await browser.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    const [page = await browser.context.newPage()] = browser.context.pages()
    const feed = { requests: 0, kB: 0 }
    page.on('response', async (answer) => {
      if (!answer.url().includes(`${changesCall.path}?area=member`)) return
      feed.requests += 1
      feed.kB += round((await answer.body().catch(() => Buffer.alloc(0))).length / 1_000, 0)
    })
    await page.goto('/health/live')
    await page.evaluate(([name, value]) => localStorage.setItem(String(name), String(value)), ['jwt_access_token', token])
    await page.evaluate((value) => localStorage.setItem('lapangan-session', value), JSON.stringify(session))
    const began = performance.now()
    await page.goto('/member/list')
    await page.waitForFunction(() => document.querySelector('[data-ref]'))
    const shown = performance.now() - began
    await page.waitForFunction(mark, undefined, { timeout: patience, polling: 50 })
    const seconds = round((performance.now() - began) / 1_000)
    const strokes = keystrokes()
    const responses = await page.evaluate(measureWorker, { owner: user.ref, area: 'member' as const, strokes })
    return {
      name: `${total_record} own members on the device beside leads, in Chromium against the embedded database on localhost`,
      firstSync: { seconds, ...feed, rowsShown_ms: round(shown, 0) },
      coldStart_ms: responses.starts.map((ms) => round(ms, 0)),
      search_ms: { strokes: strokes.length, ...spread(responses.searches), slowest: responses.slowest },
    }
  } finally {
    await browser.dispose()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('own-members.ts')) console.log(JSON.stringify(await benchOwnMembers(), null, 2))
