/**
 * Reports of many orders over four years: `npx tsx tests/bench/reports.ts [orders] [salespeople]`, 100,000 and 2,000 without, on the
 * embedded database, or on an empty one at DATABASE_URL. Milliseconds of 30 runs, each of another period; ends with 1 where a 95th
 * percentile is over 400, on Postgres over 500.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { type ReportPeriod, reportYears, resolvePeriod } from '#contract/kit/report/period.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { openDatabase } from '#server/db/open.ts'
import { readChart, readRows, readTotal } from '#server/reports/engine/read-report.ts'
import { served } from '#server/reports/mount.ts'
import { rollUpSales } from '#server/reports/sales/roll-up-sales.ts'

const [orderCount = 100_000, people = 2_000] = process.argv.slice(2).map(Number)
const runs = 30
const url = process.env.DATABASE_URL
const budget = url ? 500 : 400
const today = wibDay(new Date())
const [last = 0] = reportYears(today).slice(-1)

/** Periods of every kind: the whole of what reports reach among them. */
function periodOf(n: number): ReportPeriod {
  const month = String((n % 9) + 1).padStart(2, '0')
  const queries = [
    { period: 'monthly', month: `${last + 1}-${month}` },
    { period: 'ytd', year: last + (n % 4) },
    { period: 'custom', start_date: `${last}-01-01`, end_date: today, category: 'paid_at' },
    { period: 'daily', day: `${last + 2}-${month}-15` },
    { period: 'custom', start_date: `${last}-${month}-01`, end_date: `${last + 2}-${month}-01`, category: 'order_date' },
  ]
  const result = resolvePeriod({ ...queries[n % queries.length], compare: n % 2 === 0 }, ['paid_at', 'order_date'], today)
  if (!result.ok) throw new Error(`${result.field} ${result.code}`)
  return result.period
}

const folder = await mkdtemp(join(tmpdir(), 'lapangan-bench-'))
const database = await openDatabase(url ? { url } : { dataDir: folder })
let isOver = false
try {
  const { db } = database
  await db.execute(sql`insert into users (ref, name, email) select gen_random_uuid(), 'Sales ' || n, n || '@lapangan.test'
    from generate_series(1, ${people}::int) as n`)
  await db.execute(sql`insert into members (ref, name, phone) select gen_random_uuid(), 'Member ' || n, '62811' || (1000000 + n)
    from generate_series(1, 1000) as n`)
  const paid = sql`(${`${last}-01-01T00:00:00+07:00`}::timestamptz + (now() - ${`${last}-01-01T00:00:00+07:00`}::timestamptz) * n / ${orderCount}::int)`
  // Some salespeople sell much, most little; one order in ten is of nobody, as many were never paid.
  await db.execute(sql`insert into orders (ref, order_number, member_id, phone, items, subtotal, discount, total, payment_status, order_date, paid_at, sales)
    select gen_random_uuid(), 'TRX-' || n, 1 + n % 1000, '62811', '[]'::jsonb, s, s / 10, s - s / 10, case when n % 10 = 3 then 'unpaid' else 'paid' end,
      ${paid}, case when n % 10 = 3 then null else ${paid} end, case when n % 10 = 0 then null else 1 + (n::bigint * n * 31 + n * 7) % ${people}::int end
    from (select n, 100000 + (n::bigint * 7919 % 1500) * 1000 as s from generate_series(1, ${orderCount}::int) as n) as made`)
  // One line each, every third order two: the second one costs nothing.
  await db.execute(sql`insert into order_items (order_id, position, category, product_id, name, price, qty, discount)
    select o.id, p, case when (o.id + p) % 4 = 0 then 'merchandise' else 'membership' end, 1 + (o.id * 31 + p) % 40, 'Product', case p when 1 then o.subtotal else 0 end, 1,
      case p when 1 then o.discount else 0 end
    from orders as o cross join generate_series(1, 2) as p where p = 1 or o.id % 3 = 0`)
  const filledFrom = performance.now()
  await rollUpSales(database, today)
  console.log(JSON.stringify({ report: 'roll-up of all days', orders: orderCount, ms: Math.round(performance.now() - filledFrom) }))
  await db.execute(sql`vacuum analyze`)
  const user = { id: 5, isSales: false }
  for (const [report, source] of served) {
    const reads = {
      list: readRows,
      ...(report.total !== false && { total: readTotal }),
      ...(report.chart && { chart: readChart }),
    }
    for (const [name, read] of Object.entries(reads)) {
      const times: number[] = []
      for (let n = 0; n <= runs; n++) {
        const begin = performance.now()
        await read(report, source, { db, user, list: firstPage, period: periodOf(n) })
        // The first one compiles.
        if (n > 0) times.push(performance.now() - begin)
      }
      times.sort((a, b) => a - b)
      const at = (part: number) => Math.round(times[Math.floor(part * (times.length - 1))] ?? 0)
      isOver ||= at(0.95) > budget
      console.log(JSON.stringify({ report: `${report.name} ${name}`, orders: orderCount, p50: at(0.5), p95: at(0.95), max: at(1) }))
    }
  }
} finally {
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isOver ? 1 : 0
