import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSource, sourceFiles } from '#tests/support/imports.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import { type TestEngineName, testEngineNames, testEngines } from '#tests/support/test-engines.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { Engine } from '../base/browser.ts'
import {
  answerNotice,
  asksPerson,
  type BrowserMemory,
  canAsk,
  findNotice,
  holdsDraft,
  type MemoryNotice,
  spanOf,
} from './browser-memory.ts'

const now = Date.parse('2026-11-28T08:00:00Z')
const hour = 3_600_000
const fresh = testRow({ seq: 1, createdAt: now - hour })
const parked = testRow({ seq: 2, createdAt: now - hour, state: 'parked', reason: 'rejected' })
const old = testRow({ seq: 3, createdAt: now - 25 * hour })
const memory = (values: Partial<BrowserMemory> = {}): BrowserMemory => ({
  engine: 'other',
  isInstalled: false,
  isPrivate: false,
  persisted: false,
  permission: 'prompt',
  ...values,
})

let storage: Map<string, string>
beforeEach(() => {
  ;({ storage } = openBrowser())
})
afterEach(() => vi.unstubAllGlobals())

const engines = ['ios', 'safari', 'firefox', 'other'] as const satisfies readonly Engine[]

test('how long a browser remembers, for every engine, installed or not, private or not, promised or not', () => {
  for (const engine of engines)
    for (const isInstalled of [false, true])
      for (const isPrivate of [false, true])
        for (const persisted of [false, true, null]) {
          const isSafari = engine === 'ios' || engine === 'safari'
          const span = isPrivate ? 'window' : isSafari && !isInstalled ? 'week' : persisted ? 'kept' : 'room'
          const which = { engine, isInstalled, isPrivate, persisted }
          expect([which, spanOf(memory(which))]).toEqual([which, span])
        }
})

/** Opens an engine whose storage counts what it is asked. */
async function openEngine(name: TestEngineName, isGranted = false) {
  vi.resetModules()
  openBrowser()
  const asked = { persist: 0, persisted: 0 }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('navigator', {
    ...testEngines[name],
    serviceWorker: {},
    permissions: {
      query: async () => {
        if (testEngines[name].vendor.startsWith('Apple')) throw new TypeError('Type error')
        return { state: asked.persist && isGranted ? 'granted' : 'prompt' }
      },
    },
    storage: {
      getDirectory: async () => ({}),
      persist: async () => {
        asked.persist += 1
        return isGranted
      },
      persisted: async () => {
        asked.persisted += 1
        return asked.persist > 0 && isGranted
      },
    },
  })
  return { asked, ...(await import('./browser-memory.ts')) }
}

test('reading what a browser remembers asks no engine for permanent storage', async () => {
  for (const name of testEngineNames) {
    const { asked, readMemory } = await openEngine(name)
    const read = await readMemory()
    expect([name, asked.persist, read.persisted, read.isPrivate]).toEqual([name, 0, false, false])
    expect([name, read.permission]).toEqual([name, testEngines[name].vendor.startsWith('Apple') ? null : 'prompt'])
    expect([name, asksPerson(read)]).toEqual([name, /^Firefox on (?!an iPhone)/.test(name)])
  }
})

test('what was granted is known without another read', async () => {
  const { memoryStore, requestPersistence } = await openEngine('Firefox on Windows', true)
  expect(await requestPersistence()).toBe(true)
  expect(memoryStore.get()).toMatchObject({ persisted: true, permission: 'granted' })
})

test('a browser without the API of storage says nothing and is asked nothing', async () => {
  const { readMemory, requestPersistence } = await openEngine('Safari 16 on a Mac')
  Object.assign(navigator, { storage: undefined, permissions: undefined })
  expect(await readMemory()).toMatchObject({ persisted: null, permission: null, isPrivate: false })
  expect(await requestPersistence()).toBe(false)
})

const situation = { memory: memory(), rows: [fresh], hasDraft: false, isOnline: false, now }

test.each<[string, Partial<Parameters<typeof findNotice>[0]>, MemoryNotice | null]>([
  ['nothing waits in Firefox', { memory: memory({ engine: 'firefox' }), rows: [] }, null],
  ['something waits in Firefox offline', { memory: memory({ engine: 'firefox' }) }, 'ask'],
  ['something is being sent from Firefox', { memory: memory({ engine: 'firefox' }), isOnline: true }, null],
  ['something needs the person in Firefox', { memory: memory({ engine: 'firefox' }), rows: [parked], isOnline: true }, 'ask'],
  ['something is typed in Firefox offline', { memory: memory({ engine: 'firefox' }), rows: [], hasDraft: true }, 'ask'],
  ['something is typed in Firefox online', { memory: memory({ engine: 'firefox' }), rows: [], hasDraft: true, isOnline: true }, null],
  ['Firefox keeps it', { memory: memory({ engine: 'firefox', persisted: true, permission: 'granted' }) }, null],
  ['Firefox was told not to', { memory: memory({ engine: 'firefox', permission: 'denied' }) }, null],
  ['Firefox has no answer', { memory: memory({ engine: 'firefox', persisted: null }) }, null],
  ['something waits in Chromium', {}, null],
  ['something waits in Safari', { memory: memory({ engine: 'ios', permission: null }) }, null],
  ['something old waits in Safari', { memory: memory({ engine: 'ios' }), rows: [fresh, old] }, 'old'],
  ['something old waits in Chromium', { rows: [old] }, 'old'],
  ['something old waits in Firefox', { memory: memory({ engine: 'firefox' }), rows: [old] }, 'old'],
  ['something old waits where it is kept', { memory: memory({ persisted: true }), rows: [old] }, null],
  ['a private window', { memory: memory({ engine: 'firefox', isPrivate: true }), rows: [] }, 'window'],
])('above the screens: %s', (_, changed, notice) => {
  expect(findNotice({ ...situation, ...changed })).toBe(notice)
})

test('the question and the words of a private window come once, those of old changes again on the next day', () => {
  const firefox = { ...situation, memory: memory({ engine: 'firefox' }) }
  answerNotice('ask', now)
  expect(findNotice({ ...firefox, now: now + 30 * 24 * hour, rows: [{ ...fresh, createdAt: now + 30 * 24 * hour }] })).toBe(null)
  const private_ = { ...situation, memory: memory({ isPrivate: true }) }
  answerNotice('window', now)
  expect(findNotice(private_)).toBe(null)
  const late = { ...situation, rows: [old] }
  answerNotice('old', now)
  expect(findNotice({ ...late, now: now + 23 * hour })).toBe(null)
  expect(findNotice({ ...late, now: now + 25 * hour })).toBe('old')
})

test('a draft is what a form or a room holds', () => {
  Object.defineProperty(globalThis, 'localStorage', { value: { lapangan: '1' }, configurable: true })
  expect(holdsDraft()).toBe(false)
  Object.defineProperty(globalThis, 'localStorage', { value: { 'draft:7:chat/1': '{}' }, configurable: true })
  expect(holdsDraft()).toBe(true)
  expect(storage.size).toBe(0)
})

test('only Firefox is asked by a press, and only while an answer is open', () => {
  for (const engine of engines)
    for (const permission of ['prompt', 'granted', 'denied', null] as const)
      for (const isPrivate of [false, true])
        expect([engine, permission, isPrivate, canAsk(memory({ engine, permission, isPrivate }))]).toEqual([
          engine,
          permission,
          isPrivate,
          engine === 'firefox' && !isPrivate && permission !== 'denied',
        ])
})

test('permanent storage is asked for in one place, which a press or a saved change reaches', () => {
  const using = (pattern: RegExp) =>
    sourceFiles.filter((path) => path.startsWith('src/') && !path.includes('.test.') && pattern.test(readSource(path)))
  expect(using(/storage\??\.persist\b/)).toEqual(['src/data/start/browser-memory.ts'])
  expect(using(/\brequestPersistence\(/).sort()).toEqual([
    'src/data/start/browser-memory.ts',
    'src/shell/device/device-screen.tsx',
    'src/shell/memory/memory-banner.tsx',
  ])
})
