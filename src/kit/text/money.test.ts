import { expect, it } from 'vitest'
import { formatAmount } from './money.ts'

it.each([
  ['1500000', 'IDR', 'Rp 1.500.000'],
  ['206.99', 'USD', '$206.99'],
  ['2000000.5', 'IDR', 'Rp 2.000.000,50'],
  ['12', 'XYZW', '12 XYZW'],
  ['', 'IDR', 'IDR'],
  ['1e999', 'IDR', '1e999 IDR'],
  ['5', '', '5'],
])('the amount %s %s is written %s', (amount, currency, expected) => expect(formatAmount(amount, currency)).toBe(expected))
