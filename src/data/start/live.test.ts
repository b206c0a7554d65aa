import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changesStream } from '#contract/changes.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'

const encoder = new TextEncoder()
const session = {
  roles: [],
  permissions: ['get stock'],
  roleRead: [],
  user: { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' },
}

/** Open streams and their senders. */
let streams: { url: string; say: (name: string, data?: object) => void }[] = []

function stream(url: string, signal: AbortSignal | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const end = () => {
        streams = streams.filter((each) => each !== own)
        controller.error(new Error('left'))
      }
      const say = (name: string, data: object = {}) =>
        controller.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
      const own = { url, say }
      streams.push(own)
      signal?.addEventListener('abort', end)
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

beforeEach(() => {
  vi.resetModules()
  streams = []
})
afterEach(() => vi.unstubAllGlobals())

async function begin() {
  const browser = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify(session),
  })
  browser.answer(() => json({ hosts: {} }))
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    String(url).includes(changesStream.path) ? Promise.resolve(stream(url, init?.signal ?? undefined)) : fetch(url, init),
  )
  const [{ lookAt }, { startSession }, { queryClient }, { connectionStore }] = await Promise.all([
    import('./live.ts'),
    import('../api/session.ts'),
    import('../query/query-client.ts'),
    import('../api/connection.ts'),
  ])
  startSession()
  const read: string[] = []
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filter) => {
    const [kind, section] = filter?.queryKey ?? []
    if (kind === 'list') read.push(String(section))
  })
  return { lookAt, read, connectionStore, fire: browser.fire }
}

test('displayed sections are refetched on changes, over one shared stream', async () => {
  const { lookAt, read } = await begin()
  const leave = lookAt(['stock', 'recommendation'])
  await eventually(() => expect(streams).toHaveLength(1))
  expect(decodeURIComponent(streams[0]?.url ?? '')).toContain('sections=recommendation,stock')
  streams[0]?.say('ready')
  streams[0]?.say('changed', { section: 'stock' })
  await eventually(() => expect(read).toEqual(['stock']))
  const other = lookAt(['analysis'])
  await eventually(() => expect(decodeURIComponent(streams[0]?.url ?? '')).toContain('analysis,recommendation,stock'))
  expect(streams).toHaveLength(1)
  // Changes between two streams are unknown.
  streams[0]?.say('ready')
  await eventually(() => expect(read.slice(1).sort()).toEqual(['analysis', 'recommendation', 'stock']))
  other()
  leave()
  await eventually(() => expect(streams).toHaveLength(0))
})

test('changes between the read of a screen and its first stream are refetched, older ones are not', async () => {
  const { lookAt, read } = await begin()
  const leave = lookAt(['stock', 'analysis'])
  await eventually(() => expect(streams).toHaveLength(1))
  streams[0]?.say('ready', { ages: { stock: 2_000, analysis: 600_000, bank: 0 } })
  await eventually(() => expect(read).toEqual(['stock']))
  // What was covered is not asked for again.
  streams[0]?.say('ready', { ages: { stock: 0 } })
  streams[0]?.say('changed', { section: 'analysis' })
  await eventually(() => expect(read).toEqual(['stock', 'analysis']))
  leave()
})

test('useLive requests nothing offline, and refetches everything once on reconnection', async () => {
  const { lookAt, read, connectionStore } = await begin()
  const leave = lookAt(['stock'])
  await eventually(() => expect(streams).toHaveLength(1))
  streams[0]?.say('ready')
  connectionStore.set('offline')
  await eventually(() => expect(streams).toHaveLength(0))
  connectionStore.set('online')
  await eventually(() => expect(streams).toHaveLength(1))
  streams[0]?.say('ready')
  await eventually(() => expect(read).toEqual(['stock']))
  leave()
})

test('a page that returns, or slept long, reads what it missed and opens its stream anew', async () => {
  const { lookAt, read, fire } = await begin()
  await import('../base/page-life.ts')
  const leave = lookAt(['stock'])
  await eventually(() => expect(streams).toHaveLength(1))
  streams[0]?.say('ready')
  fire('pagehide', { persisted: true })
  expect(streams).toHaveLength(0)
  fire('pageshow', { persisted: true })
  await eventually(() => expect(streams).toHaveLength(1))
  streams[0]?.say('ready')
  await eventually(() => expect(read).toEqual(['stock']))
  const [before] = streams
  vi.setSystemTime(Date.now() + 60_000)
  fire('focus')
  await eventually(() => expect(streams).toEqual([expect.not.objectContaining({ say: before?.say })]))
  streams[0]?.say('ready')
  await eventually(() => expect(read).toEqual(['stock', 'stock']))
  fire('focus')
  expect(streams).toHaveLength(1)
  vi.useRealTimers()
  leave()
})
