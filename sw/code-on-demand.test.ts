import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cachedCode, isCodeOnDemand } from './code-on-demand.ts'

const origin = 'https://console.test'
let cached: Map<string, Response>
let fetched: number

beforeEach(() => {
  cached = new Map()
  fetched = 0
  const cache = {
    match: async (key: string) => cached.get(key)?.clone(),
    put: async (key: string, response: Response) => void cached.set(key, response),
    keys: async () => [...cached.keys()].map((url) => ({ url })),
    delete: async (key: { url: string }) => cached.delete(key.url),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', async (request: Request) => {
    fetched += 1
    return Object.defineProperty(new Response(`of ${request.url}`), 'type', { value: 'basic' })
  })
})
afterEach(() => vi.unstubAllGlobals())

const load = async (path: string) => (await cachedCode({ request: new Request(origin + path) })).text()

it('isCodeOnDemand accepts the reader of QR codes of this origin, and no other code', () => {
  const takes = (path: string, sameOrigin = true) => isCodeOnDemand({ url: new URL(path, origin), sameOrigin })
  expect(takes('/assets/decode-ARW2_mk-M.js')).toBe(true)
  expect(takes('/assets/first-ARW2UmkM.js')).toBe(false)
  expect(takes('/assets/decode-ARW2UmkM.js', false)).toBe(false)
})

it('cachedCode fetches a version once, and drops the former one', async () => {
  await load('/assets/decode-a.js')
  expect(await load('/assets/decode-a.js')).toContain('decode-a')
  expect(fetched).toBe(1)
  await load('/assets/decode-b.js')
  expect([...cached.keys()]).toEqual([`${origin}/assets/decode-b.js`])
})
