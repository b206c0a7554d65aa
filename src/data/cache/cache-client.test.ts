import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import type { FromWorker, ToWorker } from '../cache-worker/messages.ts'

/** Workers in their order: what each was received, and whether it still runs. */
let workers: { received: ToWorker[]; isEnded: boolean; say: (message: FromWorker) => void; crash: () => void }[] = []

beforeEach(() => {
  vi.resetModules()
  workers = []
})
afterEach(() => vi.unstubAllGlobals())

async function openPage() {
  const user = { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' }
  const browser = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify({ roles: [], permissions: [], roleRead: [], user }),
  })
  browser.answer(() => json({ hosts: {} }))
  class TestWorker {
    onmessage: ((event: { data: FromWorker }) => void) | null = null
    onerror: (() => void) | null = null
    private readonly own = {
      received: [] as ToWorker[],
      isEnded: false,
      say: (data: FromWorker) => this.onmessage?.({ data }),
      crash: () => this.onerror?.(),
    }
    constructor() {
      workers.push(this.own)
    }
    postMessage(message: ToWorker): void {
      this.own.received.push(message)
    }
    terminate(): void {
      this.own.isEnded = true
    }
  }
  vi.stubGlobal('Worker', TestWorker)
  const [client, { startSession }] = await Promise.all([import('./cache-client.ts'), import('../api/session.ts')])
  startSession()
  const see = (visibilityState: 'visible' | 'hidden') => {
    Object.assign(document, { visibilityState })
    browser.fire('visibilitychange')
  }
  return { ...client, fire: browser.fire, see, ask: () => client.requestFromWorker('leads', { kind: 'query', query: firstPage }) }
}

const kinds = (at: number) => workers[at]?.received.map(({ kind }) => kind)
const answerOf = (n: number): FromWorker => ({ kind: 'answer', n, rows: [], total: 7, fuzzy: 0 })

test('the worker ends when the page is left, and what waits is asked of another one when it returns', async () => {
  const page = await openPage()
  const [first, second] = [page.ask(), page.ask()]
  workers[0]?.say(answerOf(1))
  expect((await first)?.total).toBe(7)
  page.fire('pagehide', { persisted: true })
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
  // Asked between leaving and the suspension.
  const third = page.ask()
  expect([workers.length, page.notifyWorker({ kind: 'look' })]).toEqual([1, false])
  page.fire('pageshow', { persisted: true })
  expect(kinds(1)).toEqual(['open', 'ask', 'ask'])
  workers[1]?.say(answerOf(2))
  workers[1]?.say(answerOf(3))
  expect([(await second)?.total, (await third)?.total]).toEqual([7, 7])
})

test('a page that returns without a request starts no worker before it is needed', async () => {
  const page = await openPage()
  page.notifyWorker({ kind: 'look' })
  page.fire('pagehide', { persisted: true })
  page.fire('pageshow', { persisted: true })
  expect(workers).toHaveLength(1)
  page.notifyWorker({ kind: 'look' })
  expect(kinds(1)).toEqual(['open', 'look'])
})

test('what is shown is read again once a worker that follows another one knows its area, which cannot tell what has changed since', async () => {
  const page = await openPage()
  const news = vi.fn()
  page.onNotification(news)
  const takeNews = () => news.mock.calls.splice(0).map(([{ kind, area }]) => `${kind} ${area}`)
  page.notifyWorker({ kind: 'look' })
  workers[0]?.say({ kind: 'cached', area: 'leads', cached: true })
  expect(takeNews()).toEqual(['cached leads'])
  page.fire('pagehide', { persisted: true })
  page.fire('pageshow', { persisted: true })
  page.notifyWorker({ kind: 'look' })
  workers[1]?.say({ kind: 'cached', area: 'member', cached: false })
  workers[1]?.say({ kind: 'cached', area: 'leads', cached: true })
  workers[1]?.say({ kind: 'cached', area: 'leads', cached: true })
  expect(takeNews()).toEqual(['cached member', 'cached leads', 'changed leads', 'cached leads'])
})

test('a return is no crash: the worker is lost only when it crashed twice', async () => {
  const page = await openPage()
  const lost = vi.fn()
  page.onLost(lost)
  const asked = page.ask()
  for (let round = 0; round < 5; round++) {
    page.fire('pagehide', { persisted: true })
    page.fire('pageshow', { persisted: true })
  }
  workers.at(-1)?.crash()
  expect([lost.mock.calls.length, kinds(6)]).toEqual([0, ['open', 'ask']])
  workers.at(-1)?.crash()
  expect([lost.mock.calls.length, workers.length, await asked]).toEqual([1, 7, null])
})

test('a worker that was ended, and fails afterwards, begins nothing: not in a page that is left, nor beside the next one', async () => {
  const page = await openPage()
  const waiting = page.ask()
  page.fire('pagehide', { persisted: true })
  workers[0]?.crash()
  expect(workers.length).toBe(1)
  page.fire('pageshow', { persisted: true })
  workers[0]?.crash()
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
  workers[1]?.say(answerOf(1))
  expect((await waiting)?.total).toBe(7)
})

test('the worker is received of rest ahead of whatever comes then, and so is one that starts at rest', async () => {
  const page = await openPage()
  page.notifyWorker({ kind: 'look' })
  page.see('hidden')
  page.notifyWorker({ kind: 'look' })
  page.see('visible')
  page.notifyWorker({ kind: 'look' })
  expect(kinds(0)).toEqual(['open', 'look', 'rest', 'look', 'wake', 'look'])
  page.see('hidden')
  workers[0]?.crash()
  expect(kinds(1)).toEqual(['open', 'rest'])
})
