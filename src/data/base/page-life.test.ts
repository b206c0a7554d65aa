import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: 1_000_000, toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page with a listener for each event; `read` is what they were news since the last look. */
async function openPage() {
  const browser = openBrowser()
  const life = await import('./page-life.ts')
  const news: string[] = []
  life.onLeave(() => news.push('leave'))
  life.onReturn(() => news.push('return'))
  life.onRest(() => news.push('rest'))
  life.onWake(({ sleptMs, networkIsBack }) => news.push(`wake ${Math.round(sleptMs / 1_000)}${networkIsBack ? ' online' : ''}`))
  const see = (visibilityState: 'visible' | 'hidden', isTold = true) => {
    Object.assign(document, { visibilityState })
    if (isTold) browser.fire('visibilitychange')
  }
  /** The clock goes on, and no timer is called: the page, or the whole device, is suspended. */
  const suspend = (ms: number) => vi.setSystemTime(Date.now() + ms)
  return { ...life, fire: browser.fire, see, suspend, read: () => news.splice(0) }
}

test('a page that is left rests first, and returns before it wakes; leaving twice is news once', async () => {
  const page = await openPage()
  page.fire('pagehide', { persisted: true })
  page.see('hidden')
  expect([page.read(), page.isAway(), page.isResting()]).toEqual([['rest', 'leave'], true, true])
  // What the browser still sends is no return.
  page.fire('focus')
  page.fire('online')
  expect(page.read()).toEqual([])
  page.suspend(7_200_000)
  page.see('visible')
  page.fire('pageshow', { persisted: true })
  page.fire('focus')
  expect([page.read(), page.isAway(), page.isResting()]).toEqual([['return', 'wake 7200', 'wake 0'], false, false])
})

test.for([
  ['is hidden and seen again', ['visibilitychange'], ['visibilitychange']],
  ['is frozen and goes on', ['freeze'], ['resume']],
  ['is frozen and only focused', ['freeze'], ['focus']],
  ['is frozen and only shown', ['freeze'], ['pageshow']],
] as const)('a page that %s rests once and wakes with how long it slept', async ([, begins, ends]) => {
  const page = await openPage()
  if (begins[0] === 'visibilitychange') page.see('hidden', false)
  for (const event of [...begins, ...begins]) page.fire(event)
  page.suspend(45_000)
  page.see('visible', false)
  for (const event of ends) page.fire(event)
  expect(page.read()).toEqual(['rest', 'wake 45'])
})

test('a network that is back is news to hidden pages, too, and wakes none', async () => {
  const page = await openPage()
  page.see('hidden')
  page.read()
  page.fire('online')
  expect([page.read(), page.isResting()]).toEqual([['wake 0 online'], true])
})

test('a page that nobody news anything notices that it slept, and that it is seen', async () => {
  const page = await openPage()
  vi.advanceTimersByTime(60_000)
  expect(page.read()).toEqual([])
  page.suspend(120_000)
  vi.advanceTimersByTime(5_000)
  expect(page.read()).toEqual(['wake 125'])
  page.see('hidden')
  vi.advanceTimersByTime(20_000)
  page.see('visible', false)
  vi.advanceTimersByTime(5_000)
  expect(page.read()).toEqual(['rest', 'wake 25'])
})

test('a hidden page is not woken by its timers, which browsers slow down', async () => {
  const page = await openPage()
  page.see('hidden')
  page.read()
  for (let minute = 0; minute < 5; minute++) {
    page.suspend(60_000)
    vi.advanceTimersByTime(5_000)
  }
  expect(page.read()).toEqual([])
})

test('either clock tells of a sleep: the monotonic one may stand still, the other one be set back', async () => {
  const page = await openPage()
  vi.spyOn(performance, 'now').mockReturnValue(0)
  vi.advanceTimersByTime(5_000)
  page.suspend(40_000)
  vi.advanceTimersByTime(5_000)
  expect(page.read()).toEqual(['wake 45'])
  vi.mocked(performance.now).mockReturnValue(90_000)
  page.suspend(-7_200_000)
  page.fire('focus')
  expect(page.read()).toEqual(['wake 90'])
})

test('a holder that fails keeps no other from its end', async () => {
  const page = await openPage()
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const stop = page.onLeave(() => {
    throw new Error('no')
  })
  const other = vi.fn()
  page.onLeave(other)
  page.fire('pagehide')
  expect([other.mock.calls.length, reported.mock.calls.length]).toEqual([1, 1])
  stop()
  page.fire('pageshow')
  page.fire('pagehide')
  expect([other.mock.calls.length, reported.mock.calls.length]).toEqual([2, 1])
})
