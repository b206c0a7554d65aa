import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configFromNetwork, readConfig } from './config.ts'
import { openCaches, type TestCaches } from './test-caches.ts'

let caches: TestCaches
let answer: (signal: AbortSignal) => Promise<Response>
const config = (main: string) => Response.json({ hosts: { main, backend: '', websocket: '', imageLoader: '' } })

beforeEach(() => {
  caches = openCaches()
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => answer(signal))
})
afterEach(() => vi.unstubAllGlobals())

const mainHost = async () => (await readConfig()).hosts.main

test.each(['isFull', 'isBroken'] as const)('the hosts come from the network where the cache %s', async (fault) => {
  caches[fault] = true
  answer = async () => config('https://api.test')
  expect(await mainHost()).toBe('https://api.test')
})

test.each([
  ['without a network', () => Promise.reject(new TypeError('no network'))],
  [
    'where the body never comes',
    async (signal: AbortSignal) => new Response(new ReadableStream({ pull: (stream) => stream.error(signal.reason) })),
  ],
] as const)('the last copy is used %s', async (_, failing) => {
  answer = async () => config('https://kept.test')
  await configFromNetwork()
  const silence = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(silence.signal)
  answer = failing
  const asked = mainHost()
  silence.abort(new DOMException('No answer', 'TimeoutError'))
  expect(await asked).toBe('https://kept.test')
  vi.restoreAllMocks()
})
