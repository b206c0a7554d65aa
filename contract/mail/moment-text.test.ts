import { expect, it } from 'vitest'
import { momentText, spanText } from './moment-text.ts'

const [start, end, later] = ['2026-12-01T03:00:00Z', '2026-12-01T05:30:00Z', '2026-12-02T05:30:00Z']

it('moments are in WIB in every language', () => {
  expect(momentText('id', start)).toBe('Selasa, 1 Desember 2026, 10.00 WIB')
  expect(momentText('en', start)).toBe('Tuesday, 1 December 2026, 10.00 WIB')
  expect(momentText('tr', start)).toBe('1 Aralık 2026 Salı, 10.00 WIB')
  expect(momentText('ar', start)).toBe('الثلاثاء، 1 ديسمبر 2026، \u206610.00 WIB\u2069')
})

it('a span names its second day only where it differs', () => {
  expect(spanText('id', start, end)).toBe('Selasa, 1 Desember 2026, 10.00–12.30 WIB')
  expect(spanText('id', start, later)).toBe('Selasa, 1 Desember 2026, 10.00 – Rabu, 2 Desember 2026, 12.30 WIB')
})
