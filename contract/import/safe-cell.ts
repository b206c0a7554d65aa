/** Escaping of cells that a spreadsheet would run as a formula: by a leading apostrophe. */

const formula = /^'*[=+\-@\t\r]|^'+\d/

/** Returns a text that no spreadsheet executes. Leading apostrophes of its own get one more, to be kept. */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** Reverts `safeCell`; also drops Excel's mark of numbers as text. */
export function plainCell(text: string): string {
  return /^'+[=+\-@\t\r\d]/.test(text) ? text.slice(1) : text
}

/** Returns an excerpt of a cell: at most 200 characters, no half characters. */
export const excerptOf = (text: string): string => text.slice(0, 200).replace(/[\ud800-\udbff]$/, '')

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
