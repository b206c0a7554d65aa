import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TestEngineName, testEngineNames, testEngines } from '#tests/support/test-engines.ts'
import { findEngine, findInstallMenu, isPrivateWindow } from './browser.ts'

/** What `getDirectory` does: 'fine', the name of its error, or undefined where the browser has none. */
function openBrowser(
  name: TestEngineName,
  {
    directory,
    isStandalone = false,
    hasWorker = true,
    isSecure = true,
  }: {
    directory?: string
    isStandalone?: boolean
    hasWorker?: boolean
    isSecure?: boolean
  } = {},
) {
  const getDirectory = async () => {
    if (directory !== 'fine') throw new DOMException('', directory)
  }
  vi.stubGlobal('isSecureContext', isSecure)
  vi.stubGlobal('matchMedia', () => ({ matches: isStandalone }))
  vi.stubGlobal('navigator', {
    ...testEngines[name],
    storage: { ...(directory !== undefined && { getDirectory }) },
    ...(hasWorker && { serviceWorker: {} }),
  })
}

beforeEach(() => vi.useRealTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each<[TestEngineName, ReturnType<typeof findEngine>, ReturnType<typeof findInstallMenu>]>([
  ['Safari on an iPhone', 'ios', 'share'],
  ['Chrome on an iPhone', 'ios', 'share'],
  ['Firefox on an iPhone', 'ios', 'share'],
  ['Safari on an iPad', 'ios', 'share'],
  ['Safari on a Mac', 'safari', 'dock'],
  // Before macOS 14 there is no way to install.
  ['Safari 16 on a Mac', 'safari', null],
  ['Chrome on a Mac', 'other', null],
  ['Firefox on a Mac', 'firefox', null],
  ['Firefox on Windows', 'firefox', null],
  ['Firefox on Android', 'firefox', null],
  ['Firefox on a tablet', 'firefox', null],
  ['Chrome on Windows', 'other', null],
  ['Edge on Windows', 'other', null],
  ['Chrome on Android', 'other', null],
  ['Samsung Internet', 'other', null],
  ['WebKit on Linux', 'other', null],
])('%s is %s, and is installed by its menu: %s', (name, engine, menu) => {
  openBrowser(name)
  expect([findEngine(), findInstallMenu()]).toEqual([engine, menu])
  openBrowser(name, { isStandalone: true })
  expect([findEngine(), findInstallMenu()]).toEqual([engine, null])
})

test('every engine of the list was tried', () => {
  expect(testEngineNames.length).toBe(16)
})

const webKit = [
  'Safari on an iPhone',
  'Chrome on an iPhone',
  'Safari on an iPad',
  'Safari on a Mac',
  'WebKit on Linux',
] as const satisfies readonly TestEngineName[]
const firefox = [
  'Firefox on a Mac',
  'Firefox on Windows',
  'Firefox on Android',
  'Firefox on a tablet',
] as const satisfies readonly TestEngineName[]

test('a window is private only by what its own engine shows there, and no other trouble with storage is taken for it', async () => {
  for (const name of testEngineNames)
    for (const directory of ['fine', 'SecurityError', 'UnknownError', 'QuotaExceededError', 'NotAllowedError', 'TypeError', undefined]) {
      openBrowser(name, directory === undefined ? {} : { directory })
      const isPrivate =
        (directory === 'SecurityError' && firefox.some((each) => each === name)) ||
        (directory === 'UnknownError' && (webKit.some((each) => each === name) || /Safari 16|Firefox on an iPhone/.test(name)))
      expect([name, directory, await isPrivateWindow()]).toEqual([name, directory, isPrivate])
    }
})

test('a folder that WebKit could not make on a full disk is no private window', async () => {
  openBrowser('Safari on an iPhone', { directory: 'UnknownError' })
  vi.stubGlobal('indexedDB', {
    open: () => {
      const opening: { onerror?: () => void } = {}
      queueMicrotask(() => opening.onerror?.())
      return opening
    },
  })
  expect(await isPrivateWindow()).toBe(false)
})

test('an old Firefox has no worker in a private window; a page that is not secure has none anywhere', async () => {
  openBrowser('Firefox on Windows', { hasWorker: false })
  expect(await isPrivateWindow()).toBe(true)
  openBrowser('Firefox on Windows', { hasWorker: false, isSecure: false })
  expect(await isPrivateWindow()).toBe(false)
  openBrowser('Chrome on Windows', { hasWorker: false })
  expect(await isPrivateWindow()).toBe(false)
})

test('a browser that never answers is no private window', async () => {
  vi.useFakeTimers()
  openBrowser('Firefox on Windows')
  Object.assign(navigator.storage, { getDirectory: () => new Promise(() => undefined) })
  const answer = isPrivateWindow()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await answer).toBe(false)
})
