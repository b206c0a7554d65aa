/** Performance of 5,000 trades over three years on the embedded database: `npx tsx tests/bench/performance.ts`. Times of 20 runs in ms. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/open.ts'
import { summaryOf } from '#server/market/portfolios/performance.ts'

const stocks = 100
const positions = 2_500
const runs = 20

const folder = await mkdtemp(join(tmpdir(), 'lapangan-bench-'))
const database = await openDatabase({ dataDir: folder })
try {
  const { db } = database
  await db.execute(sql`insert into stock_sectors (ref, name) values (gen_random_uuid(), 'All')`)
  await db.execute(sql`insert into stocks (ref, code, company_name, sector_id, listed_shares)
    select gen_random_uuid(), 'B' || chr(65 + n / 26) || chr(65 + n % 26) || 'X', 'PT ' || n, 1, 1000000 from generate_series(0, ${stocks - 1}::int) as n`)
  await db.execute(sql`insert into stock_prices (stock_id, date, previous, high, low, close, volume)
    select s.id, d::date, 1000 + (s.id * 7 + extract(doy from d)::int) % 200, 1300, 900, 1000 + (s.id * 7 + 1 + extract(doy from d)::int) % 200, 100
    from stocks as s cross join generate_series('2023-01-02'::date, '2025-12-31'::date, '1 day') as d where extract(isodow from d) < 6`)
  // Each bought and sold once, after three weeks to half a year.
  await db.execute(sql`insert into positions (ref, stock_id, product, trades, opened_on, closed_on, is_open, has_sales)
    select gen_random_uuid(), 1 + n % ${stocks}, (array['EMT', 'EMV', 'WST'])[1 + n % 3], jsonb_build_array(
        jsonb_build_object('ref', gen_random_uuid(), 'date', bought::text, 'side', 'buy', 'shares', 1000, 'price', 1000),
        jsonb_build_object('ref', gen_random_uuid(), 'date', sold::text, 'side', 'sell', 'shares', 1000, 'price', 1000 + n % 100)), bought, sold, false, true
    from (select n, '2023-01-02'::date + n * 7 % 900 as bought, '2023-01-02'::date + n * 7 % 900 + 21 + n % 160 as sold
      from generate_series(1, ${positions}::int) as n) as made`)
  const period = { product: null, category: null, from: null, to: '2025-12-31' }
  const times: number[] = []
  for (let n = 0; n <= runs; n++) {
    const begin = performance.now()
    const { positions: count } = await summaryOf(db, period)
    if (count !== positions) throw new Error(`${count} positions`)
    // The first one warms up.
    if (n > 0) times.push(performance.now() - begin)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(0)
  console.log(JSON.stringify({ trades: positions * 2, p50: at(0.5), p95: at(0.95) }))
} finally {
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
