import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'

const origin = 'https://console.test'
const chunk = `${origin}/assets/list-abc.js`

afterEach(() => vi.unstubAllGlobals())
let session: Map<string, string>
beforeEach(() => {
  session = new Map()
})

/** A page of a build, on a server where `status` is what its files answer. */
async function open({ status, build = 'index-1.js', cached }: { status: number | 'offline'; build?: string; cached?: string }) {
  vi.resetModules()
  const browser = openBrowser()
  const counts = { reloads: 0, drafts: 0 }
  let questions = 0
  browser.answer(() => {
    questions += 1
    if (status === 'offline') throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
  vi.stubGlobal('location', { origin, reload: () => (counts.reloads += 1) })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, value: string) => session.set(key, value),
  })
  vi.stubGlobal('caches', { match: async (name: string) => (name === cached ? new Response() : undefined) })
  Object.assign(document, { querySelectorAll: () => ['runtime.js', build].map((name) => ({ getAttribute: () => `/assets/${name}` })) })
  let tell: (entries: ({ name: string } & Record<string, unknown>)[]) => void = () => undefined
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (list: { getEntries: () => unknown[] }) => void) {
        tell = (entries) => callback({ getEntries: () => entries })
      }
      observe() {}
    },
  )
  const [{ watchGoneCode }, { onBeforeReload }] = await Promise.all([import('./gone-code.ts'), import('../base/before-reload.ts')])
  onBeforeReload(() => (counts.drafts += 1))
  watchGoneCode()
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    counts,
    questions: () => questions,
    /** The page's own question as the browser reports it. */
    isTold: async (entry: { responseStatus: number } | { decodedBodySize: number }) => {
      tell([{ name: chunk, initiatorType: 'fetch', ...entry }])
      await settle()
    },
    fails: async (name = chunk, responseStatus = 404) => {
      tell([{ name, responseStatus }])
      await settle()
    },
    /** As in WebKit, which tells sizes and no status. */
    loads: async (decodedBodySize: number, name = chunk) => {
      tell([{ name, decodedBodySize }])
      await settle()
    },
    rejects: async (message: string) => {
      browser.fire('unhandledrejection', { reason: new TypeError(message) })
      await settle()
    },
  }
}

test('a page whose code is gone keeps its drafts and reloads once, however many pieces are missing', async () => {
  const page = await open({ status: 404 })
  await page.fails()
  await page.fails(`${origin}/assets/form-def.js`)
  expect(page.counts).toEqual({ reloads: 1, drafts: 1 })
  const again = await open({ status: 404 })
  await again.fails()
  expect(again.counts.reloads).toBe(0)
  const next = await open({ status: 404, build: 'index-2.js' })
  await next.fails()
  expect(next.counts.reloads).toBe(1)
})

test.each([
  `Failed to fetch dynamically imported module: ${chunk}`,
  `error loading dynamically imported module: ${chunk}`,
  `Unable to preload CSS for ${origin}/assets/list-abc.css`,
])('a browser that only says "%s" is understood', async (message) => {
  const page = await open({ status: 404 })
  await page.rejects(message)
  expect(page.counts.reloads).toBe(1)
})

test.each([
  ['reloads for code without a body', 1, 0, {}],
  ['does not ask for code that came', 0, 1_200, {}],
  ['does not ask for code of the cache', 0, 0, { cached: chunk }],
] as const)('a browser that tells no status %s', async (_, reloads, size, options) => {
  const page = await open({ status: 404, ...options })
  await page.loads(size)
  expect(page.counts.reloads).toBe(reloads)
})

test.each([
  ['without a network', 'offline', chunk],
  ['where the file is there', 200, chunk],
  ['while the server is away', 503, chunk],
  ['for a file of others', 404, 'https://other.test/assets/a-b.js'],
  ['for what is no code', 404, `${origin}/files/abc/foto.png`],
] as const)('a page does not reload %s', async (_, status, name) => {
  const page = await open({ status })
  await page.fails(name)
  expect(page.counts.reloads).toBe(0)
})

test.each([{ responseStatus: 404 }, { decodedBodySize: 0 }])('a question about a file leads to no further one (%o)', async (entry) => {
  const page = await open({ status: 404 })
  await page.isTold(entry)
  expect(page.questions()).toBe(0)
})

test('a page that can note nothing does not reload, because it could never stop', async () => {
  const page = await open({ status: 404 })
  vi.stubGlobal('sessionStorage', undefined)
  await page.fails()
  expect(page.counts.reloads).toBe(0)
})
