import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cachedPicture, isPicture } from './pictures.ts'

const origin = 'https://console.test'
let cached: Map<string, Response>
let online: boolean
let fetched: number

beforeEach(() => {
  cached = new Map()
  online = true
  fetched = 0
  const cache = {
    match: async (key: string | { url: string }) => cached.get(typeof key === 'string' ? key : key.url)?.clone(),
    put: async (key: string, response: Response) => void cached.set(key, response),
    keys: async () => [...cached.keys()].map((url) => ({ url })),
    delete: async (key: { url: string }) => cached.delete(key.url),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!online) throw new TypeError('no network')
    fetched += 1
    return Object.defineProperty(new Response(`of ${request.url}`), 'type', { value: 'basic' })
  })
})
afterEach(() => vi.unstubAllGlobals())

const address = (query: Record<string, string>) => `${origin}/image-loader?${new URLSearchParams({ url: '/files/a/a.png', ...query })}`
const show = async (url: string) => (await cachedPicture({ request: new Request(url) })).text()

it('isPicture accepts pictures of the image loader and stored files', () => {
  const request = Object.defineProperty(new Request(origin), 'destination', { value: 'image' })
  const takes = (path: string) => isPicture({ request, url: new URL(path, origin), sameOrigin: true })
  expect(['/image-loader?url=x', '/files/a/a.png', '/icons/a.png'].map(takes)).toEqual([true, true, false])
})

it('cachedPicture shares a picture between sessions, and returns another size offline', async () => {
  await show(address({ w: '96', key: 'one' }))
  expect(await show(address({ w: '96', key: 'two' }))).toContain('key=one')
  expect(fetched).toBe(1)
  online = false
  expect(await show(address({ w: '96', key: 'two' }))).toContain('key=one')
  expect(await show(address({ w: '640', key: 'two' }))).toContain('w=96')
  await expect(show(`${origin}/image-loader?url=other`)).rejects.toThrow('no network')
})
