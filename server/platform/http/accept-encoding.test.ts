import { expect, it } from 'vitest'
import { takesEncoding } from './accept-encoding.ts'

it.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['gzip;q=0.001', true],
  ['gzip;q=0', false],
  ['br, gzip; q=0.000', false],
  ['xgzip', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('reads %j', (header, takes) => expect(takesEncoding(header, 'gzip')).toBe(takes))
