import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { LifeCell, LifePanel, lifeText } from './life.tsx'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadSectionWords('recommendation')
})
afterAll(() => vi.unstubAllGlobals())

const life = { closed_by: null, overdue: false, entered_on: null, entry_price: null, exits: [], until: '2026-12-24' }
const row = (over: object) => ({ current_price: 1071, life: { ...life, ...over } })

it.each([
  [{ state: 'waiting', gain: null, distance: 4.66 }, '4.66 % above the buying price'],
  [{ state: 'waiting', gain: null, distance: -1.96 }, '1.96 % below the buying price'],
  [{ state: 'waiting', gain: null, distance: 0 }, 'Inside the buying price'],
  // As sent by an older server.
  [{ state: 'waiting', gain: 4.66 }, '4.66 % above the buying price'],
])('a pick that waits shows its distance, and no gain: %j', (over, words) => {
  expect(lifeText(row(over))).toBe(`Waiting ${words}`)
  const inWords = (part: ReactElement) => renderToStaticMarkup(part).replaceAll(/<[^>]*>/g, ' ')
  const [cell, panel] = [inWords(<LifeCell row={row(over)} />), inWords(<LifePanel record={row(over)} />)]
  expect(panel).toContain(words)
  // A column of its own has the buying price.
  expect(cell).toContain(words.startsWith('At') ? words : words.replace(' the buying price', ''))
  for (const drawn of [cell, panel]) expect(drawn).not.toMatch(/[+-]\d/)
})

it('an entered pick shows its gain, an expired one neither', () => {
  const entered = row({ state: 'entered', gain: 4.66, distance: null })
  expect(lifeText(entered)).toBe('Bought +4.66 %')
  expect(renderToStaticMarkup(<LifeCell row={entered} />)).toContain('+4.66 %')
  expect(lifeText(row({ state: 'expired', gain: null, distance: null }))).toBe('Expired')
})
