/** Duration of storing a change, and of sending 1,000, in a real browser on a slow network. */
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { leads } from '#contract/sections/sales/leads.ts'
import { browserFlags } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import type { OutboxBench } from './outbox-page.ts'

declare const bench: OutboxBench

const root = resolve(import.meta.dirname, '../..')
const [edits, records, roundTrip, sampled] = [1_000, 200, 150, 200]
const round = (value: number) => Math.round(value * 10) / 10

/** Modules of the page, built like the console's. */
async function servePage(page: Page, url: string): Promise<void> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: '/bench/',
    define: { __VERSION__: '"bench"' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, 'outbox-page.ts') },
    },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const files = new Map(
    outputs.flatMap(({ output }) => output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : []))),
  )
  const entry = [...files.values()].find((file) => file.isEntry)?.fileName ?? ''
  await page.route(`${url}/bench/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice('/bench/'.length)
    const file = files.get(name)
    if (file) return route.fulfill({ contentType: 'text/javascript', body: file.code })
    return route.fulfill({ contentType: 'text/html', body: `<!doctype html><script type="module" src="/bench/${entry}"></script>` })
  })
}

/** Figures of the outbox. */
export async function benchOutbox() {
  const server = await startServer({ env: { DEMO_LEADS: '1000', LOG_LEVEL: 'warn', SIGN_IN_ATTEMPTS: '1000' } })
  const proxy = await startProxy({ port: server.port })
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH || (await findBrowser()), args: browserFlags })
  try {
    const { session, list } = await signInTo(server.url, 'root')
    const read = async () => (await list(leads.path, { size: String(records), sort: 'id asc' })).data
    const rows = await read()
    const page = await browser.newPage()
    await servePage(page, proxy.url)
    await page.goto(`${proxy.url}/bench/`)
    await page.waitForFunction(() => 'bench' in globalThis)
    await page.evaluate((one) => bench.begin(one), session)
    await proxy.set({ as: 'drop' })
    await page.evaluate(() => bench.offline())
    const first = await page.evaluate((all) => bench.keep(all, 0, 1_000), rows)
    const kept = await page.evaluate(([all, from, count]) => bench.keep(all, from, count), [rows, edits, sampled] as const)
    const waiting = await page.evaluate(() => bench.waiting())
    await proxy.set({ as: 'slow', latency: roundTrip / 2 })
    const connections = proxy.connections
    const took = await page.evaluate(() => bench.replay())
    const after = await read()
    const right = after.filter((row, n) => row.version === (rows[n]?.version ?? 0) + (edits + sampled) / records).length
    const plain = await page.evaluate(([all, token, count]) => bench.plain(all, token, count, 6), [rows, session.token, edits] as const)
    const sorted = kept.toSorted((a, b) => a - b)
    const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? 0)
    const replay = (took * edits) / waiting
    return {
      enqueue: { waiting: edits, samples: kept.length, p50_ms: at(0.5), p95_ms: at(0.95), first_ms: round(first[0] ?? 0) },
      replay: {
        edits: waiting,
        records,
        round_trip_ms: roundTrip,
        ms: round(took),
        ms_per_1000: round(replay),
        connections: proxy.connections - connections,
        records_right: right,
        plain_six_abreast_ms: round(plain),
        ratio: round(plain / replay),
      },
    }
  } finally {
    await browser.close()
    await proxy.close()
    await server.dispose()
  }
}

if (process.argv[1]?.endsWith('outbox.ts')) console.log(JSON.stringify(await benchOutbox(), null, 2))
