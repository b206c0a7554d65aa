/** Parser of separated values: any usual separator, quoted fields with line breaks, blank lines. */
import { ImportFileError, tooManyRows } from './file-problem.ts'
import { importLimits } from './limits.ts'

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** One record: its fields and its spreadsheet row number, from 1. */
export interface CsvRecord {
  number: number
  cells: string[]
  /** Of a workbook: hidden by hand or by a filter. */
  isHidden?: true
}

/** Excel's line 'sep=;', which programs that write the file again quote, or fill with separators. */
const declaration = /^"?sep=([^\r\n])"?\1*(?:\r\n|\r|\n)/i

/** Counts each separator in a line outside quotes. */
function counted(line: string): number[] {
  const plain = line.replace(/"(?:[^"]|"")*"?/g, '')
  return separators.map((separator) => plain.split(separator).length - 1)
}

/** Returns the separator that splits the first lines most evenly; Excel's 'sep=;' line wins. */
export function guessSeparator(text: string): Separator {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const declared = separators.find((separator) => separator === declaration.exec(`${lines[0]}\n`)?.[1])
  if (declared) return declared
  const counts = lines.map(counted)
  const scores = separators.map((_, at) => {
    const [first = 0, ...rest] = counts.map((line) => line[at] ?? 0)
    return first === 0 ? 0 : first * (1 + rest.filter((count) => count === first).length)
  })
  return separators[scores.indexOf(Math.max(...scores))] ?? ','
}

/** Returns the end of an unquoted field: separator, line break or end of text. */
function endOfField(text: string, at: number, separator: Separator): number {
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return end
}

/** Spaces before a field that is quoted to its end: '1, "a, b"'. */
const indent = / +(?="(?:[^"]|"")*" *(?:[,;\t|\r\n]|$))/y

function readField(text: string, start: number, separator: Separator, number: number): { value: string; end: number } {
  indent.lastIndex = start
  const at = start + (indent.exec(text)?.[0].length ?? 0)
  if (text[at] !== '"') {
    const end = endOfField(text, at, separator)
    return { value: text.slice(at, end), end }
  }
  let value = ''
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new ImportFileError('csv_quotes', { row: number })
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      // Text after a closing quote is kept: some programs write "a"b.
      const end = endOfField(text, quote + 1, separator)
      return { value: value + text.slice(quote + 1, end), end }
    }
    value += '"'
    from = quote + 2
  }
}

/** Returns the non-empty records. Throws ImportFileError for too many, and for an unclosed quote. */
export function parseCsv(text: string, separator: Separator): CsvRecord[] {
  const records: CsvRecord[] = []
  let number = 1
  let at = declaration.exec(text)?.[0].length ?? 0
  while (at < text.length) {
    const cells: string[] = []
    for (;;) {
      const { value, end } = readField(text, at, separator, number)
      cells.push(value)
      if (cells.length > importLimits.columns) throw new ImportFileError('too_many_columns', { max: importLimits.columns })
      at = end
      if (text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 2
    else at += 1
    if (cells.some((cell) => cell.trim() !== '')) {
      records.push({ number, cells })
      if (records.length > importLimits.rows + 1) throw tooManyRows()
    }
    number += 1
  }
  return records
}
