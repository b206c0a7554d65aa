// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '#console/data/api/connection.ts'
import { messageStore } from '#console/data/base/messages.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { memoryStore } from '#console/data/start/browser-memory.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { type TestEngineName, testEngines } from '#tests/support/test-engines.ts'
import { testRow } from '#tests/support/test-row.ts'
import { MemoryBanner } from './memory-banner.tsx'

vi.mock('../base/path-link.tsx', () => ({ PathLink: () => null }))

const page = globalThis.navigator
let root: Root | null = null
let persist: ReturnType<typeof vi.fn<() => Promise<boolean>>>
let permission: PermissionState

function openEngine(name: TestEngineName): void {
  permission = 'prompt'
  persist = vi.fn(async () => false)
  vi.stubGlobal('navigator', {
    ...testEngines[name],
    serviceWorker: {},
    onLine: page.onLine,
    permissions: { query: async () => ({ state: permission }) },
    storage: { getDirectory: async () => ({}), persist, persisted: async () => permission === 'granted' },
  })
}

const wait = (createdAt = Date.now()) => outboxStore.set({ rows: [testRow({ seq: 1, createdAt })], ready: true, settled: [] })
const text = () => document.body.textContent ?? ''

async function draw(): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root?.render(<MemoryBanner />))
  await act(async () => vi.waitFor(() => expect(memoryStore.get()).not.toBeNull()))
}

async function press(words: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)
  if (!button) throw new Error(`no button says ${words} in: ${text()}`)
  await act(async () => button.click())
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['memory', 'device', 'preferences'])
})
beforeEach(() => {
  localStorage.clear()
  messageStore.set([])
  memoryStore.set(null)
  connectionStore.set('offline')
})
afterEach(() => {
  act(() => root?.unmount())
  outboxStore.set({ rows: [], ready: true, settled: [] })
})

it('Firefox is asked by a press on our own words, once the first thing waits, and its yes is told', async () => {
  openEngine('Firefox on Windows')
  await draw()
  expect(text()).toBe('')
  await act(async () => wait())
  expect(text()).toContain('Keep what you save on this laptop')
  expect(persist).not.toHaveBeenCalled()
  persist.mockImplementation(async () => {
    permission = 'granted'
    return true
  })
  await press('Keep it')
  expect(persist).toHaveBeenCalledTimes(1)
  expect(text()).toBe('')
  expect(messageStore.get().map((each) => each.text)).toEqual(['Firefox will not delete it when there is little room.'])
})

it.each([
  ['Not now', 0],
  ['Keep it', 1],
])('the question does not come back after %s, whatever Firefox was told', async (words, calls) => {
  openEngine('Firefox on Android')
  wait()
  await draw()
  expect(text()).toContain('Keep what you save on this phone')
  await press(words)
  expect(persist).toHaveBeenCalledTimes(calls)
  expect(text()).toBe('')
  act(() => root?.unmount())
  await draw()
  expect(text()).toBe('')
  expect(persist).toHaveBeenCalledTimes(calls)
})

it.each<TestEngineName>(['Chrome on Windows', 'Edge on Windows', 'Safari on a Mac', 'Safari on an iPhone', 'Chrome on Android'])(
  '%s decides in silence: it is asked once, with the first change, without words',
  async (name) => {
    openEngine(name)
    await draw()
    expect(persist).not.toHaveBeenCalled()
    await act(async () => wait())
    await act(async () => outboxStore.set((old) => ({ ...old, rows: [...old.rows, testRow({ seq: 2, createdAt: Date.now() })] })))
    expect(persist).toHaveBeenCalledTimes(1)
    expect(text()).toBe('')
  },
)

it('a private window says that it forgets, and asks for nothing', async () => {
  openEngine('Firefox on Windows')
  memoryStore.set(null)
  wait()
  const refuse = async () => {
    throw new DOMException('', 'SecurityError')
  }
  Object.assign(navigator.storage, { getDirectory: refuse })
  vi.resetModules()
  const { MemoryBanner: Fresh } = await import('./memory-banner.tsx')
  const i18n = await import('#console/i18n/i18n.ts')
  await i18n.setLocale('en')
  await i18n.loadMessages(['memory', 'preferences'])
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root?.render(<Fresh />))
  await act(async () => vi.waitFor(() => expect(text()).toContain('This window forgets everything when it is closed.')))
  await press('I understand')
  expect(text()).toBe('')
  expect(persist).not.toHaveBeenCalled()
})

it('what waits for more than a day is told until tomorrow, with a way to save it', async () => {
  openEngine('Chrome on Windows')
  wait(Date.now() - 25 * 3_600_000)
  await draw()
  expect(text()).toContain('1 change has waited here for more than a day, and this browser may forget it. Connect to a network to send')
  expect(text()).toContain('Save the file')
  await act(async () => connectionStore.set('online'))
  expect(text()).toContain('Send now')
  await press('Ask again tomorrow')
  expect(text()).toBe('')
})
