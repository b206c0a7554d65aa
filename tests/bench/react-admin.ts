/**
 * From a press in the menu to the first number of a report, beside react-admin's list of leads of the same API, each in a browser of its
 * own on the same slow line. `npx tsx tests/bench/react-admin.ts`; fetches react-admin beside the packages.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { openBrowser } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { freePort } from '#tests/support/ports.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'

const rounds = 7
/** What Lighthouse calls slow 4G, and a phone's processor. */
const line = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const cpuRate = 4
/** Milliseconds in which a page ends what it does by itself. */
const settle = 3_000

const folder = resolve(import.meta.dirname, '../../node_modules/.cache/react-admin')
const app = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, EmailField, List, Resource, TextField } from 'react-admin'
const get = async (path) => (await fetch(path, { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } })).json()
const getList = async (resource, { pagination, sort }) => {
  const { data, total_record } = await get('/crm/in/v1/lead?page=' + pagination.page + '&size=' + pagination.perPage + '&sort=' + sort.field + ' ' + sort.order.toLowerCase())
  return { data, total: total_record }
}
const none = async () => ({ data: [], total: 0 })
const dataProvider = { getList, getOne: none, getMany: none, getManyReference: none, update: none, updateMany: none, create: none, delete: none, deleteMany: none }
const Leads = () => h(List, null, h(Datagrid, null, ...['name', 'phone', 'status', 'sales_name', 'created_at'].map((source) => h(TextField, { source, key: source })), h(EmailField, { source: 'email' })))
const Home = () => h('p', null, 'Home')
createRoot(document.getElementById('root')).render(h(Admin, { dataProvider, dashboard: Home }, h(Resource, { name: 'leads', list: Leads })))
`
const page =
  '<!doctype html><meta name="viewport" content="width=device-width"><div id="root"></div><script type="module" src="/app.js"></script>'

/** The folder of a built app of react-admin. */
async function buildReactAdmin(): Promise<string> {
  await mkdir(folder, { recursive: true })
  if (!existsSync(join(folder, 'node_modules/react-admin'))) {
    const packages = ['react-admin@5', 'react@19', 'react-dom@19']
    const { status } = spawnSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...packages], { stdio: 'inherit' })
    if (status !== 0) throw new Error('react-admin could not be fetched')
  }
  await writeFile(join(folder, 'app.js'), app)
  await writeFile(join(folder, 'index.html'), page)
  await build({ root: folder, configFile: false, logLevel: 'silent', build: { outDir: join(folder, 'dist') } })
  return join(folder, 'dist')
}

/** Serves files compressed, and passes everything else to the API. */
async function serve(files: string, target: string) {
  const port = await freePort()
  const server = createServer(async (request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    if (path.startsWith('/crm/')) {
      const answer = await fetch(target + path, { headers: { authorization: request.headers.authorization ?? '' } })
      const body = gzipSync(Buffer.from(await answer.arrayBuffer()))
      response.writeHead(answer.status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
      return
    }
    const file = await readFile(join(files, path)).catch(() => null)
    if (!file) return void response.writeHead(404).end()
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(file))
  })
  await new Promise<void>((done) => server.listen(port, done))
  return { url: `http://localhost:${port}`, close: () => server.close() }
}

const median = (values: readonly number[]) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

/** Milliseconds from a press on a link of the menu until an element shows a figure or a name, on the slow line. */
async function measure(of: Page, link: string, first: string): Promise<number> {
  const session = await of.context().newCDPSession(of)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  const took = await of.evaluate(
    ([where, what]) =>
      new Promise<number>((done) => {
        const began = performance.now()
        const look = () => {
          if (/\w/.test(document.querySelector(what ?? '')?.textContent ?? '')) done(performance.now() - began)
          else requestAnimationFrame(look)
        }
        document.querySelector<HTMLElement>(where ?? '')?.click()
        look()
      }),
    [link, first],
  )
  await session.detach()
  return took
}

const dist = await buildReactAdmin()
const api = await startServer({ env: { LOG_LEVEL: 'warn' }, readyWithin: 120_000 })
const other = await serve(dist, api.url)
const { token, ...session } = (await signInTo(api.url, 'root')).session
const ours: number[] = []
const theirs: number[] = []
try {
  for (let round = 0; round < rounds; round++) {
    const browser = await openBrowser(await findBrowser(), { viewport: { width: 1440, height: 900 } })
    try {
      // The compiler wraps named functions in a helper that the page lacks.
      await browser.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
      const mine = await browser.context.newPage()
      await mine.goto(`${api.url}/health/live`)
      const stored = { jwt_access_token: token, 'lapangan-session': JSON.stringify(session) }
      await mine.evaluate((values) => Object.assign(localStorage, values), stored)
      await mine.goto(api.url)
      await mine.locator('[data-card=scoreboard] dd').first().waitFor()
      await mine.waitForFunction(() => navigator.serviceWorker.ready)
      await mine.waitForFunction(() => localStorage.getItem('lapangan-leads-held') !== null)
      await pause(settle)
      ours.push(await measure(mine, 'nav a[href="/report/quantity"]', 'tbody tr td:nth-child(5)'))
      const its = await browser.context.newPage()
      await its.goto(other.url)
      await its.evaluate((value) => localStorage.setItem('token', value), token)
      await its.goto(other.url)
      await its.locator('a[href="#/leads"]').waitFor()
      await pause(settle)
      theirs.push(await measure(its, 'a[href="#/leads"]', 'tbody tr td:nth-child(2)'))
    } finally {
      await browser.dispose()
    }
  }
} finally {
  other.close()
  await api.dispose()
}
const share = Number((median(ours) / median(theirs)).toFixed(2))
console.log(
  JSON.stringify(
    {
      rounds,
      report_ms: median(ours),
      react_admin_list_ms: median(theirs),
      share,
      ours: ours.map(Math.round),
      theirs: theirs.map(Math.round),
    },
    null,
    2,
  ),
)
