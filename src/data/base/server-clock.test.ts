import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSource, sourceFiles } from '#tests/support/imports.ts'
import { openBrowser, testToken } from '#tests/support/test-browser.ts'

const at = (ms: number) => new Date(ms).toUTCString()
const open = async () => {
  vi.resetModules()
  return import('./server-clock.ts')
}

beforeEach(() => {
  openBrowser({})
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('serverNow corrects a clock that is a day off by the next response, and stays correct offline', async () => {
  const { updateServerTime, serverNow } = await open()
  const day = 86_400_000
  updateServerTime(at(Date.now() - day))
  expect(serverNow()).toBe(Date.now() - day)
  expect((await open()).serverNow()).toBe(Date.now() - day)
  updateServerTime(at(Date.now()))
  expect(serverNow()).toBe(Date.now())
})

test('latency does not move serverNow, nor does a response without a date', async () => {
  const { updateServerTime, serverNow } = await open()
  for (const date of [at(Date.now() - 20_000), null, 'yesterday']) updateServerTime(date)
  expect(serverNow()).toBe(Date.now())
})

test('on a clock that is weeks off a session lasts as long as the server says', async () => {
  const weeks = 21 * 86_400_000
  for (const [offset, lasts, status] of [
    [-weeks, 3_600, 'signed-in'],
    [weeks, -3_600, 'guest'],
  ] as const) {
    const serverTime = Date.now() + offset
    const user = { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' }
    openBrowser({
      'lapangan-clock': String(offset),
      jwt_access_token: testToken(Math.floor(serverTime / 1_000) + lasts),
      'lapangan-session': JSON.stringify({ roles: [], permissions: [], roleRead: [], user }),
    })
    vi.resetModules()
    const { startSession, sessionStore } = await import('../api/session.ts')
    startSession()
    expect(sessionStore.get().status).toBe(status)
  }
})

/** Where the device's own clock is right: spans that it measured itself, names of files, and what is only shown as its own. */
const ownClock: Readonly<Record<string, string>> = {
  'src/data/base/page-life.ts': 'how long this device slept, by its own clocks',
  'src/data/base/server-clock.ts': 'the difference is measured here',
  'src/data/cache/cache-client.ts': 'the difference goes to the worker',
  'src/data/cache-worker/host.ts': 'the worker adds the difference',
  'src/data/cache-worker/row-index.ts': 'of tests alone; the worker gives its own',
  'src/data/cache-worker/area-host.ts': 'when this device pulled, for a span since then',
  'src/data/cache-worker/pull.ts': 'when this device pulled, for a span since then',
  'src/data/cache/draft-files.ts': 'order of drafts of this device',
  'src/data/chat/room-draft.ts': 'order of drafts of this device',
  'src/data/chat/socket.ts': 'a span of this page',
  'src/data/door/pull-door.ts': 'when this device pulled, for a span since then',
  'src/data/jobs/follow.ts': 'a span of this page',
  'src/data/query/keep-reads.ts': 'age of a copy that this device made',
  'src/data/query/query-client.ts': 'age of a copy that this device made',
  'src/data/start/service-worker.ts': 'when a new version was last asked for, by this device',
  'src/data/start/sync.ts': 'a span of this page',
  'src/data/uploads/video-uploads.ts': 'a span of this page',
  'src/data/outbox/row/make-row.ts': 'shown as the time of this device',
  'src/data/writes/page-runner.ts': 'pauses between attempts of this device',
  'src/kit/voice/use-recorder.ts': 'name of a file',
  'src/reports/activity/export-history.tsx': 'age of a copy that this device made',
  'src/reports/report-states.tsx': 'age of a copy that this device made',
  'src/shell/device/device-screen.tsx': 'a report about this device',
  'src/shell/memory/memory-banner.tsx': 'age of a change, whose time is of this device',
  'src/shell/memory/memory-notice.tsx': 'age of a change, whose time is of this device',
  'src/shell/memory/save-outbox.ts': 'name of a file',
}

test('whatever is judged by a day or an hour goes by the clock of the server', () => {
  const using = sourceFiles.filter((path) => path.startsWith('src/') && /\bnew Date\(\)|\bDate\.now\(\)/.test(readSource(path)))
  expect(using.sort()).toEqual(Object.keys(ownClock).sort())
})
