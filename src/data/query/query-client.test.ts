import { afterEach, expect, test, vi } from 'vitest'
import { eventually, openBrowser, testToken } from '#tests/support/test-browser.ts'

const user = { id: 7, ref: '0190b5a0-0000-7000-8000-000000000007', name: 'Sari', email: 'sari@lapangan.test' }
const session = { roles: ['Sales'], permissions: ['get crm'], roleRead: [], user }
const signedIn = {
  jwt_access_token: testToken(Math.floor(Date.now() / 1_000) + 3_600),
  'lapangan-session': JSON.stringify(session),
}

async function startPage() {
  vi.resetModules()
  const [{ queryClient }, { startSession }, { markFirstRow }] = await Promise.all([
    import('./query-client.ts'),
    import('../api/session.ts'),
    import('../base/deferred.ts'),
  ])
  startSession()
  markFirstRow()
  return queryClient
}

afterEach(() => vi.unstubAllGlobals())

test('what the page before had read is there at once, and is asked for again however young it is', async () => {
  const { storage } = openBrowser(signedIn)
  const options = { queryKey: ['list', 'bank', ''], meta: { keep: true }, queryFn: async () => ['BCA'] }
  const first = await startPage()
  const { QueryObserver } = await import('@tanstack/react-query')
  const leave = new QueryObserver(first, options).subscribe(() => undefined)
  await eventually(() => expect(storage.get('lapangan-cache')).toContain('BCA'))
  leave()

  const next = await startPage()
  expect(next.getQueryData(options.queryKey)).toEqual(['BCA'])
  expect(next.getQueryState(options.queryKey)?.isInvalidated).toBe(true)
})

test('the first page of a section is kept, however many others were read since', async () => {
  const { storage } = openBrowser(signedIn)
  const client = await startPage()
  const { QueryObserver } = await import('@tanstack/react-query')
  const read = (query: object, name: string) => {
    const options = { queryKey: ['list', 'bank', query], meta: { keep: true }, queryFn: async () => [name] }
    new QueryObserver(client, options).subscribe(() => undefined)()
    return client.fetchQuery(options)
  }
  await read({}, 'first page')
  for (const page of [2, 3, 4, 5]) await read({ page }, `page ${page}`)
  await eventually(() => expect(storage.get('lapangan-cache')).toContain('page 5'))
  const kept = storage.get('lapangan-cache')
  expect(['first page', 'page 2', 'page 3', 'page 4', 'page 5'].filter((name) => kept?.includes(`"${name}"`))).toEqual([
    'first page',
    'page 3',
    'page 4',
    'page 5',
  ])
})
