/** Cells of an xlsx or xls file as texts. Formulas are not run: their stored results count. */

import type { CellObject, Range, WorkBook, WorkSheet } from '@e965/xlsx'
import { toText } from '../kit/field/guards.ts'
import { dayText } from '../lib/wib.ts'
import type { CsvRecord } from './csv.ts'
import { ImportFileError, tooManyRows } from './file-problem.ts'
import { importLimits } from './limits.ts'

type Library = typeof import('@e965/xlsx')

const two = (value: number) => String(value).padStart(2, '0')

/** Converts a serial day to 'YYYY-MM-DD' or 'YYYY-MM-DD HH:mm:ss' in WIB, as texts without zone. */
function dateText(library: Library, serial: number, date1904: boolean): string {
  const { y, m, d, H, M, S } = library.SSF.parse_date_code(serial, { date1904 }) ?? {}
  const day = dayText(y, m, d)
  if (!day) return String(serial)
  return H || M || S ? `${day} ${two(H)}:${two(M)}:${two(Math.floor(S))}` : day
}

/** Numeric phone numbers have up to 15 digits: avoids 6.28E+12. */
const numberText = (value: number) => (Number.isInteger(value) ? value.toFixed(0) : String(Number(value.toPrecision(15))))

/** A decimal with three places gets a fourth, so that nobody takes its point for thousands: '1.1250'. */
const unmistakable = (text: string) => (/^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text)

interface Reading {
  date1904: boolean
  /** Whether texts are read as numbers again. */
  isTable: boolean
}

function cellText(library: Library, cell: CellObject | undefined, { date1904, isTable }: Reading): string {
  const value = cell?.v
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' && cell?.t === 'n') {
    if (typeof cell.z === 'string' && library.SSF.is_date(cell.z)) return dateText(library, value, date1904)
    return isTable ? unmistakable(numberText(value)) : numberText(value)
  }
  return cell?.t === 'e' ? (cell.w ?? '#N/A') : toText(value)
}

/** Cells that merged ranges fill; more are of no table. */
const maxFilled = 1_000_000

/** Gives every row of a merged range the value of its first cell. What is merged across columns is a title, and stays one cell. */
function fillMerged(records: readonly CsvRecord[], merges: readonly Range[]): void {
  const byNumber = new Map(records.map((record) => [record.number, record]))
  let left = maxFilled
  for (const { s, e } of merges) {
    const text = byNumber.get(s.r + 1)?.cells[s.c] ?? ''
    if (text === '' || s.c >= importLimits.columns) continue
    const last = Math.min(e.r, records.at(-1)?.number ?? 0)
    for (let at = s.r + 1; at <= last && left > 0; at++, left--) {
      const cells = byNumber.get(at + 1)?.cells
      if (!cells) continue
      while (cells.length <= s.c) cells.push('')
      if (cells[s.c] === '') cells[s.c] = text
    }
  }
}

function readRows(library: Library, book: WorkBook, sheet: WorkSheet | undefined, isTable: boolean): CsvRecord[] {
  const rows: (CellObject | undefined)[][] | undefined = sheet?.['!data']
  const reading = { date1904: book.Workbook?.WBProps?.date1904 === true, isTable }
  const records: CsvRecord[] = []
  for (const [at, row] of (rows ?? []).entries()) {
    if (!row) continue
    const cells = Array.from(row, (cell) => cellText(library, cell, reading))
    while (cells.length && cells.at(-1)?.trim() === '') cells.pop()
    if (cells.length === 0) continue
    if (cells.length > importLimits.columns) throw new ImportFileError('too_many_columns', { max: importLimits.columns })
    records.push({ number: at + 1, cells, ...(sheet?.['!rows']?.[at]?.hidden && { isHidden: true as const }) })
    if (records.length > importLimits.rows + 1) throw tooManyRows()
  }
  fillMerged(records, sheet?.['!merges'] ?? [])
  return records
}

export interface Sheet {
  sheet: string
  records: CsvRecord[]
}

/** A sheet's first rows, to choose one. */
export interface SheetHead extends Sheet {
  isHidden: boolean
}

/** Rows that are enough to find a header. */
const headRows = 40
const maxSheets = 200

interface Part {
  bookSheets?: boolean
  sheets?: string
  sheetRows?: number
}

/** Reads the workbook, or a part of it. Throws ImportFileError. */
async function parse<T>(bytes: Uint8Array, part: Part, use: (library: Library, book: WorkBook) => T): Promise<T> {
  const library = await import('@e965/xlsx')
  try {
    // Styles say which rows are hidden.
    const options = {
      type: 'array',
      dense: true,
      cellNF: true,
      cellStyles: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
    } as const
    return use(library, library.read(bytes, { ...options, ...part }))
  } catch (error) {
    if (error instanceof ImportFileError) throw error
    const message = error instanceof Error ? error.message : ''
    throw new ImportFileError(/password|encrypt/i.test(message) ? 'password' : 'damaged')
  }
}

const sheetsOf = (library: Library, book: WorkBook, isTable = true): SheetHead[] =>
  book.SheetNames.map((sheet, at) => ({
    sheet,
    records: readRows(library, book, book.Sheets[sheet], isTable),
    isHidden: Boolean(book.Workbook?.Sheets?.[at]?.Hidden),
  }))

/** Reads all sheets in order. Throws ImportFileError. */
export const readSheets = (bytes: Uint8Array): Promise<Sheet[]> => parse(bytes, {}, (library, book) => sheetsOf(library, book, false))

/** Reads the sheet that `choose` names among all, else the first, within the limits; `sheets`: their names. Throws ImportFileError. */
export async function readWorkbook(
  bytes: Uint8Array,
  choose: (sheets: readonly SheetHead[]) => string | undefined = () => undefined,
): Promise<Sheet & { sheets: string[] }> {
  const names = await parse(bytes, { bookSheets: true }, (_, book) => book.SheetNames)
  const sheets = names.slice(0, maxSheets)
  const chosen =
    names.length > 1 ? choose(await parse(bytes, { sheetRows: headRows }, (library, book) => sheetsOf(library, book))) : names[0]
  if (chosen === undefined) return { sheet: '', sheets, records: [] }
  const records = await parse(bytes, { sheets: chosen }, (library, book) => readRows(library, book, book.Sheets[chosen], true))
  return { sheet: chosen, sheets, records }
}

/** Returns the content of an OLE container: xls, or xlsx with a password. */
export async function oleKind(bytes: Uint8Array): Promise<'xls' | 'password' | null> {
  const { CFB } = await import('@e965/xlsx')
  try {
    const container = CFB.read(bytes, { type: 'array' })
    if (CFB.find(container, '/EncryptedPackage')) return 'password'
    return CFB.find(container, '/Workbook') || CFB.find(container, '/Book') ? 'xls' : null
  } catch {
    return null
  }
}
