import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine, plainCell, safeCell, workbookCell } from './safe-cell.ts'

/** As a program reads a cell: whole, or split at what it takes for the end of one. */
const runsIn = (cell: string) => cell.split(/[;\t\r\n]/).some((part) => /^\s*[=+\-@＝＋－＠]/.test(part))

it.each([
  '-17',
  '-1.5',
  '+6281234567890',
  '+62',
  '-1.500,25',
  '-0,5',
  '-.5',
  '-2e3',
  '-12%',
  '17',
  '',
  'plain',
  "it's",
  'a-b',
  'a;b',
  "'quoted",
])('the cell %s is written as it is', (text) => {
  expect([safeCell(text), workbookCell(text), plainCell(text)]).toEqual([text, text, text])
})

it.each([
  ['=1+1', "'=1+1"],
  ['+62 812-3456', "'+62 812-3456"],
  ['-2+3', "'-2+3"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  [' =1', "' =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\t=1', "'\t'=1"],
  ['a;=1', "'a;'=1"],
  ['a; \u3000=1', "'a; \u3000'=1"],
  ['a\n=1;+2', "'a\n'=1;'+2"],
  ['a\r\n@x', "'a\r\n'@x"],
  ['a\n-17', "'a\n'-17"],
  ["'=1", "''=1"],
  ["'-17", "''-17"],
  ["'0812", "''0812"],
  ["' =1", "'' =1"],
  ["a;'=1", "'a;''=1"],
  ['-', "'-"],
])('the cell %s is guarded, in a workbook only where a reader would drop an apostrophe of its own', (text, written) => {
  expect(safeCell(text)).toBe(written)
  expect(runsIn(written)).toBe(false)
  expect(plainCell(written)).toBe(text)
  const inBook = workbookCell(text)
  expect(plainCell(inBook)).toBe(text)
  if (!text.includes("'")) expect(inBook).toBe(text)
})

it('cells that other programs wrote lose their mark alone', () => {
  const cells = [
    ["'0812", '0812'],
    ["'=1;=2", '=1;=2'],
    ["'twas nice; -ish", "'twas nice; -ish"],
    ["'5;=1", '5;=1'],
  ] as const
  for (const [text, plain] of cells) expect(plainCell(text)).toBe(plain)
})

it('safeCell and csvLine write any cell so that no spreadsheet runs it, and plainCell reads it back', () => {
  const signs = fc.constantFrom("'", '=', '+', '-', '@', '＝', ';', '\t', '\n', '\r', ' ', '\u00a0', '1', 'a', '.', '"')
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 9 }), (text) => {
      const written = safeCell(text)
      expect([plainCell(written), plainCell(workbookCell(text))]).toEqual([text, text])
      expect(runsIn(written) && !/^[+-][\d.,]+$/.test(written)).toBe(false)
    }),
    { numRuns: 3_000 },
  )
  expect(csvLine(['=HYPERLINK("x")', 'a,b', ''])).toBe('"\'=HYPERLINK(""x"")","a,b",\r\n')
})
