import { describe, expect, it } from 'vitest'
import { isCellError, unmarkedCell, withoutKind } from './cell-marks.ts'
import { readDate } from './read-date.ts'
import { decimalMarkOf, readNumber, unmistakableDecimal } from './read-number.ts'
import { readPhone } from './read-phone.ts'
import { rowTexts } from './row-texts.ts'

const mine = '6281234500040'

describe('a phone', () => {
  it.each([
    ['O81234500040', mine],
    ['0812-3450-0040 (2)', mine],
    ['081234500040 081234500041', mine],
    ['0812 3450 0040 - 0813 1111 2222', mine],
    ['0812/3450/0040', mine],
    ['٠٨١٢٣٤٥٠٠٠٤٠', mine],
    ['p:+6281234500040', mine],
    ['1. 0812-3450-0040 2. 0813-3450-0041', mine],
    ['+6281234500040;ext. 12', mine],
    ['062812 3450 0040', mine],
    ['+62 62 812 3450 0040', mine],
    ['WA 0812-3450-0040, telp 021-5551234', mine],
    ['https://wa.me/6281234500040?text=Halo%2012', mine],
    ['https://api.whatsapp.com/send?phone=6281234500040&text=x', mine],
    ['021-5551234 / 0812 3450 0040', mine],
    ['081 2345 00040 atau 081 2345 00031', mine],
    ['tel:+62-812-3450-0040;ext=3', mine],
    ['(0812)34500040', mine],
    ['Hp.081234500040', mine],
    ['0812 – 3450 – 0040', mine],
    ['81234500040.0', mine],
    ['+62.812.3450.0040', mine],
    ['[+62] 812_3450_0040', mine],
    ['0️⃣8️⃣1️⃣2️⃣3️⃣4️⃣5️⃣0️⃣0️⃣0️⃣4️⃣0️⃣', mine],
    ['62 812 3450 0040 / 62 813 1111 2222', mine],
    ['Bpk. Budi: 0812 3450 0040 (setelah jam 5)', mine],
    ['\u200e+62\u00a0812\u20113450\u20110040', mine],
  ])('%s is read', (text, phone) => {
    expect(readPhone(text)).toMatchObject({ phone })
  })

  it.each([
    ['+1 (812) 345-0030', 'phone_abroad'],
    ['0065 9123 4567', 'phone_abroad'],
    ['6591234567', 'phone_abroad'],
    ['447911123456', 'phone_abroad'],
    ['+62 21 555 1234', 'phone_landline'],
    ['62215551234', 'phone_landline'],
    ['0274 512345', 'phone_landline'],
    ['0800 1 500 123', 'phone_landline'],
    ['1500123', 'phone_short'],
    ['0812xxxx040', 'phone_short'],
    ['08123', 'phone_short'],
    ['0812 3450 0040 0041', 'phone_long'],
    ['6.28123E+12', 'digits_lost'],
    ['6,28E+11', 'digits_lost'],
    ['812346000000', 'digits_lost'],
    ['6281230000000', 'digits_lost'],
    ['-', 'phone'],
    ['tidak ada', 'phone'],
  ])('%s is refused with its reason', (text, problem) => {
    expect(readPhone(text)).toEqual({ phone: null, problem })
  })
})

describe('a date', () => {
  const day = '2026-08-03T00:00:00+07:00'
  it.each([
    ['Aug. 3rd, 2026', day],
    ['3rd of August 2026', day],
    ['Tgl. 3 Agustus 2026', day],
    ['2026.08.03', day],
    ['03082026', day],
    ['3 Agustus 26', day],
    ["3 Agu '26", day],
    ['3.8.26', day],
    ['3 8 2026', day],
    ['2026 Agustus 3', day],
    ['Senin 03-08-2026', day],
    ['2026-08-03 00:00:00.000', day],
    ['3-Agustus-2026 jam 2 sore', '2026-08-03T14:00:00+07:00'],
    ['2026/8/3 9:05:07', '2026-08-03T09:05:07+07:00'],
    ['Senin 03-08-2026 14.30 WITA', '2026-08-03T13:30:00+07:00'],
    ['3 Agustus 2026 14.30 WIT', '2026-08-03T12:30:00+07:00'],
    ['3 Agustus 2026 12:00 AM', day],
    ['3 Agustus 2026 12 PM', '2026-08-03T12:00:00+07:00'],
    ['03-Aug-2026 02:30 p.m.', '2026-08-03T14:30:00+07:00'],
    ['3 August 2026 14:30 GMT+7', '2026-08-03T14:30:00+07:00'],
    ['Mon, 03 Aug 2026 14:30:00 +0700', '2026-08-03T14:30:00+07:00'],
    ['Mon Aug 03 2026 14:30:00 GMT+0700 (Western Indonesia Time)', '2026-08-03T14:30:00+07:00'],
    ['29/2/2024', '2024-02-29T00:00:00+07:00'],
    ['17/08/45', '2045-08-17T00:00:00+07:00'],
    ['17/08/90', '1990-08-17T00:00:00+07:00'],
  ])('%s is read', (text, value) => {
    expect(readDate(text)).toEqual({ value, warning: null })
  })

  it.each([
    ['12/13/14', '2014-12-13T00:00:00+07:00', 'month_first'],
    ['Thu, 03 Aug 2026 14:30:00 +0700', '2026-08-03T14:30:00+07:00', 'weekday'],
  ])('%s is read with a doubt', (text, value, warning) => {
    expect(readDate(text)).toEqual({ value, warning })
  })

  it.each([
    ...['3 Agustus 202', '3/8/0026', '3 Agustus 20266', '3/8/2026 25:00', '2026-02-29', 'Agustus 2026', '3 Agustus', '3//8/2026', 'Rabu'],
    ...['3 Agustus 2026 s/d 5 Agustus 2026', 'besok', '2026-00-00', '00/00/0000', '13/13/2026', `3 Agustus 2026${' '.repeat(400)}x`],
  ])('%s is none', (text) => {
    expect(readDate(text)).toEqual({ value: null, problem: null })
  })

  it('a count of days in a text is told', () => {
    for (const text of ['46237', '46237.5', '46237,25']) expect(readDate(text)).toEqual({ value: null, problem: 'date_serial' })
  })
})

describe('a number', () => {
  it.each([
    ['0.125', 0.125],
    ['-17', -17],
    ['(1.500)', -1_500],
    ['500-', -500],
    ['Rp. 1.500.000,00', 1_500_000],
    ['IDR 1,500,000.00', 1_500_000],
    ['1’500’000', 1_500_000],
    ['1.1250', 1.125],
    ['2.5 juta', 2_500_000],
    ['1,1 jt', 1_100_000],
    ['1.500.000.-', 1_500_000],
    ['-Rp 500', -500],
    ['Rp -500', -500],
    ['1.500.000 lembar saham', 1_500_000],
    ['1.5jt', 1_500_000],
    ['500rb', 500_000],
    ['2 miliar', 2_000_000_000],
    ['٣٤٥', 345],
  ])('%s is read', (text, value) => {
    expect(readNumber(text)).toEqual({ value })
  })

  it.each([
    ['15.000 lot', 'number_unit'],
    ['Rp1,5 M', 'number_unit'],
    ['1e5', 'digits_lost'],
    ['1e+21', 'digits_lost'],
    ['12 34', 'number'],
    ['5%', 'number'],
    ['1.2.3', 'number'],
    ['dua', 'number'],
  ])('%s is refused with its reason', (text, problem) => {
    expect(readNumber(text)).toEqual({ value: null, problem })
  })

  it('with three decimals is told from thousands by the others of its column', () => {
    expect(decimalMarkOf(['12.5', '1.125'])).toBe('.')
    expect(decimalMarkOf(['1.500.000', '1,125'])).toBe(',')
    expect(decimalMarkOf(['1.125', '12.500'])).toBeNull()
    expect(decimalMarkOf(['12.5', '12,5'])).toBeNull()
    expect(readNumber(unmistakableDecimal('1.125', '.'))).toEqual({ value: 1.125 })
    expect(readNumber(unmistakableDecimal('1,125', ','))).toEqual({ value: 1.125 })
    expect(readNumber(unmistakableDecimal('1,125', '.'))).toEqual({ value: 1_125 })
  })
})

it('errors of spreadsheets are told from texts', () => {
  for (const error of [
    '#N/A',
    '#REF!',
    '#DIV/0!',
    '#VALUE!',
    '#NAME?',
    '#NULL!',
    '#NUM!',
    '#SPILL!',
    '#ERROR!',
    'Err:502',
    '#YOK',
    '########',
  ])
    expect([error, isCellError(error)]).toEqual([error, true])
  for (const text of ['N/A', '#1', '#hashtag', '-', '###', 'Budi #1']) expect([text, isCellError(text)]).toEqual([text, false])
})

it('marks of texts come off, and content stays', () => {
  expect(['="0812"', "'0812", '="a""b"', '="a"&"b"', '=1+1', "'Abd", 'x'].map(unmarkedCell)).toEqual([
    ...['0812', '0812', 'a"b', '="a"&"b"', '=1+1', "'Abd", 'x'],
  ])
  expect(['p:+6281', 'l:1', 'ag:99', 'c:120210', 'p:abc', 'http://a', 'x:1'].map(withoutKind)).toEqual([
    ...['+6281', '1', '99', '120210', 'p:abc', 'http://a', 'x:1'],
  ])
})

describe('texts of a row', () => {
  const of = (mapping: readonly (string | null)[], cells: readonly string[]) => rowTexts(mapping, cells)

  it('join the parts of a name in their order, whatever that of the columns, and repeat no part', () => {
    const parts = ['last_name', 'first_name', 'name_suffix', 'name_prefix', 'middle_name'] as const
    expect(of(parts, ['Santoso', 'Budi', 'Sp.A', 'dr.', 'Eko']).texts).toEqual({ name: 'dr. Budi Eko Santoso Sp.A' })
    expect(of(['first_name', 'last_name'], ['Budi Santoso', 'Santoso']).texts).toEqual({ name: 'Budi Santoso' })
    expect(of(['name', 'first_name', 'last_name'], ['', 'Budi', 'Santoso']).texts).toEqual({ name: 'Budi Santoso' })
    expect(of(['name', 'first_name'], ['Budi S.', 'Budi']).texts).toEqual({ name: 'Budi S.' })
  })

  it('have the first usable phone and mail of several, and keep the others', () => {
    expect(of(['phone', 'phone', 'email', 'email'], ['', '0812-3450-0040', 'x', 'a@b.id'])).toMatchObject({
      texts: { phone: '0812-3450-0040', email: 'a@b.id' },
      others: ['x'],
    })
    expect(of(['phone', 'phone'], ['021-1', '021-2'])).toMatchObject({ texts: { phone: '021-1' }, others: ['021-2'] })
    expect(of(['phone', 'phone'], ['0812-3450-0040', '0812-3450-0040'])).toMatchObject({ others: [] })
  })

  it('have nothing where a stroke or a word says that there is nothing', () => {
    const columns = ['phone', 'phone', 'email', 'first_name', 'last_name'] as const
    expect(of(columns, ['-', '0812-3450-0040', 'N/A', 'Budi', '-'])).toEqual({
      texts: { phone: '0812-3450-0040', name: 'Budi' },
      others: [],
      errors: [],
    })
    expect(of(['phone', 'phone', 'last_name'], ['0812-3450-0040', 'tidak ada', 'Null'])).toMatchObject({
      texts: { name: 'Null' },
      others: [],
    })
    expect(of(['email', 'city'], ['NULL', '-']).texts).toEqual({ city: '-' })
  })

  it('have no error of a formula, which is told', () => {
    expect(of(['name', 'city', 'first_name'], ['Budi', '#REF!', '#N/A'])).toEqual({
      texts: { name: 'Budi' },
      others: [],
      errors: [
        { target: 'city', text: '#REF!' },
        { target: 'name', text: '#N/A' },
      ],
    })
  })
})
