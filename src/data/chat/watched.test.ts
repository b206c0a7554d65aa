import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let locks: string[]
let page: EventTarget & { visibilityState: string }

/** Another tab of the browser, with shared locks. */
async function tab(visibilityState: 'visible' | 'hidden') {
  vi.resetModules()
  page = Object.assign(new EventTarget(), { visibilityState })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  return { ...(await import('./watched.ts')), page }
}

const look = (at: typeof page, visibilityState: 'visible' | 'hidden') => {
  at.visibilityState = visibilityState
  at.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  locks = []
  vi.useFakeTimers()
  vi.stubGlobal('navigator', {
    locks: {
      query: async () => ({ held: locks.map((name) => ({ name })) }),
      request: async (name: string, { signal }: { signal: AbortSignal }, work: () => unknown) => {
        locks.push(name)
        signal.addEventListener('abort', () => locks.splice(locks.indexOf(name), 1))
        return work()
      },
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a tab that is hidden goes on while the person looks at another one of theirs', async () => {
  const worked = await tab('visible')
  const ending = new AbortController()
  worked.holdWhileWatched('o1', ending.signal)
  const hidden = await tab('hidden')
  const [own, others] = [vi.fn(), vi.fn()]
  void hidden.watched('o1', () => false).then(own)
  void hidden.watched('o2', () => false).then(others)
  await vi.advanceTimersByTimeAsync(0)
  expect([own.mock.calls.length, others.mock.calls.length]).toEqual([1, 0])
  ending.abort()
  expect(locks).toEqual([])
})

test('watched waits while no tab is viewed, and resolves when the tab itself is', async () => {
  const { watched, holdWhileWatched, page: own } = await tab('hidden')
  holdWhileWatched('o1', new AbortController().signal)
  const seen = vi.fn()
  void watched('o1', () => false).then(seen)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([seen.mock.calls.length, locks.length]).toEqual([0, 0])
  look(own, 'visible')
  await vi.advanceTimersByTimeAsync(0)
  expect([seen.mock.calls.length, locks.length]).toEqual([1, 1])
  look(own, 'hidden')
  expect(locks).toEqual([])
})

test('watched ends after signing out', async () => {
  const { watched } = await tab('hidden')
  let isOver = false
  const seen = vi.fn()
  void watched('o1', () => isOver).then(seen)
  await vi.advanceTimersByTimeAsync(5_000)
  isOver = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen).toHaveBeenCalledTimes(1)
})
