/** Cells that a spreadsheet would run as a formula: in csv an apostrophe stands before the sign (docs/product/lists.md#files). */

import { cutText } from '../lib/cut-text.ts'

/** Where a formula would begin: at the start, or where a program splits the text anew. A match ends before the sign. */
const starts = /(^|[;\t\r\n])((?:[^\S\t\r\n]|')*)(?=[=+\-@＝＋－＠])/g
/** Whether a spreadsheet would run the text, or does once a person edits the cell. */
export const isFormula = (text: string): boolean => text.search(starts) >= 0
/** Excel's mark of a number as text. */
const markedNumber = /^'+\d/
/** No formula: programs show it as it is. */
const signedNumber = /^[+-](?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d{1,3})?%?$/

/** Returns a text that no spreadsheet executes. Leading apostrophes of its own get one more, to be kept; numbers need none. */
export function safeCell(text: string): string {
  if (!markedNumber.test(text) && (signedNumber.test(text) || !isFormula(text))) return text
  // One in front of all, and one before each further sign, because a program that splits the cell begins there.
  return `'${text.replace(starts, (start: string, separator: string) => (separator ? `${start}'` : start))}`
}

/** Reverts `safeCell`; also drops Excel's mark of numbers as text. */
export function plainCell(text: string): string {
  if (!text.startsWith("'")) return text
  const own = text.slice(1)
  const signs = [...own.matchAll(starts)]
  const isWritten = signs.every(([start, separator]) => !separator || start.endsWith("'"))
  if (signs.length && isWritten) return own.replace(starts, (start: string, separator: string) => (separator ? start.slice(0, -1) : start))
  // Other programs, and former versions, put one in front of all alone.
  return markedNumber.test(text) || signs[0]?.[1] === '' ? own : text
}

/** Returns a text for a cell of a workbook, whose texts no program runs. Only what a reader would take for a guard gets one. */
export const workbookCell = (text: string): string => (plainCell(text) === text ? text : safeCell(text))

/** Returns an excerpt of a cell: at most 200 characters, no half characters. */
export const excerptOf = (text: string): string => cutText(text, 200)

/** Returns a csv line with its line end (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const text = safeCell(cell)
    return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\r\n`
}

/** Marks UTF-8 for programs that would guess otherwise. */
export const byteOrderMark = '\ufeff'
