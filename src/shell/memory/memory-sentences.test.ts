import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findEngine } from '#console/data/base/browser.ts'
import type { BrowserMemory } from '#console/data/start/browser-memory.ts'
import { loadMessages, setLocale, t } from '#console/i18n/i18n.ts'
import { locales } from '#console/i18n/locales.ts'
import { type TestEngineName, testEngineNames, testEngines } from '#tests/support/test-engines.ts'
import { testRow } from '#tests/support/test-row.ts'
import { askTitle, mayRequest, memorySentences, protectionSentence, refusedSentence } from './memory-sentences.ts'

const now = Date.parse('2026-11-28T08:00:00Z')
const hour = 3_600_000
const fresh = testRow({ seq: 1, createdAt: now - hour })
const old = testRow({ seq: 2, createdAt: now - 25 * hour })
const parked = testRow({ seq: 3, createdAt: now - 25 * hour, state: 'parked', reason: 'rejected' })
const waiting = { none: [], fresh: [fresh], old: [fresh, old], parked: [parked] }

interface Case {
  name: TestEngineName
  memory: BrowserMemory
  rows: (typeof waiting)[keyof typeof waiting]
  isOnline: boolean
}

function openCase({ name, memory }: Case): void {
  vi.stubGlobal('navigator', testEngines[name])
  vi.stubGlobal('matchMedia', () => ({ matches: memory.isInstalled }))
}

/** Every engine, installed or not, private or not, with every promise, with what waits, with and without a network. */
const cases = testEngineNames.flatMap((name) => {
  vi.stubGlobal('navigator', testEngines[name])
  const engine = findEngine()
  return [false, true].flatMap((isInstalled) =>
    [false, true].flatMap((isPrivate) =>
      [true, false, null].flatMap((persisted) =>
        ([null, 'prompt', 'granted', 'denied'] as const).flatMap((permission) =>
          Object.values(waiting).flatMap((rows) =>
            [true, false].map(
              (isOnline): Case => ({ name, memory: { engine, isInstalled, isPrivate, persisted, permission }, rows, isOnline }),
            ),
          ),
        ),
      ),
    ),
  )
})

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages(['device', 'memory', 'preferences'])
})
afterEach(() => vi.unstubAllGlobals())

const page = (each: Case) => [...memorySentences({ ...each, now }), protectionSentence(each.memory)].join(' ')

test('each sentence is said in the browsers of which it is true, and in all of them', () => {
  expect(cases.length).toBe(16 * 2 * 2 * 3 * 4 * 4 * 2)
  for (const each of cases) {
    openCase(each)
    const { name, memory, rows, isOnline } = each
    const text = page(each)
    const isSafari = /iPhone|iPad|^Safari/.test(name)
    const forgetsWeek = isSafari && !memory.isInstalled && !memory.isPrivate
    const forgets = memory.isPrivate || forgetsWeek || memory.persisted !== true
    const hasOld = rows.some((row) => row !== fresh)
    const said = {
      window: text.includes('This window forgets everything'),
      week: text.includes('after 7 days without use'),
      keeps: text.includes('The browser keeps this data'),
      home: text.includes('Add to Home Screen'),
      dock: text.includes('Add to Dock'),
      firefox: text.includes('Firefox'),
      old: text.includes('more than a day'),
      file: text.includes('save a file of what waits'),
      connect: text.includes('Connect to a network'),
      now: text.includes('Send now'),
      decide: text.includes('You have to decide'),
    }
    const speaks = rows.length > 0 && (memory.isPrivate || forgetsWeek || (forgets && hasOld))
    const isStuck = rows.every((row) => row === parked)
    expect([each, said]).toEqual([
      each,
      {
        window: memory.isPrivate,
        week: forgetsWeek,
        keeps: !forgets,
        home: forgetsWeek && /iPhone|iPad/.test(name) && rows.length === 0,
        dock: forgetsWeek && name === 'Safari on a Mac' && rows.length === 0,
        firefox: /^Firefox on (?!an iPhone)/.test(name) && memory.permission === 'denied' && memory.persisted !== true && !memory.isPrivate,
        old: forgets && hasOld && !memory.isPrivate,
        file: speaks,
        connect: speaks && !isOnline && !isStuck,
        now: speaks && isOnline && !isStuck,
        decide: speaks && isStuck,
      },
    ])
  }
})

test('asking is offered where an answer may come of it, in words of that browser', () => {
  for (const each of cases) {
    openCase(each)
    const { name, memory } = each
    const isFirefox = /^Firefox on (?!an iPhone)/.test(name)
    const isLeft = isFirefox ? memory.permission !== 'denied' : !/iPhone|iPad|^Safari/.test(name) || memory.isInstalled
    expect([each, mayRequest(memory)]).toEqual([each, isLeft && !memory.isPrivate && memory.persisted === false])
    const refused = refusedSentence(memory)
    expect([name, refused.includes('Firefox')]).toEqual([name, isFirefox])
    expect([name, refused.includes('Install')]).toEqual([name, !isFirefox && !memory.isInstalled])
    const device = name === 'Firefox on Android' ? 'phone' : name === 'Firefox on a tablet' ? 'tablet' : 'laptop'
    if (isFirefox) expect([name, askTitle()]).toEqual([name, `Keep what you save on this ${device}`])
  }
})

test('every sentence is there in every language', async () => {
  vi.stubGlobal('document', { documentElement: {} })
  for (const locale of locales) {
    await setLocale(locale)
    for (const each of cases) {
      openCase(each)
      expect([locale, each.name, page(each).match(/memory\.|device\.|\{|undefined/)]).toEqual([locale, each.name, null])
    }
    expect(t('memory.apart', { page: t('nav.device') })).toContain(t('nav.device'))
  }
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
})
