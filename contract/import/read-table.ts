/** Reads a chosen file as a table of texts. Its type is detected from its bytes, not its name. */
import { unmarkedCell } from './cell-marks.ts'
import { type CsvRecord, guessSeparator, parseCsv, type Separator } from './csv.ts'
import { decodeText, type Encoding } from './decode-text.ts'
import { decompressWorkbook, isOpenDocument } from './decompress.ts'
import { type FileProblemCode, ImportFileError } from './file-problem.ts'
import { findHeader, findSheet } from './find-header.ts'
import { importLimits } from './limits.ts'
import { dayFirst } from './month-first.ts'
import { oleKind, readWorkbook, type SheetHead } from './workbook.ts'

export interface TableRow {
  /** Spreadsheet row number: the first line is 1. */
  number: number
  cells: string[]
}

/** What a person says about a file; what is absent is guessed. */
export interface TableChoice {
  sheet?: string
  /** Row number of the column names. */
  headerRow?: number
  /** Hidden and filtered rows are left out. */
  withoutHidden?: boolean
}

export interface ImportTable {
  kind: 'xlsx' | 'xls' | 'csv'
  /** Of csv files. */
  encoding?: Encoding
  separator?: Separator
  /** Of workbooks: the sheet read, and the names of all. */
  sheet?: string
  sheets?: string[]
  header: string[]
  /** Row number of the header. */
  headerRow: number
  /** The first rows of the sheet, to choose the header among them. */
  top: TableRow[]
  rows: TableRow[]
  /** Hidden rows below the header, whether read or not. */
  hiddenRows: number
}

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, at) => bytes[at] === byte)

/** Signatures of files without an early zero byte, which could pass for text. */
const others: readonly { head: readonly number[]; code: FileProblemCode }[] = [
  { head: [0x25, 0x50, 0x44, 0x46], code: 'pdf' },
  { head: [0xff, 0xd8, 0xff], code: 'picture' },
  { head: [0x89, 0x50, 0x4e, 0x47], code: 'picture' },
  { head: [0x47, 0x49, 0x46, 0x38], code: 'picture' },
  { head: [0x1f, 0x8b], code: 'not_spreadsheet' },
  { head: [0x52, 0x61, 0x72, 0x21], code: 'not_spreadsheet' },
  { head: [0x37, 0x7a, 0xbc, 0xaf], code: 'not_spreadsheet' },
]

/** What a text is that is no table. */
function otherText(text: string): FileProblemCode | null {
  const head = text.slice(0, 1_000).trimStart().toLowerCase()
  if (head.startsWith('begin:vcard')) return 'vcard'
  if (head.startsWith('begin:vcalendar')) return 'calendar'
  if (/^<(?:!doctype html|html|table|meta|head|body|div|style)/.test(head)) return 'web_page'
  return /^<(?:!doctype|\?xml)/.test(head) ? (head.includes('<html') ? 'web_page' : 'not_spreadsheet') : null
}

type Read = Pick<ImportTable, 'kind' | 'encoding' | 'separator' | 'sheet' | 'sheets'> & { records: CsvRecord[] }

async function readAny(bytes: Uint8Array, choose: (sheets: readonly SheetHead[]) => string | undefined): Promise<Read> {
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    if (isOpenDocument(bytes)) throw new ImportFileError('open_document')
    return { kind: 'xlsx', ...(await readWorkbook(decompressWorkbook(bytes), choose)) }
  }
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    const kind = await oleKind(bytes)
    if (kind !== 'xls') throw new ImportFileError(kind ?? 'not_spreadsheet')
    return { kind, ...(await readWorkbook(bytes, choose)) }
  }
  const other = others.find(({ head }) => starts(bytes, ...head))
  const decoded = other ? null : decodeText(bytes)
  const code = decoded ? otherText(decoded.text) : (other?.code ?? 'not_spreadsheet')
  if (!decoded || code) throw new ImportFileError(code ?? 'not_spreadsheet')
  const separator = guessSeparator(decoded.text)
  return { kind: 'csv', encoding: decoded.encoding, separator, records: parseCsv(decoded.text, separator) }
}

const clean = ({ number, cells }: CsvRecord): TableRow => ({ number, cells: cells.map(unmarkedCell) })
const maxTop = 10

/**
 * Reads xlsx, xls or csv. `known`: keys of headers that the section knows, beside those of contacts. Throws ImportFileError, also for a
 * chosen sheet or row that is not there.
 */
export async function readTable(bytes: Uint8Array, choice: TableChoice = {}, known: ReadonlySet<string> = new Set()): Promise<ImportTable> {
  if (bytes.length === 0) throw new ImportFileError('empty')
  if (bytes.length > importLimits.bytes) throw new ImportFileError('too_large')
  const choose = (sheets: readonly SheetHead[]) =>
    choice.sheet === undefined ? findSheet(sheets, known) : sheets.find(({ sheet }) => sheet === choice.sheet)?.sheet
  const { records, ...about } = await readAny(bytes, choose)
  if (choice.sheet !== undefined && about.sheet !== choice.sheet) throw new ImportFileError('no_sheet')
  if (!records.length) throw new ImportFileError('empty')
  const { headerRow } = choice
  const at = headerRow === undefined ? findHeader(records, known).at : records.findIndex(({ number }) => number === headerRow)
  const header = records[at]
  if (!header) throw new ImportFileError('no_header', { row: headerRow ?? 1 })
  const above = records[at - 1]
  const isTwoRows = above?.number === header.number - 1 && above.cells.filter((cell) => cell.trim() !== '').length > 1
  // Of names over two rows, the upper one stands where there is no lower one.
  const names = isTwoRows ? Array.from(above.cells, (cell, place) => header.cells[place]?.trim() || cell) : []
  const below = records.slice(at + 1)
  if (below.length === 0) throw new ImportFileError('no_rows')
  const rows = choice.withoutHidden ? below.filter(({ isHidden }) => !isHidden) : below
  return {
    ...about,
    header: clean({ ...header, cells: [...names, ...header.cells.slice(names.length)] }).cells,
    headerRow: header.number,
    top: records.slice(0, maxTop).map(clean),
    rows: dayFirst(rows.map(clean)),
    hiddenRows: below.filter(({ isHidden }) => isHidden).length,
  }
}
