import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'

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
