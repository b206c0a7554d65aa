import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser, testToken } from '#tests/support/test-browser.ts'

const order: string[] = []
const say = (what: string) => async () => void order.push(what)

vi.mock('../writes/start.ts', () => ({ startOutbox: say('outbox') }))
vi.mock('./sync.ts', () => ({ startSync: say('sync') }))
vi.mock('./service-worker.ts', () => ({ startWorker: say('worker') }))
vi.mock('../api/sign-in.ts', () => ({ refreshSession: say('session') }))
vi.mock('../api/config.ts', () => ({ loadConfig: say('config') }))

const user = { id: 1, ref: 'r1', name: 'Sari', email: 'sari@lapangan.test' }
const stored = {
  jwt_access_token: testToken(4_000_000_000),
  'lapangan-session': JSON.stringify({ roles: [], permissions: [], roleRead: [], user }),
}
const key = ['list', 'leads', '']

/** Opens a console with the rows of the last visit, while the server's are pending. */
async function open() {
  vi.resetModules()
  openBrowser(stored)
  const append = vi.fn()
  Object.assign(document, {
    querySelector: () => null,
    getElementById: () => null,
    createElement: () => ({}),
    head: { append },
    documentElement: { dataset: {} },
  })
  vi.stubGlobal('window', {})
  vi.stubGlobal('requestAnimationFrame', (drawn: () => void) => setTimeout(drawn))
  const [{ startBackground }, { queryClient }, { startSession }, { firstRow }] = await Promise.all([
    import('./background.ts'),
    import('../query/query-client.ts'),
    import('../api/session.ts'),
    import('../base/deferred.ts'),
  ])
  startSession()
  let answer: (rows: unknown) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  queryClient.setQueryData(key, { data: [] }, { updatedAt: 1 })
  const screen = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: () =>
      new Promise((resolve, reject) => {
        answer = resolve
        fail = reject
      }),
    retry: false,
    networkMode: 'always',
  })
  const stop = screen.subscribe(() => undefined)
  await vi.waitFor(() => expect(queryClient.getQueryState(key)?.fetchStatus).toBe('fetching'))
  return {
    firstRow,
    begin: () => startBackground(Promise.resolve()),
    rowsCome() {
      order.push('live row')
      answer({ data: [] })
    },
    noneCome() {
      order.push('no row')
      fail(new Error('down'))
    },
    end() {
      stop()
      queryClient.clear()
    },
  }
}

beforeEach(() => void order.splice(0))
afterEach(() => vi.unstubAllGlobals())

test('the sync begins after the first live row, not after the copy of the last visit', async () => {
  const app = await open()
  const begun = app.begin()
  await app.firstRow
  await vi.waitFor(() => expect(order).toContain('outbox'))
  app.rowsCome()
  await begun
  const notified = order.filter((what) => what !== 'config')
  expect(notified).toEqual(['outbox', 'live row', 'sync', 'session', 'worker'])
  app.end()
})

test('a page without a list waits for none', async () => {
  const app = await open()
  app.end()
  const asked = vi.spyOn(globalThis, 'setTimeout')
  const begun = app.begin()
  await app.firstRow
  expect(asked.mock.calls.map(([, wait]) => wait)).not.toContain(3_000)
  await begun
})

test('a list that cannot be had holds nothing up', async () => {
  const app = await open()
  const begun = app.begin()
  await vi.waitFor(() => expect(order).toContain('outbox'))
  app.noneCome()
  await begun
  expect(order.filter((what) => what !== 'config')).toEqual(['outbox', 'no row', 'sync', 'session', 'worker'])
  app.end()
})
