import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openCaches, type TestCaches, testFile, testOrigin } from './test-caches.ts'

let caches: TestCaches
let online: boolean
let fetched: number
/** Bytes of a picture that is longer than its address. */
let size: number

beforeEach(() => {
  vi.resetModules()
  caches = openCaches()
  online = true
  fetched = 0
  size = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!online) throw new TypeError('no network')
    fetched += 1
    return testFile(size ? new Uint8Array(size) : `of ${request.url}`, 'image/png')
  })
})
afterEach(() => vi.unstubAllGlobals())

const address = (query: Record<string, string>) => `${testOrigin}/image-loader?${new URLSearchParams({ url: '/files/a/a.png', ...query })}`
async function show(url: string): Promise<string> {
  const { cachedPicture } = await import('./pictures.ts')
  const work: Promise<unknown>[] = []
  const event = { waitUntil: (each: Promise<unknown>) => work.push(each) }
  const response = await cachedPicture({ request: new Request(url), event })
  await Promise.all(work)
  return response.text()
}
const numbered = (at: number) => `${testOrigin}/files/a/${at}.png`
const stored = () => [...caches.of('pictures').keys()].map((url) => Number(/(\d+)\.png/.exec(url)?.[1]))

it('isPicture accepts pictures of the image loader and stored files', async () => {
  const { isPicture } = await import('./pictures.ts')
  const request = Object.defineProperty(new Request(testOrigin), 'destination', { value: 'image' })
  const takes = (path: string) => isPicture({ request, url: new URL(path, testOrigin), sameOrigin: true })
  expect(['/image-loader?url=x', '/files/a/a.png', '/icons/a.png'].map(takes)).toEqual([true, true, false])
})

it('cachedPicture shares a picture between sessions, and returns another size offline', async () => {
  await show(address({ w: '96', key: 'one' }))
  expect(await show(address({ w: '96', key: 'two' }))).toContain('key=one')
  expect(fetched).toBe(1)
  online = false
  expect(await show(address({ w: '96', key: 'two' }))).toContain('key=one')
  expect(await show(address({ w: '640', key: 'two' }))).toContain('w=96')
  await expect(show(`${testOrigin}/image-loader?url=other`)).rejects.toThrow('no network')
})

it('pictures take 20 MB at most; the least recently used go, also those used before the worker was stopped', async () => {
  size = 3_000_000
  for (const at of [1, 2, 3, 4, 5, 6]) await show(numbered(at))
  expect(stored()).toEqual([1, 2, 3, 4, 5, 6])
  await show(numbered(1))
  vi.resetModules()
  await show(numbered(7))
  expect(stored()).toEqual([3, 4, 5, 6, 1, 7])
  size = 5_000_000
  await show(numbered(8))
  expect(stored()).toEqual([3, 4, 5, 6, 1, 7])
})

it('a picture is shown on a full device, which then keeps none, and where no cache opens', async () => {
  await show(numbered(1))
  caches.isFull = true
  expect(await show(numbered(2))).toContain('2.png')
  expect(stored()).toEqual([])
  caches.isBroken = true
  expect(await show(numbered(3))).toContain('3.png')
})
