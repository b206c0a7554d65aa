import { expect, it } from 'vitest'
import { type Again, failureText, readFailure, sendErrorCodes, sendErrorOf } from './send-errors.ts'

const expected: readonly [again: Again, codes: readonly number[]][] = [
  ['self', [131_056, 130_429, 80_007, 4, 131_057, 131_000, 131_016, 1, 2, 133_004]],
  ['hand', [131_053, 131_005, 10, 200, 250, 299, 3, 0, 190, 131_031, 368, 131_042, 131_045, 133_010, 33, 131_037]],
  ['hand', [131_048, 131_064, 132_069, 137_000]],
  ['no', [131_026, 131_047, 131_049, 131_050, 130_472, 131_051, 131_052, 131_008, 131_009, 100, 132_012, 132_018, 131_021]],
  ['no', [130_497, 130_403, 132_000, 132_001, 132_005, 132_007, 132_015, 132_016, 132_068, 131_062, 131_063]],
  ['no', [138_006, 138_009, 138_012, 138_013]],
]

it('every code says who sends again', () => {
  for (const [again, codes] of expected) for (const code of codes) expect([code, sendErrorOf(code)?.again]).toEqual([code, again])
  expect(sendErrorCodes).toHaveLength(expected.flatMap(([, codes]) => codes).length + 97)
  expect([sendErrorOf(133_016), sendErrorOf(300), sendErrorOf(null)]).toEqual([null, null, null])
})

it('131047 ends the window, an error of the account stops the number, and one of a template its list', () => {
  const besides = (code: number) => sendErrorOf(code)?.besides
  expect([131_047, 131_042, 210, 132_000, 132_001, 132_012, 132_015, 132_016, 131_048].map(besides)).toEqual([
    'window',
    'number',
    'number',
    ...Array.from({ length: 5 }, () => 'templates'),
    undefined,
  ])
})

it.each([
  ['Rate limit hit (130429)', 'Rate limit hit', 130_429],
  ['Name (a) is missing (132001)', 'Name (a) is missing', 132_001],
  ['(131047)', '(131047)', null],
  ['The file of this message is gone', 'The file of this message is gone', null],
  ['Called (twice)', 'Called (twice)', null],
  ['Odd (1234567890)', 'Odd (1234567890)', null],
  ['Odd (-5)', 'Odd (-5)', null],
  ['', '', null],
])('readFailure finds words and code of %j', (text, details, code) => {
  expect(readFailure(text)).toMatchObject({ details, code })
})

it('failureText is what readFailure reads', () => {
  expect(failureText('Rate limit hit', 130_429)).toBe('Rate limit hit (130429)')
  expect(failureText('x'.repeat(900), 4)).toHaveLength(404)
  expect(failureText('No code', null)).toBe('No code')
  expect(failureText(`${'x'.repeat(399)}😀`, 4)).toBe(`${'x'.repeat(399)} (4)`)
})
