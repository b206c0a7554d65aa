import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a start goes on with the copy of the device where the configuration never comes', async () => {
  vi.resetModules()
  openBrowser({ 'lapangan-config': JSON.stringify({ hosts: { main: 'https://kept.test', backend: '', websocket: '', imageLoader: '' } }) })
  const silence = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(silence.signal)
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const { loadConfig } = await import('./config.ts')
  const loaded = loadConfig()
  silence.abort()
  expect((await loaded).hosts.main).toBe('https://kept.test')
  expect(timeout).toHaveBeenCalledWith(4_000)
})
