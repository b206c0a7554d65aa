/** How long a list of leads takes at 20 requests in flight, at 1,000 and 100,000 rows on the embedded database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/open.ts'
import { startDemo } from '#server/demo/start.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings.ts'
import { signInTo } from '#tests/support/client.ts'

const path = '/crm/in/v1/lead'
const inFlight = 20

export interface Measured {
  rows: number
  what: string
  /** Milliseconds. */
  p50: number
  p95: number
  perSecond: number
}

const questions: readonly { what: string; queries: (n: number) => Record<string, string> }[] = [
  { what: 'page 1', queries: () => ({}) },
  { what: 'pages', queries: (n) => ({ page: String((n % 50) + 1) }) },
  {
    what: 'by status',
    queries: (n) => ({ query: `status:${['new', 'prospect', 'closing', 'reject'][n % 4]}`, page: String((n % 5) + 1) }),
  },
  { what: 'by name', queries: (n) => ({ sort: `name ${n % 2 ? 'asc' : 'desc'}`, page: String((n % 10) + 1) }) },
  { what: 'search', queries: (n) => ({ query: `search:${['budi', 'siregar', '0812', 'dewi anggraini', 'bandung', 'webinar'][n % 6]}` }) },
  { what: 'search, every one new', queries: (n) => ({ query: `search:${8_100_000 + n * 37}` }) },
  { what: 'filters', queries: (n) => ({ query: `status:new,sales:${(n % 12) + 3},tags:hot`, sort: 'next_follow_up asc' }) },
]

const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const round = (value: number) => Math.round(value * 10) / 10

async function measure(ask: (query: Record<string, string>) => Promise<unknown>, rows: number, question: (typeof questions)[number]) {
  const took: number[] = []
  const count = 400
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      const began = performance.now()
      await ask(question.queries(n))
      took.push(performance.now() - began)
    }
  }
  for (let n = 0; n < 20; n++) await ask(question.queries(n))
  const began = performance.now()
  await Promise.all(Array.from({ length: inFlight }, worker))
  const seconds = (performance.now() - began) / 1_000
  const sorted = took.toSorted((a, b) => a - b)
  return { rows, what: question.what, p50: round(at(sorted, 0.5)), p95: round(at(sorted, 0.95)), perSecond: Math.round(count / seconds) }
}

const agent = new Agent({ keepAlive: true, maxSockets: inFlight })

/** Reads the whole answer and nothing more: the asking program shares the processor with the one that is measured. */
function get(url: string, token: string): Promise<void> {
  return new Promise((done, failed) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? done() : failed(new Error(`${url}: ${response.statusCode}`))))
    })
    asked.once('error', failed)
    asked.end()
  })
}

/** Median of one request at a time. */
async function alone(ask: (query: Record<string, string>) => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < 60; n++) {
    const began = performance.now()
    await ask({})
    took.push(performance.now() - began)
  }
  return round(
    at(
      took.toSorted((a, b) => a - b),
      0.5,
    ),
  )
}

async function withLeads(rows: number): Promise<{ measured: Measured[]; pageOne: number; fillSeconds: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-bench-'))
  const settings = readSettings({ DATA_DIR: folder, DEMO_LEADS: String(rows), LOG_LEVEL: 'silent', SIGN_IN_ATTEMPTS: '1000' })
  const platform = await createPlatform(settings, await openDatabase({ dataDir: folder }))
  const began = performance.now()
  await startDemo(platform)
  const fillSeconds = round((performance.now() - began) / 1_000)
  const server = serve({ fetch: createApp(platform).fetch, port: 0 })
  try {
    await new Promise((ready) => server.once('listening', ready))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const measured: Measured[] = []
    let pageOne = 0
    for (const account of ['root', 'sales'] as const) {
      const client = await signInTo(`http://127.0.0.1:${port}`, account)
      const { token } = client.session
      const ask = (query: Record<string, string>) => get(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`, token)
      for (const question of questions) {
        const result = await measure(ask, rows, question)
        measured.push({ ...result, what: `${question.what} (${account})` })
      }
      if (account === 'root') pageOne = await alone(ask)
    }
    return { measured, pageOne, fillSeconds }
  } finally {
    agent.destroy()
    await new Promise((closed) => server.close(closed))
    await platform.database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The figures of the list of leads. */
export async function benchList() {
  const small = await withLeads(1_000)
  const large = await withLeads(100_000)
  return {
    name: 'list of leads on the embedded database, 20 in flight',
    small: small.measured,
    large: large.measured,
    fillSeconds: large.fillSeconds,
    pageOne: { at1000: small.pageOne, at100000: large.pageOne, growth: round(large.pageOne / small.pageOne) },
  }
}

if (process.argv[1]?.endsWith('api-list.ts')) console.log(JSON.stringify(await benchList(), null, 2))
