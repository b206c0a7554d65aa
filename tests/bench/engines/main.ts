/**
 * `npm run bench -- engines [--rounds 5] [--leads 3000]`: what a person waits for in WebKit and Firefox, beside Chromium on the same machine:
 * one server, rounds that take turns. Each wait is measured in the page, from its own start to the frame in which what is waited for stands.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { signInOn, untilShellKept } from '#tests/engines/device.ts'
import type { EngineName } from '#tests/engines/engine.ts'
import type { EnginePage } from '#tests/engines/page.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { startProcess } from '#tests/support/server-process.ts'
import { openVisitors, type Visitor, visit } from './browsers.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, leads: { type: 'string', default: '3000' } },
})
const rounds = Number(values.rounds)
const limit = 1.5
/** A person sees what others changed while they were away. */
const freshMs = 1_000

/** A person looks at a list before they leave it. */
const readingMs = 2_000

declare global {
  interface Window {
    /** When rows of a list were first drawn, in ms since the page began; and the last return to it. */
    __seen: { row?: number; shown?: { at: number; persisted: boolean } }
  }
}

/** In every page before its own scripts. */
const watch = `window.__seen = {}
addEventListener('pageshow', ({ persisted }) => { window.__seen.shown = { at: Date.now(), persisted } })
const look = () => {
  if (window.__seen.row !== undefined) return
  const row = document.querySelector('#main tr[data-ref]')
  if (!row) return
  observer.disconnect()
  requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { window.__seen.row = performance.now() }; port2.postMessage(0) })
}
const observer = new MutationObserver(look)
observer.observe(document, { childList: true, subtree: true })`

/** `until` resolves only to what is there. */
async function waitFor<A extends readonly unknown[], T>(page: EnginePage, what: string, work: (...args: A) => T, ...args: A) {
  return (await page.until(what, work, ...args)) as NonNullable<T>
}

const firstRow = (page: EnginePage) => waitFor(page, 'the first row', () => window.__seen.row)

/** In the page: ms from an act until something is so, looked at with every change and drawn. */
function timeUntil(begin: () => void, isSo: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const observer = new MutationObserver(() => {
      if (!isSo()) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    })
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
    begin()
  })
}

const openRecord = (page: EnginePage) =>
  page.run(
    (time) =>
      time(
        () => document.querySelector<HTMLElement>('#main tr[data-ref] a[href]')?.click(),
        () => !!document.querySelector<HTMLInputElement>('#main form input[name=name]')?.value,
      ),
    timeUntil,
  )

/** Until every row that is shown has the word. */
const search = (page: EnginePage, word: string) =>
  page.run(
    (time, text) => {
      const rows = () => [...document.querySelectorAll('#main tr[data-ref]')]
      const hasWord = (row: Element) => row.textContent?.toLowerCase().includes(text) === true
      return time(
        () => {
          const field = document.querySelector<HTMLInputElement>('[data-list-search]')
          if (!field) throw new Error('no field to search in')
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
          field.dispatchEvent(new Event('input', { bubbles: true }))
          // Without the pause that waits for the next letter.
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
        },
        () => rows().length > 0 && rows().every(hasWord),
      )
    },
    timeUntil,
    word,
  )

type Figures = Record<string, number>

async function measure(visitor: Visitor, admin: Client, round: number): Promise<Figures & { persisted: number }> {
  const page = await visitor.renew()
  await page.size(1366, 768)
  await signInOn(page, 'root')
  await untilShellKept(page)
  const began = performance.now()
  const cold = await visit(page, '/leads/list').then(() => firstRow(page))
  await page.until('the leads are on the device', () => localStorage.getItem('lapangan-leads-held'))
  const sync = performance.now() - began
  await visit(page, '/dashboard')
  await visit(page, '/leads/list')
  const second = await firstRow(page)
  const record = await openRecord(page)
  await visit(page, '/leads/list')
  await firstRow(page)
  const found = await search(page, 'sari')

  // Away on another page of the console, as a link in a mail leads there; meanwhile somebody changes the first row.
  await visit(page, '/leads/list')
  await firstRow(page)
  // Nobody leaves in the moment in which a list appears: what is loaded after it is there.
  await pause(readingMs)
  const ref = await waitFor(page, 'a row', () => document.querySelector('#main tr[data-ref]')?.getAttribute('data-ref'))
  await visit(page, '/device')
  await page.until('another page', () => document.querySelector('h1') !== null)
  const name = `Sari Baru ${visitor.engine} ${round}`
  const update = sectionCall(leads, 'update')
  const body = JSON.stringify({ name })
  const headers = { 'content-type': 'application/json', 'update-mask': 'name' }
  const changed = await admin.fetch(update.path.replace('{id}', ref), { method: update.method, body, headers })
  if (!changed.ok) throw new Error(`the lead was not changed: ${changed.status} ${await changed.text()}`)
  const left = Date.now()
  await page.back()
  const { at, persisted } = await waitFor(page, 'the list again', () =>
    document.querySelector('#main tr[data-ref]') ? window.__seen.shown : undefined,
  )
  const fresh = await waitFor(
    page,
    'the change',
    (text) => (document.querySelector('#main')?.textContent?.includes(text) ? Date.now() : undefined),
    name,
  )
  return {
    'first row, cold': cold,
    'first sync': sync,
    'first row, second visit': second,
    'record opened': record,
    search: found,
    'Back until shown': at - left,
    'Back until fresh': fresh - at,
    persisted: persisted ? 1 : 0,
  }
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const server = await startProcess({ env: { LOG_LEVEL: 'warn', DEMO_LEADS: values.leads, DEMO_ROOMS: '40' }, readyWithin: 300_000 })
const client = await signInTo(server.url, 'root')
const visitors = await openVisitors(server.url, { script: watch })
const all = new Map<EngineName, Figures[]>(visitors.map(({ engine }) => [engine, []]))
for (let round = 0; round < rounds; round += 1)
  for (const visitor of visitors) {
    const figures = await measure(visitor, client, round)
    all.get(visitor.engine)?.push(figures)
    console.error(`round ${round + 1}, ${visitor.engine} ${visitor.version}: ${JSON.stringify(figures)}`)
    await pause(500)
  }
for (const visitor of visitors) await visitor.dispose()
await server.dispose()

const names = Object.keys(all.values().next().value?.[0] ?? {})
const table = Object.fromEntries(
  names.map((name) => {
    const of = (engine: EngineName) => median((all.get(engine) ?? []).map((figures) => figures[name] ?? Number.NaN))
    const row = visitors.flatMap(({ engine }) => [
      [engine, Math.round(of(engine))] as const,
      ...(engine === 'chromium' ? [] : [[`${engine}, times Chromium`, Number((of(engine) / of('chromium')).toFixed(2))] as const]),
    ])
    return [name, Object.fromEntries(row)]
  }),
)
console.log(JSON.stringify({ rounds, leads: Number(values.leads), median_ms: table, limit, freshMs }, null, 2))
console.table(table)
process.exit()
