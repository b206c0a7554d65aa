/** Cells that a spreadsheet program would run as a formula are written with an apostrophe before them, and read without it. */

const formula = /^'*[=+\-@\t\r]|^'+\d/

/** A text that no spreadsheet program executes. One that has apostrophes there itself gets one more, so that it keeps its own. */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** What `safeCell` was given; also the mark that Excel shows before numbers kept as text. */
export function plainCell(text: string): string {
  return /^'+[=+\-@\t\r\d]/.test(text) ? text.slice(1) : text
}

/** What is shown of a cell beside its problem: 200 characters at most, never half of one. */
export const excerptOf = (text: string): string => text.slice(0, 200).replace(/[\ud800-\udbff]$/, '')

/** One record of a csv file, with its line end (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const text = safeCell(cell)
    return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\r\n`
}

/** Programs that would guess another encoding read UTF-8 by this mark. */
export const byteOrderMark = '\ufeff'
