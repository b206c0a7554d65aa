import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCaches, type TestCaches, testFile, testOrigin } from './test-caches.ts'
import { openScope } from './test-scope.ts'

const html = `<meta name="start" content="/assets/base-1.js /assets/en-1.js /assets/of-no-version.js"><script type="module" crossorigin src="/assets/base-1.js"></script><link rel="stylesheet" crossorigin href="/assets/style-1.css">`
const manifest = [
  { url: '/index.html', revision: '1' },
  { url: '/boot.js', revision: '1' },
  ...['base-1.js', 'en-1.js', 'late-1.js', 'style-1.css'].map((name) => ({ url: `/assets/${name}`, revision: null })),
]
const needed = [
  '/index.html?__WB_REVISION__=1',
  '/boot.js?__WB_REVISION__=1',
  '/assets/base-1.js',
  '/assets/en-1.js',
  '/assets/style-1.css',
]

let caches: TestCaches
let network: (path: string) => Response | Promise<Response>
let asked: string[]

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  caches = openCaches()
  openScope()
  asked = []
  network = () => {
    throw new TypeError('no line')
  }
  vi.stubGlobal('location', { href: `${testOrigin}/sw.js` })
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const path = new URL(typeof request === 'string' ? request : request.url, testOrigin).pathname
    asked.push(path)
    return network(path)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A worker with all of its version on the device. */
async function start() {
  const [{ shell, cachedAsset }, { openPage }] = await Promise.all([import('./shell.ts'), import('./open-page.ts')])
  shell.addToCacheList(manifest)
  const stored = caches.of(shell.strategy.cacheName)
  for (const [url, key] of shell.getURLsToCacheKeys())
    stored.set(key, url.endsWith('.html') ? testFile(html, 'text/html') : testFile(`cached ${new URL(url).pathname}`))
  const work: Promise<unknown>[] = []
  return {
    stored,
    load: async (path: string) => (await cachedAsset({ request: new Request(testOrigin + path) })).text(),
    lose: (path: string) => expect(stored.delete(testOrigin + path)).toBe(true),
    open: async () => {
      const event = { waitUntil: (each: Promise<unknown>) => work.push(each) }
      const opened = openPage({ request: new Request(`${testOrigin}/leads/list`), event })
      await vi.advanceTimersByTimeAsync(6_000)
      const response = await opened
      await Promise.all(work)
      return { status: response.status, text: await response.text(), headers: response.headers }
    },
  }
}

test('a page whose files are all there comes from the device, without a question', async () => {
  const worker = await start()
  expect((await worker.open()).text).toBe(html)
  expect(asked).toEqual([])
})

test.each(needed)('a page without %s is words with Repair offline, and the server’s with a line', async (path) => {
  const worker = await start()
  worker.lose(path)
  const offline = await worker.open()
  expect(offline).toMatchObject({ status: 503, text: expect.stringContaining('>Repair</a>') })
  expect(offline.text).not.toContain('<script')
  expect(offline.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  network = (asset) => (/\.(js|css)$/.test(asset) ? testFile(`new ${asset}`) : testFile(html, 'text/html'))
  expect((await worker.open()).text).toBe(html)
  asked = []
  network = () => {
    throw new TypeError('no line')
  }
  expect((await worker.open()).status).toBe(200)
  expect(asked).toEqual([])
})

test.each([
  ['says nothing', () => new Promise<Response>(() => undefined)],
  ['is away', () => testFile('Bad gateway', 'text/html', 502)],
] as const)('a page with a missing part is words where the server %s', async (_, answer) => {
  const worker = await start()
  worker.lose('/assets/en-1.js')
  network = (path) => (path.startsWith('/assets') ? Promise.reject(new TypeError('no line')) : answer())
  expect((await worker.open()).text).toContain('Repair')
})

test('the page comes from the network where no cache opens', async () => {
  const worker = await start()
  caches.isBroken = true
  network = (path) => (path === '/leads/list' ? testFile(html, 'text/html') : testFile('code'))
  expect((await worker.open()).text).toBe(html)
  expect(await worker.load('/assets/late-1.js')).toBe('code')
})

test('what a captive portal or a newer server sends is not stored as a part of this version', async () => {
  const worker = await start()
  worker.lose('/index.html?__WB_REVISION__=1')
  worker.lose('/assets/late-1.js')
  network = () => testFile(html.replaceAll('-1.', '-2.'), 'text/html')
  await worker.open()
  expect([...worker.stored.keys()].some((url) => url.includes('index.html'))).toBe(false)
  expect(await worker.load('/assets/late-1.js')).toContain('<script')
  network = () => {
    throw new TypeError('no line')
  }
  expect((await worker.open()).status).toBe(503)
  await expect(worker.load('/assets/late-1.js')).rejects.toThrow('no line')
})
