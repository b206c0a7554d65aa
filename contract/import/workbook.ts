/** Cells of an xlsx or xls file as texts. Formulas are not run: their stored results count. */

import type { CellObject, WorkBook } from '@e965/xlsx'
import { toText } from '../kit/field/guards.ts'
import { dayText } from '../lib/wib.ts'
import type { CsvRecord } from './csv.ts'
import { ImportFileError, tooManyRows } from './file-problem.ts'
import { importLimits } from './limits.ts'

type Library = typeof import('@e965/xlsx')

const two = (value: number) => String(value).padStart(2, '0')

/** Converts a serial day to 'YYYY-MM-DD' or 'YYYY-MM-DD HH:mm:ss' in WIB, as texts without zone. */
function dateText(library: Library, serial: number): string {
  const { y, m, d, H, M, S } = library.SSF.parse_date_code(serial)
  const day = dayText(y, m, d)
  if (!day) return String(serial)
  return H || M || S ? `${day} ${two(H)}:${two(M)}:${two(Math.floor(S))}` : day
}

function cellText(library: Library, cell: CellObject | undefined): string {
  const value = cell?.v
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' && cell?.t === 'n') {
    if (typeof cell.z === 'string' && library.SSF.is_date(cell.z)) return dateText(library, value)
    // Numeric phone numbers have up to 15 digits: avoids 6.28E+12.
    return Number.isInteger(value) ? value.toFixed(0) : String(value)
  }
  return cell?.t === 'e' ? (cell.w ?? '#N/A') : toText(value)
}

function readRows(library: Library, book: WorkBook, name: string | undefined): CsvRecord[] {
  const rows: (CellObject | undefined)[][] | undefined = name === undefined ? undefined : book.Sheets[name]?.['!data']
  const records: CsvRecord[] = []
  for (const [at, row] of (rows ?? []).entries()) {
    if (!row) continue
    const cells = Array.from(row, (cell) => cellText(library, cell))
    while (cells.length && cells.at(-1)?.trim() === '') cells.pop()
    if (cells.length === 0) continue
    if (cells.length > importLimits.columns) throw new ImportFileError('too_many_columns', { max: importLimits.columns })
    records.push({ number: at + 1, cells })
    if (records.length > importLimits.rows + 1) throw tooManyRows()
  }
  return records
}

interface Sheet {
  sheet: string
  records: CsvRecord[]
}

async function read(bytes: Uint8Array, sheets?: number): Promise<Sheet[]> {
  const library = await import('@e965/xlsx')
  try {
    const options = { type: 'array', dense: true, cellNF: true, cellFormula: false, cellHTML: false, cellText: false } as const
    const book = library.read(bytes, { ...options, ...(sheets !== undefined && { sheets }) })
    const names = sheets === undefined ? book.SheetNames : book.SheetNames.slice(0, 1)
    return names.map((sheet) => ({ sheet, records: readRows(library, book, sheet) }))
  } catch (error) {
    if (error instanceof ImportFileError) throw error
    const message = error instanceof Error ? error.message : ''
    throw new ImportFileError(/password|encrypt/i.test(message) ? 'password' : 'damaged')
  }
}

/** Reads a workbook's first sheet, within the limits. Throws ImportFileError. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  return (await read(bytes, 0))[0] ?? { sheet: '', records: [] }
}

/** Reads all sheets in order. Throws ImportFileError. */
export const readSheets = (bytes: Uint8Array): Promise<Sheet[]> => read(bytes)

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
