import { afterEach, expect, test, vi } from 'vitest'
import { json, openBrowser } from '#tests/support/test-browser.ts'

afterEach(() => vi.unstubAllGlobals())

async function open(up: boolean, network = true) {
  vi.resetModules()
  const browser = openBrowser()
  browser.setOnline(network)
  browser.answer(() => (up ? json({ status: 'ok' }) : Promise.reject(new TypeError('no line'))))
  const [{ tryAgain }, { messageStore }, { connectionStore }] = await Promise.all([
    import('./try-again.ts'),
    import('../base/messages.ts'),
    import('../api/connection.ts'),
  ])
  connectionStore.set('unreachable')
  const work = vi.fn()
  await tryAgain(work)
  return { done: work.mock.calls.length, notified: messageStore.get().map(({ kind, message }) => [kind, message]) }
}

test("'Try again' asks the server anew, and says so when it still does not answer", async () => {
  expect(await open(true)).toEqual({ done: 1, notified: [] })
  expect(await open(false)).toEqual({ done: 0, notified: [['error', 'connection.silent']] })
  expect(await open(false, false)).toEqual({ done: 0, notified: [['error', 'connection.none']] })
})
