import { expect, it } from 'vitest'
import { termsOf } from './terms.ts'
import { withoutPersonal } from './without-personal.ts'

it.each([
  '081234567890',
  '+62 812 3456 7890',
  '0812.3456.7890',
  '8123456789',
  '021-5551234',
  '021 555 1234',
  '0215551234',
  '(022) 7501234',
  '(0361) 123-456',
  '+62 (21) 555 1234',
  '021.555.123',
  '1234567890',
  '123-456-7890',
  '137-00-1234567-8',
  '0021-01-123456-50-7',
  '5412 7512 3456 7890',
  '123.456.7890',
  '3175091203850001',
  '12.345.678.9-012.345',
  '0812\u00ad3456\u200b7890',
  'budi.s@contoh.co.id',
])('masks %s wherever it stands, and searches for nothing of it', (number) => {
  for (const text of [number, `Nomor saya ${number}, tolong`, `transfer ke BCA ${number} a.n. Budi`, `rek:${number}.`]) {
    const masked = withoutPersonal(text)
    expect(masked).toMatch(/\[(?:nomor|email)\]/)
    expect(masked).not.toMatch(/\d{3}|@/)
  }
  expect(termsOf(`lot ${number}`).map(({ word }) => word)).toEqual(['lot'])
})

it.each(['rekening 876012', 'no rek BNI 8760-1234', 'VA: 88608123'])('withoutPersonal masks the short number of %s', (text) => {
  expect(withoutPersonal(text)).not.toMatch(/\d/)
})

it.each([
  'Rp9.875 pada 2021-12-30, 20.971.520 lot',
  'dari 2021-12-01 2021-12-30',
  '01-12-2021 31-12-2021',
  'buka 09.00-12.00 13.30-15.49',
  'modal Rp 1500000000',
  '3889179559 lembar',
  'target 1.000 1.100 1.200',
  'beli di 1000-1020, target 1100/1200',
  '3.889.179.559 saham',
  'T+2, 100 lembar, RSI 70',
])('leaves %s as it is', (text) => {
  expect(withoutPersonal(text)).toBe(text)
})

it.each(['1', '1 ', '(0', 'a@', 'a', '+6 '])('withoutPersonal ends on a long text of %j', (piece) => {
  expect(withoutPersonal(piece.repeat(100_000), ' ')).toBeTypeOf('string')
})
