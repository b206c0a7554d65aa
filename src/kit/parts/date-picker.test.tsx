// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { DatePicker } from './date-picker.tsx'

const onPick = vi.fn<(value: string) => void>()
let root: Root

async function open(value: string, min = '', kind: 'date' | 'dateTime' = 'date', isPlan = false): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<DatePicker kind={kind} value={value} min={min} isPlan={isPlan} onPick={onPick} onClose={vi.fn()} />))
}
const focused = () => document.activeElement?.getAttribute('data-day')
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
}

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await setLocale('en')
  await loadMessages('kit')
})
beforeEach(() => onPick.mockReset())
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  await setLocale('en')
})

it('keys begin at the chosen day, and go over the end of a month', async () => {
  await open('2026-01-31')
  expect(focused()).toBe('2026-01-31')
  await press('ArrowRight')
  expect(focused()).toBe('2026-02-01')
  await press('ArrowUp', 'PageDown')
  expect(focused()).toBe('2026-02-25')
})

it('a month later keeps the day, or is the last one', async () => {
  await open('2026-01-31')
  await press('PageDown')
  expect(focused()).toBe('2026-02-28')
})

it('left is later where text runs from right to left', async () => {
  await setLocale('ar')
  await open('2026-01-30')
  await press('ArrowLeft')
  expect(focused()).toBe('2026-01-31')
})

it('keys stop at the first day that may be chosen', async () => {
  await open('2026-11-03', '2026-11-02')
  await press('ArrowLeft', 'ArrowLeft', 'PageUp')
  expect(focused()).toBe('2026-11-02')
})

it('the calendar begins with 1900 and ends with the years of four digits', async () => {
  await open('9999-12-30')
  await press('ArrowDown', 'ArrowRight', 'PageDown')
  expect(focused()).toBe('9999-12-31')
  await act(async () => root.unmount())
  document.body.replaceChildren()
  await open('1900-01-02')
  await press('ArrowUp', 'ArrowLeft')
  expect(focused()).toBe('1900-01-01')
})

it('a plan whose day is past begins at today, and any other date at its own', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00+07:00') })
  await open('2026-09-03T10:00', '', 'dateTime', true)
  expect(focused()).toBe('2026-11-26')
  await act(async () => root.unmount())
  document.body.replaceChildren()
  await open('2026-12-03T10:00', '', 'dateTime', true)
  expect(focused()).toBe('2026-12-03')
  await act(async () => root.unmount())
  document.body.replaceChildren()
  await open('2026-09-03T10:00', '', 'dateTime')
  expect(focused()).toBe('2026-09-03')
  vi.useRealTimers()
})
