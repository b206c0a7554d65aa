import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { money, number, percent } from '#contract/kit/field/field.ts'
import { readNumber, writeNumber, writeTyped } from './read-number.ts'

const languages = ['en', 'id', 'tr', 'ar'] as const
const whole = [money(), number({ integer: true })]
const fractional = [number(), percent()]

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => vi.unstubAllGlobals())

it.each(languages)('a price keeps its meaning however it is pasted (%s)', async (language) => {
  await setLocale(language)
  const price = [
    '40.503.850',
    '40,503,850',
    '40 503 850',
    '40\u00a0503\u00a0850',
    '40503850',
    'Rp 40.503.850',
    'Rp.40.503.850,-',
    'IDR 40,503,850.00',
  ]
  for (const field of whole) expect(price.map((text) => readNumber(text, field))).toEqual(price.map(() => 40_503_850))
  expect(['4.000', '4,000', 'Rp 4.000,00', '4.000,-', '-4.000', '−4,000'].map((text) => readNumber(text, money()))).toEqual([
    ...[4_000, 4_000, 4_000, 4_000],
    ...[-4_000, -4_000],
  ])
})

it.each(languages)('a fraction stays one, in a price too, where validation names it (%s)', async (language) => {
  await setLocale(language)
  for (const field of [...whole, ...fractional])
    expect(
      ['Rp 1,5', '1.5', '12,50', '1.250,5', '1,250.5', ',5', '0,125', '0.125', '12,5%'].map((text) => readNumber(text, field)),
    ).toEqual([...[1.5, 1.5, 12.5, 1_250.5, 1_250.5], ...[0.5, 0.125, 0.125, 12.5]])
})

it('one mark before three digits is read by the language, where a fraction is possible', async () => {
  for (const [language, dot, comma] of [
    ['en', 1.125, 1_125],
    ['id', 1_125, 1.125],
    ['tr', 1_125, 1.125],
  ] as const) {
    await setLocale(language)
    for (const field of fractional) expect([readNumber('1.125', field), readNumber('1,125', field)]).toEqual([dot, comma])
  }
})

it('text that is no number is returned unchanged, and an empty text stays empty', () => {
  for (const text of [
    'many',
    '1.2.3',
    '40.50.850',
    '1,25,000.5',
    '1.250,300.5',
    '1e5',
    '0x10',
    '--5',
    '.',
    ',-',
    'Rp',
    '5 juta',
    'Infinity',
  ])
    expect(readNumber(text, money())).toBe(text)
  expect([readNumber('', money()), readNumber('  ', number())]).toEqual(['', ''])
})

it.each(languages)('a formatted number is read as the same number (%s)', async (language) => {
  await setLocale(language)
  const thousandths = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((value) => value / 1_000)
  fc.assert(fc.property(thousandths, (value) => readNumber(writeTyped(value), number()) === value))
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) =>
      [writeTyped(value), writeNumber(value)].every((text) => readNumber(text, money()) === value),
    ),
  )
})
