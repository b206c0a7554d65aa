/** Reads a chosen file as a table of texts. Its type is detected from its bytes, not its name. */
import { type CsvRecord, guessSeparator, parseCsv, type Separator } from './csv.ts'
import { decodeText, type Encoding } from './decode-text.ts'
import { decompressWorkbook } from './decompress.ts'
import { ImportFileError } from './file-problem.ts'
import { importLimits } from './limits.ts'
import { plainCell } from './safe-cell.ts'
import { oleKind, readWorkbook } from './workbook.ts'

export interface TableRow {
  /** Spreadsheet row number: the first line is 1. */
  number: number
  cells: string[]
}

export interface ImportTable {
  kind: 'xlsx' | 'xls' | 'csv'
  /** Of csv files. */
  encoding?: Encoding
  separator?: Separator
  /** Of workbooks: the sheet read, always the first. */
  sheet?: string
  header: string[]
  rows: TableRow[]
}

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, at) => bytes[at] === byte)

/** Signatures of files without an early zero byte, which could pass for text. */
const others: readonly number[][] = [
  [0x25, 0x50, 0x44, 0x46],
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
]

async function readAny(bytes: Uint8Array): Promise<Omit<ImportTable, 'header' | 'rows'> & { records: CsvRecord[] }> {
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04)) return { kind: 'xlsx', ...(await readWorkbook(decompressWorkbook(bytes))) }
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    const kind = await oleKind(bytes)
    if (kind !== 'xls') throw new ImportFileError(kind ?? 'not_spreadsheet')
    return { kind, ...(await readWorkbook(bytes)) }
  }
  const decoded = others.some((head) => starts(bytes, ...head)) ? null : decodeText(bytes)
  if (!decoded || /^\s*<(?:!doctype|html|table|\?xml)/i.test(decoded.text)) throw new ImportFileError('not_spreadsheet')
  const separator = guessSeparator(decoded.text)
  return { kind: 'csv', encoding: decoded.encoding, separator, records: parseCsv(decoded.text, separator) }
}

/** Maximum lines of a title above the table. */
const titleLines = 20
const filled = ({ cells }: CsvRecord) => cells.filter((cell) => cell.trim() !== '').length

/** Drops a title above the table, often one merged cell: lines with one filled cell before the first with more. */
function withoutTitle(records: readonly CsvRecord[]): readonly CsvRecord[] {
  const at = records.slice(0, titleLines + 1).findIndex((record) => filled(record) > 1)
  return at > 0 ? records.slice(at) : records
}

/** Reads xlsx, xls or csv; the first non-empty line below a title is the header. Throws ImportFileError. */
export async function readTable(bytes: Uint8Array): Promise<ImportTable> {
  if (bytes.length === 0) throw new ImportFileError('empty')
  if (bytes.length > importLimits.bytes) throw new ImportFileError('too_large')
  const { records, ...about } = await readAny(bytes)
  const [first, ...rest] = withoutTitle(records)
  if (!first) throw new ImportFileError('empty')
  if (rest.length === 0) throw new ImportFileError('no_rows')
  const clean = (cells: readonly string[]) => cells.map((cell) => plainCell(cell.trim()).replaceAll('\0', ''))
  return { ...about, header: clean(first.cells), rows: rest.map(({ number, cells }) => ({ number, cells: clean(cells) })) }
}
