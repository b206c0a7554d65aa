import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json, openBrowser } from '#tests/support/test-browser.ts'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open() {
  const browser = openBrowser()
  const connection = await import('./connection.ts')
  connection.startConnection()
  return { browser, ...connection, state: () => connection.connectionStore.get() }
}

const lost = () => Promise.reject(new TypeError('no answer'))

test('a network that is up with a server that is not shows as unreachable', async () => {
  const { browser, reportUnreached, state } = await open()
  browser.answer(lost)
  reportUnreached()
  await vi.advanceTimersByTimeAsync(0)
  expect(state()).toBe('unreachable')
})

test('one lost request changes nothing when the server responds to the probe', async () => {
  const { browser, reportUnreached, state } = await open()
  reportUnreached()
  await vi.advanceTimersByTimeAsync(0)
  expect(browser.requests.map(({ url }) => url)).toEqual(['/health/live'])
  expect(state()).toBe('online')
})

test('the probe of a hidden page repeats with growing pauses until the server is back', async () => {
  const { browser, reportUnreached, state } = await open()
  Object.assign(document, { visibilityState: 'hidden' })
  browser.answer(lost)
  reportUnreached()
  await vi.advanceTimersByTimeAsync(20_000)
  const early = browser.requests.length
  await vi.advanceTimersByTimeAsync(20_000)
  expect(browser.requests.length - early).toBeLessThan(early)
  browser.answer(() => json({ status: 'ok' }))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state()).toBe('online')
})

test('a page that is looked at knows within three seconds that the server is back, however long it was gone', async () => {
  const { browser, reportUnreached, state } = await open()
  browser.answer(lost)
  reportUnreached()
  await vi.advanceTimersByTimeAsync(600_000)
  browser.answer(() => json({ status: 'ok' }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(state()).toBe('online')
})

test('the page of a captive portal does not count as the server', async () => {
  const { browser, probeNow, state } = await open()
  browser.answer(() => new Response('<html>Welcome to the hotel</html>'))
  await probeNow()
  expect(state()).toBe('unreachable')
})

test('the connection follows the browser: offline at once, online after a probe', async () => {
  const { browser, state } = await open()
  browser.setOnline(false)
  browser.fire('offline')
  expect(state()).toBe('offline')
  browser.setOnline(true)
  browser.fire('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(state()).toBe('online')
})

test('any response of the API proves the connection and notifies listeners', async () => {
  const { browser, onReached, probeNow, reportReached, state } = await open()
  browser.answer(lost)
  await probeNow()
  const listener = vi.fn()
  onReached(listener)
  reportReached()
  expect(state()).toBe('online')
  expect(listener).toHaveBeenCalledTimes(1)
})

const never = () => new Promise<Response>(() => undefined)

test('a page that comes back probes anew, because the probe under way when it was left may never end', async () => {
  const { browser, probeAnew, probeNow, state } = await open()
  browser.answer(lost)
  await probeNow()
  browser.answer(never)
  void probeNow()
  browser.answer(() => json({ status: 'ok' }))
  await probeNow()
  expect(state(), 'one probe at a time').toBe('unreachable')
  await probeAnew()
  expect(state()).toBe('online')
})

/** What becomes of a wait for the API, as seen by a read of the start. */
function follow(wait: Promise<never>) {
  const seen = { isGivenUp: false }
  wait.catch(() => {
    seen.isGivenUp = true
  })
  return seen
}

test('a read at the start is given up after 4 s in which the server says nothing to a question either', async () => {
  const { browser, unlessSilent } = await open()
  browser.answer(never)
  const wait = follow(unlessSilent(new Promise(() => undefined)))
  await vi.advanceTimersByTimeAsync(3_900)
  expect(wait.isGivenUp).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(wait.isGivenUp).toBe(true)
})

test('a read at the start is waited for while the server answers a question, and later always', async () => {
  const { browser, unlessSilent, probeNow } = await open()
  const slow = follow(unlessSilent(new Promise(() => undefined)))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(slow.isGivenUp).toBe(false)
  await probeNow()
  browser.answer(never)
  const read = new Promise<never>(() => undefined)
  expect(unlessSilent(read), 'a read that waits for nothing else').toBe(read)
  const later = follow(unlessSilent(read))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(later.isGivenUp).toBe(false)
})
