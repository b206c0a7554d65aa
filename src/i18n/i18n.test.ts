import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setLocale, t } from './i18n.ts'

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
})
afterAll(() => vi.unstubAllGlobals())

it.each([
  ['en', '1,234'],
  ['id', '1.234'],
  ['tr', '1.234'],
  ['ar', '1,234'],
] as const)('a message with a plural has the digits of every other number (%s)', async (locale, written) => {
  await setLocale(locale)
  expect(t('waiting.count', { count: 1234 })).toContain(written)
})
