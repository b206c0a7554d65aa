import { expect, it } from 'vitest'
import { isolate, isolateValues, markValue, splitValues, withoutMarks } from './value-parts.ts'

it.each([
  ['رقمي +62 812-3456-7890 شكرا', ['+62 812-3456-7890']],
  ['Hubungi 0812-3456-7890, ya', ['0812-3456-7890']],
  ['Nomor saya 6281234567890.', ['6281234567890']],
  ['Kantor (021) 555 0101 atau 021 555 0101', ['(021) 555 0101', '021 555 0101']],
  ['(+62 812-3456-7890)', ['+62 812-3456-7890']],
  ['+966 50 123 4567 dan +1 415 555 2671', ['+966 50 123 4567', '+1 415 555 2671']],
  ['Transfer Rp 10.000.000 ya', ['Rp 10.000.000']],
  ['حولت Rp1.500.000، و $206.99', ['Rp1.500.000', '$206.99']],
  ['IDR 250,000. USD 12.50!', ['IDR 250,000', 'USD 12.50']],
  ['Saya @nama.saja. Dia @joko_1?', ['@nama.saja', '@joko_1']],
  [`حول ${markValue('EMT-12')}: افتح`, ['EMT-12']],
  [`${markValue('+62 812-0000-0001')} → ${markValue('+62 812-0000-0002')}`, ['+62 812-0000-0001', '+62 812-0000-0002']],
])('%s has its values', (text, expected) => expect(splitValues(text).filter((_, at) => at % 2)).toEqual(expected))

it.each([
  'Halo kak',
  '',
  'Jam 19.00 - 21.00, kursi 12',
  'budi@example.com dan @a dan a@b',
  'NIK 3201-0101-0101-0001x',
  'Versi 10.2.3',
  'Rp',
  'https://wa.me/6281234567890',
  isolate('Kelas Saham'),
])('%s has none', (text) => expect(splitValues(text)).toEqual([text]))

it('parts of a text are all of it, also of a long one', () => {
  const whole = 'a '.repeat(20_000) + 'Rp 1.000 @nama.saja +62 812-3456-7890 '.repeat(500) + '('.repeat(5_000) + '+'.repeat(5_000)
  expect(splitValues(whole).join('')).toBe(whole)
})

it('values of a text without elements are marked once, and a voice says none of the marks', () => {
  const text = 'حولت Rp 1.500.000 من +62 812-3456-7890'
  const marked = isolateValues(text)
  expect(marked).toBe(`حولت ${markValue('Rp 1.500.000')} من ${markValue('+62 812-3456-7890')}`)
  expect(isolateValues(marked)).toBe(marked)
  expect(withoutMarks(`${isolate('Budi')}: ${marked}`)).toBe(`Budi: ${text}`)
})
