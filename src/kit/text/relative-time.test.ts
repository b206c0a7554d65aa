import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { relativeTime } from './relative-time.ts'

const now = Date.parse('2026-11-22T12:00:00+07:00')

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => vi.unstubAllGlobals())

it.each([
  ['en', '5 minutes ago', 'in 2 days'],
  ['id', '5 menit yang lalu', 'dalam 2 hari'],
  ['tr', '5 dakika önce', '2 gün sonra'],
  ['ar', 'قبل 5 دقائق', 'خلال يومين'],
] as const)('relativeTime is translated to %s', async (locale, past, future) => {
  await setLocale(locale)
  expect(relativeTime('2026-11-22T11:55:00+07:00', now)).toBe(past)
  expect(relativeTime('2026-11-24T05:00:00Z', now)).toBe(future)
  expect(relativeTime('soon', now)).toBe('')
})
