/** Exports of 50,000 rows, and of 100,000 orders, as xlsx and csv: time to the first byte, duration, and memory above idle. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { exportFormats, exportHeaders } from '#contract/kit/section/sheet.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { openDatabase } from '#server/db/open.ts'
import { startDemo } from '#server/demo/start.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import { round } from './in-flight.ts'

const rows = 50_000
const orderRows = 100_000
const month = wibDay(new Date()).slice(0, 7)

async function fill(dataDir: string): Promise<void> {
  const platform = await createPlatform(
    readSettings({ DATA_DIR: dataDir, DEMO_LEADS: String(rows), LOG_LEVEL: 'silent' }),
    await openDatabase({ dataDir }),
  )
  await startDemo(platform)
  const { db } = platform.database
  await db.execute(sql`update leads set created_at = ${`${month}-01`}::date + (id % 27)::int * interval '1 day' + interval '12 hours'`)
  await db.execute(sql`insert into banks (ref, bank_name, account_number, account_holder, bank_branch)
    select gen_random_uuid(), 'Bank ' || md5(n::text), (1000000000 + n)::text, 'PT Lapangan ' || n, 'Cabang ' || n % 300
    from generate_series(1, ${rows}::int) n`)
  await db.execute(sql`insert into orders (ref, order_number, member_id, phone, items, subtotal, discount, total, payment_method, payment_status, order_date,
      created_at, search_text)
    select gen_random_uuid(), 'BENCH-' || n, 1 + n % 20, '6281200000000',
      jsonb_build_array(jsonb_build_object('ref', gen_random_uuid(), 'category', 'membership', 'product_id', 4, 'name', 'EMT 30 hari', 'price', 1499000,
        'qty', 1, 'discount', 0)), 1499000, 0, 1499000, 'cash', 'paid', ${`${month}-01`}::date + (n % 27)::int * interval '1 day',
      ${`${month}-01`}::date + (n % 27)::int * interval '1 day' + interval '12 hours', 'bench-' || n
    from generate_series(1, ${orderRows}::int) n`)
  await db.execute(sql`vacuum analyze`)
  await platform.database.close()
}

const megabytes = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

async function measure(client: Client, pid: number, path: string, what: string) {
  await pause(3_000)
  const idle = megabytes(pid)
  let peak = idle
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytes(pid))
  }, 10)
  const began = performance.now()
  const response = await client.fetch(path)
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  let firstByte = 0
  let bytes = 0
  for await (const chunk of response.body) {
    firstByte ||= performance.now() - began
    bytes += chunk.length
  }
  clearInterval(sampling)
  return {
    ...{ what, rows: Number(response.headers.get(exportHeaders.rows)), MB: round(bytes / 1_000_000) },
    ...{ first_byte_ms: round(firstByte), seconds: round((performance.now() - began) / 1_000) },
    ...{ idle_MB: round(idle), above_idle_MB: round(peak - idle) },
  }
}

export async function benchExport() {
  const dataDir = await mkdtemp(join(tmpdir(), 'lapangan-bench-'))
  try {
    await fill(dataDir)
    const found: Awaited<ReturnType<typeof measure>>[] = []
    const days = new URLSearchParams({ query: `created_at:${month}-01..${month}-28` })
    for (const [name, path] of [
      ['banks', `${bank.path}/export?`],
      ['leads', `${leads.path}/export?${days}&`],
      ['orders', `${transaction.path}/export?${days}&`],
    ] as const)
      for (const format of exportFormats) {
        // A fresh process for each: memory of one export must not raise the next one's idle.
        const server = await startServer({ dataDir, env: { LOG_LEVEL: 'warn' } })
        try {
          const client = await signInTo(server.url, 'root')
          await client.list(bank.path)
          found.push(await measure(client, server.pid, `${path}format=${format}`, `${name} as ${format}`))
        } finally {
          await server.dispose()
        }
      }
    return found
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('export.ts')) console.log(JSON.stringify(await benchExport(), null, 2))
