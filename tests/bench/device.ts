/**
 * 100,000 cached leads in a real browser: first sync, catch-up, cold start of the index, search per keystroke. `npx tsx
 * tests/bench/device.ts [folder with such a database]`.
 */
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { changes as changesCall } from '#contract/sync.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { keystrokes, leadsLogged, measureWorker } from './device-page.ts'

const count = 100_000
const changed = 300
const patience = 180_000

const round = (value: number, digits = 1) => Number(value.toFixed(digits))
const findPercentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export function spread(took: readonly number[]) {
  const sorted = took.toSorted((a, b) => a - b)
  return { p50: round(findPercentile(sorted, 0.5)), p95: round(findPercentile(sorted, 0.95)), worst: round(sorted.at(-1) ?? 0) }
}

declare const longTasks: { at: number; ms: number }[]

/** Records long tasks of the main thread from each page's start. */
const watchLongTasks = () => {
  const tasks: { at: number; ms: number }[] = []
  new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ at: startTime, ms: duration }))),
  ).observe({ type: 'longtask', buffered: true })
  Object.assign(globalThis, { longTasks: tasks })
}

/** Milliseconds from the page's start until rows replace skeletons. */
const rowsShown = async (page: Page) => {
  await page.waitForFunction(() => document.querySelector('tbody tr') && !document.querySelector('[data-skeleton]'))
  return page.evaluate(() => performance.now())
}

const heapMB = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return round(usedSize / 1_000_000)
}

/** Counts requests of the feed. */
function countFeed(page: Page) {
  const seen = { requests: 0 }
  page.on('request', (request) => {
    if (request.url().includes(changesCall.path)) seen.requests += 1
  })
  return seen
}

/** Milliseconds of baselines: all rows through Array.filter, and the server's search. */
async function measureBaselines(client: Client, terms: readonly string[]) {
  const rows: AnyRow[] = []
  for (let page = 1; rows.length < count; page++) {
    const { data } = await client.list(leads.path, { page: String(page), size: '10000', sort: 'id asc' })
    if (!data.length) break
    rows.push(...data)
  }
  const text = (row: AnyRow) => leads.list.search.map((name) => String(row[name] ?? '').toLowerCase())
  const filtered: number[] = []
  const asked: number[] = []
  for (const term of terms) {
    const wanted = term.toLowerCase()
    const began = performance.now()
    rows.filter((row) => text(row).some((value) => value.includes(wanted))).slice(0, 10)
    filtered.push(performance.now() - began)
    const before = performance.now()
    await client.list(leads.path, { query: `search:${term.replace(/[\\,]/g, '\\$&')}` })
    asked.push(performance.now() - before)
  }
  return { filter: spread(filtered), server: spread(asked) }
}

const cached = () => localStorage.getItem('lapangan-leads-held') !== null

export async function benchDevice(folder?: string) {
  const env = { DEMO_LEADS: String(count), LOG_LEVEL: 'warn' }
  const server = await startServer({ env, readyWithin: 300_000, ...(folder && { dataDir: folder }) })
  const client = await signInTo(server.url, 'root')
  const { token, ...rest } = client.session
  const browser = await openBrowser(await findBrowser(), { baseURL: server.url, viewport: { width: 1440, height: 900 } })
  try {
    await browser.context.addInitScript(watchLongTasks)
    // The compiler wraps named functions in a helper that the page lacks.
    await browser.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    const [page = await browser.context.newPage()] = browser.context.pages()
    const feed = countFeed(page)
    await page.goto('/health/live')
    await page.evaluate(([name, value]) => localStorage.setItem(String(name), String(value)), ['jwt_access_token', token])
    await page.evaluate((session) => localStorage.setItem('lapangan-session', session), JSON.stringify(rest))

    const began = performance.now()
    await page.goto('/leads/list')
    const shown = await rowsShown(page)
    await page.waitForFunction(cached, undefined, { timeout: patience, polling: 100 })
    const firstSync = performance.now() - began
    const tasks = await page.evaluate(() => longTasks)
    const longest = (of: typeof tasks) => round(Math.max(0, ...of.map(({ ms }) => ms)), 0)
    const first = { ...feed }

    console.error(`first sync: ${round(firstSync / 1_000)} s`)

    // Nothing pulls while the leads change, as on a device that was away.
    await page.goto('/health/live')
    feed.requests = 0
    const list = await client.list(leads.path, { size: String(changed), page: '40' })
    await client.fetch(`${leads.path}/status`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: list.data.map(({ ref: leadRef }) => leadRef), status: 'prospect' }),
    })
    const caught = performance.now()
    await page.goto('/leads/list')
    const { ref } = client.session.user
    let stored = 0
    while (stored < changed && performance.now() - caught < 30_000) stored = await page.evaluate(leadsLogged, ref)
    const catchUp = { ms: round(performance.now() - caught, 0), stored, ...feed }

    const strokes = keystrokes()
    const responses = await page.evaluate(measureWorker, { owner: ref, area: 'leads' as const, strokes })
    const plain = await measureBaselines(client, strokes)
    const search = spread(responses.searches)
    return {
      name: `${count} leads on the device, in Chromium against the embedded database on localhost`,
      firstSync: {
        seconds: round(firstSync / 1_000),
        ...first,
        rowsShown_ms: round(shown, 0),
        longestTask_ms: longest(tasks.filter(({ at }) => at > shown)),
        longestTaskOfTheStart_ms: longest(tasks.filter(({ at }) => at <= shown)),
        tasksOver50ms: tasks.length,
      },
      catchUp: { of: changed, ...catchUp },
      coldStart_ms: responses.starts.map((ms) => round(ms, 0)),
      search_ms: { strokes: strokes.length, ...search, slowest: responses.slowest },
      plain_ms: plain,
      ratio: { filter_to_search_p95: round(plain.filter.p95 / search.p95), server_to_search_p95: round(plain.server.p95 / search.p95) },
      pageHeap_MB: await heapMB(page),
    }
  } finally {
    await browser.dispose()
    await server.stop()
    if (!folder) await rm(server.dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('device.ts')) console.log(JSON.stringify(await benchDevice(process.argv[2]), null, 2))
