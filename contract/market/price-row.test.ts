import { describe, expect, it } from 'vitest'
import { readPriceText } from './price-file.ts'
import { checkPrice } from './price-row.ts'

// A Friday.
const today = '2026-11-20'
const good = { row: 2, code: 'bbca.jk', date: '20 Nov 2026', previous: 4170, high: 4230, low: 4150, close: 4200, volume: 100 }
const problemOf = (over: Record<string, unknown>) => {
  const result = checkPrice({ ...good, ...over }, today)
  return result.ok ? null : [result.field, result.problem.code]
}

describe('a row of prices', () => {
  it('accepts any spelling of its code and day', () => {
    expect(checkPrice(good, today)).toEqual({
      ok: true,
      code: 'BBCA',
      price: { date: today, previous: 4170, high: 4230, low: 4150, close: 4200, volume: 100 },
    })
  })
  it.each([
    [{ code: 'BBCA-W' }, ['code', 'stock_code']],
    [{ date: '2026-11-21' }, ['date', 'future']],
    [{ date: '2026-11-15' }, ['date', 'weekend']],
    [{ date: '31 Feb 2020' }, ['date', 'date']],
    [{ close: 0 }, ['close', 'min_value']],
    [{ close: -5 }, ['close', 'min_value']],
    [{ close: 4100 }, ['low', 'price_range']],
    [{ close: 4300 }, ['high', 'price_range']],
    [{ close: 4200.5 }, ['close', 'integer']],
    [{ volume: 'banyak' }, ['volume', 'number']],
    [{ high: null }, ['high', 'required']],
  ])('is refused with %o', (over, expected) => {
    expect(problemOf(over)).toEqual(expected)
  })
  it('is in points for the index', () => {
    const points = { code: ' composite ', previous: 7_100.25, high: 7_120.5, low: 7_090.1, close: 7_110.75 }
    expect(problemOf(points)).toBeNull()
    expect(problemOf({ ...points, previous: 0 })).toEqual(['previous', 'min_value'])
    expect(problemOf({ ...points, close: Number.POSITIVE_INFINITY })).toEqual(['close', 'integer'])
  })
  it('has no high and low without trades', () => {
    expect(problemOf({ volume: 0, high: 0, low: 0 })).toBeNull()
  })
})

it('readPriceText reads a file of the exchange: a title, Indonesian headers, other columns, dots between thousands', () => {
  const text =
    'Ringkasan Saham;;;;;;;;\nKode Saham;Nama Perusahaan;Tanggal Perdagangan Terakhir;Sebelumnya;Tertinggi;Terendah;Penutupan;Selisih;Volume\nBBCA;Bank;20 Nov 2026;9.850;9.900;9.800;9.875;25;71.234.500\n;;;;;;;;Total'
  expect(readPriceText(text)).toEqual([
    { row: 3, code: 'BBCA', date: '20 Nov 2026', previous: 9850, high: 9900, low: 9800, close: 9875, volume: 71_234_500 },
  ])
  expect(() => readPriceText('a,b\n1,2')).toThrow()
})
