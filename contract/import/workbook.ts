/** Cells of an xlsx or xls file as texts. Formulas are never run: what the program that wrote the file found counts. */
import type { CellObject, WorkBook } from '@e965/xlsx'
import { dayText } from '../lib/wib.ts'
import type { CsvRecord } from './csv.ts'
import { ImportFileError, tooManyRows } from './file-problem.ts'
import { importLimits } from './limits.ts'

type Library = typeof import('@e965/xlsx')

const two = (value: number) => String(value).padStart(2, '0')

/** A serial day as 'YYYY-MM-DD' or 'YYYY-MM-DD HH:mm:ss'; its clock has no zone, so it is WIB like every text without one. */
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
    // Phone numbers kept as numbers have up to 15 digits; 6.28E+12 is not what anybody typed.
    return Number.isInteger(value) ? value.toFixed(0) : String(value)
  }
  return cell?.t === 'e' ? (cell.w ?? '#N/A') : String(value)
}

function readRows(library: Library, book: WorkBook): CsvRecord[] {
  const name = book.SheetNames[0]
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

/** The first sheet of a workbook whose parts are within the limits. Throws ImportFileError. */
export async function readWorkbook(bytes: Uint8Array): Promise<{ sheet: string; records: CsvRecord[] }> {
  const library = await import('@e965/xlsx')
  try {
    const options = { type: 'array', dense: true, sheets: 0, cellNF: true, cellFormula: false, cellHTML: false, cellText: false } as const
    const book = library.read(bytes, options)
    return { sheet: book.SheetNames[0] ?? '', records: readRows(library, book) }
  } catch (error) {
    if (error instanceof ImportFileError) throw error
    const message = error instanceof Error ? error.message : ''
    throw new ImportFileError(/password|encrypt/i.test(message) ? 'password' : 'damaged')
  }
}

/** What an old container (OLE) holds: a workbook, or a new one behind a password. */
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
