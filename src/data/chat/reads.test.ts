import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MessagePage } from '#contract/chat/messages.ts'
import { json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import { places, refOf, testMessages } from './test-chat.ts'

const room = refOf('room', 1)

async function open(newest = 50_000) {
  vi.resetModules()
  const browser = openBrowser({ jwt_access_token: testToken(4_000_000_000) })
  /** Serves messages from 1 on. */
  const serve = (newestPlace: number) =>
    browser.answer((url) => {
      const { pathname, searchParams } = new URL(url, 'https://console.test')
      if (pathname.includes('/page-chat/')) {
        const at = Number(pathname.slice(-6)) % 100_000
        return json({ messages: testMessages(1, at - 25, at + 25), older: true, newer: true } satisfies MessagePage)
      }
      const before = Number(searchParams.get('before') ?? newestPlace + 1)
      const after = Number(searchParams.get('after') ?? Math.max(0, before - 101))
      const messages = testMessages(1, after + 1, Math.min(before - 1, after + 100))
      return json({ messages, older: after > 0, newer: (messages.at(-1)?.place ?? 0) < newestPlace } satisfies MessagePage)
    })
  serve(newest)
  vi.doMock('./running.ts', () => ({ waitUntilStored: async () => undefined }))
  const [runs, memory, { connectionStore }, rooms, { toListQuery }, { queryClient }, { onlineCountOptions }] = await Promise.all([
    import('./runs.ts'),
    import('./memory.ts'),
    import('../api/connection.ts'),
    import('./rooms.ts'),
    import('./room-list.ts'),
    import('../query/query-client.ts'),
    import('./shift.ts'),
  ])
  const shown = () => places(memory.runsStore.get().get(room)?.messages ?? [])
  const run = () => memory.runsStore.get().get(room)
  const state = () => memory.runStates.get().get(room)
  const { runsStore } = memory
  return {
    ...runs,
    ...rooms,
    serve: (count = newest) => serve(count),
    runsStore,
    toListQuery,
    queryClient,
    onlineCountOptions,
    connectionStore,
    browser,
    shown,
    run,
    state,
  }
}

beforeEach(() => vi.stubGlobal('location', { origin: 'https://console.test' }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a room opens at its newest messages, and goes on to older ones page by page, without a gap', async () => {
  const app = await open()
  await app.openRun(room)
  expect([app.shown()[0], app.shown().at(-1), app.state()]).toEqual([49_901, 50_000, 'ready'])
  await Promise.all([app.extendRun(room, 'older'), app.extendRun(room, 'older')])
  expect(app.shown()).toEqual(places(testMessages(1, 49_801, 50_000)))
  expect(app.run()).toMatchObject({ older: true, newer: false })
  await app.extendRun(room, 'newer')
  expect(app.shown().length).toBe(200)
})

test('a jump shows the part around a message, from where one goes both ways, and back to the end', async () => {
  const app = await open()
  await app.openRun(room)
  expect(await app.jump(room, refOf('message', 100_000 + 600))).toBe(true)
  expect([app.shown()[0], app.shown().at(-1)]).toEqual([575, 625])
  await app.extendRun(room, 'newer')
  await app.extendRun(room, 'older')
  expect(app.shown()).toEqual(places(testMessages(1, 475, 725)))
  expect(app.run()).toMatchObject({ older: true, newer: true })
  await app.openRun(room)
  expect(app.shown().at(-1)).toBe(725)
  await app.showNewest(room)
  expect([app.shown().at(-1), app.run()?.newer]).toEqual([50_000, false])
})

test('a short room has no older messages', async () => {
  const app = await open(3)
  await app.openRun(room)
  expect([app.shown(), app.run()?.older]).toEqual([[1, 2, 3], false])
})

test('a room that cannot be read is shown empty; offline it is not', async () => {
  const app = await open()
  await app.openRun(room)
  app.browser.answer(() => Promise.reject(new TypeError('no line')))
  await app.openRun(room)
  expect([app.state(), app.shown().length]).toEqual(['offline', 100])
  expect(await app.jump(room, 'elsewhere')).toBe(false)
  app.connectionStore.set('online')
  app.browser.answer(() => json({ code: 'internal', message: 'Something wrong' }, 500))
  await app.openRun(room)
  expect([app.state(), app.shown().length]).toEqual(['error', 0])
  app.serve()
  const again = app.openRun(room)
  expect(app.state()).toBe('loading')
  await again
  expect([app.state(), app.shown().length]).toEqual(['ready', 100])
})

test('after a gap that cannot be told the room on the screen is whole again, and the others are read when they are opened', async () => {
  const app = await open(3)
  await app.openRun(refOf('room', 2))
  await app.openRun(room)
  app.serve(300)
  await app.readAgain()
  expect([app.shown()[0], app.shown().at(-1), app.run()]).toMatchObject([201, 300, { older: true, newer: false }])
  expect([...app.runsStore.get().keys()]).toEqual([room])
})

test('the list is retried five times, a second apart; a refusal is not retried', async () => {
  vi.useFakeTimers()
  const app = await open()
  app.browser.answer(() => json({ code: 'internal', message: 'Something wrong' }, 500))
  const asked = () => app.browser.requests.filter(({ url }) => url.startsWith('/crm/in/v1/chat-platform')).length
  const list = app.toListQuery({ page: 1, size: 20 })
  const end = app.queryClient.fetchQuery(app.roomListOptions(list)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  for (let times = 1; times <= 6; times++) {
    expect(asked()).toBe(times)
    await vi.advanceTimersByTimeAsync(999)
    expect(asked()).toBe(times)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(await end).toMatchObject({ status: 500 })
  expect(asked()).toBe(6)
  app.browser.answer(() => json({ code: 'forbidden', message: 'No' }, 403))
  await app.queryClient.fetchQuery(app.roomListOptions({ ...list, page: 2 })).catch(() => undefined)
  expect(asked()).toBe(7)
})

test('the number of people on shift is polled every 60 s', async () => {
  const app = await open()
  app.browser.answer(() => json({ num_online: 3 }))
  expect(await app.queryClient.fetchQuery(app.onlineCountOptions)).toEqual({ num_online: 3 })
  expect(app.browser.requests.at(-1)?.url).toBe('/crm/in/v1/sales-shift/count')
  // Without a window nothing polls.
  expect(app.onlineCountOptions.refetchInterval).toBe(60_000)
})
