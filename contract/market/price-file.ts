/**
 * Daily prices as files and feeds write them: separated values with headers
 * in English or Indonesian, or rows (docs/product/stock.md#daily-prices).
 */
import { headerKey } from '../import/columns.ts'
import { type CsvRecord, guessSeparator, parseCsv, type Separator, separators } from '../import/csv.ts'
import { ImportFileError } from '../import/file-problem.ts'
import { parseNumberText } from '../import/normalise.ts'
import { parseDateText } from '../lib/date-text.ts'

export const priceColumns = ['code', 'date', 'previous', 'high', 'low', 'close', 'volume'] as const
export type PriceColumn = (typeof priceColumns)[number]

/** A row as it came: whatever stood in its cells. `row` counts as a spreadsheet does, or from 1. */
export type RawPrice = { row: number } & Partial<Record<PriceColumn, unknown>>

const headers: Readonly<Record<PriceColumn, readonly string[]>> = {
  code: ['code', 'kode', 'kodesaham', 'ticker', 'symbol', 'stockcode', 'emiten'],
  date: ['date', 'tanggal', 'tanggalperdagangan', 'tanggalperdaganganterakhir', 'tradingdate'],
  previous: ['previous', 'prev', 'previousclose', 'sebelumnya'],
  high: ['high', 'tertinggi'],
  low: ['low', 'terendah'],
  close: ['close', 'penutupan', 'closingprice'],
  volume: ['volume', 'vol'],
}

const columnOf = (header: string): PriceColumn | null => priceColumns.find((name) => headers[name].includes(headerKey(header))) ?? null

const numeric = (cell: string): unknown => (cell.trim() === '' ? null : (parseNumberText(cell.trim()) ?? cell.trim()))

const isHeader = ({ cells }: CsvRecord) => {
  const found = new Set(cells.map(columnOf))
  return priceColumns.every((name) => found.has(name))
}

function tableOf(text: string, separator: Separator): { records: CsvRecord[]; at: number } | null {
  const records = parseCsv(text, separator)
  const at = records.findIndex(isHeader)
  return at < 0 ? null : { records, at }
}

/** Titles above the header and lines without a code are no rows. Throws ImportFileError for a text without the seven columns. */
export function readPriceText(text: string): RawPrice[] {
  const plain = text.replace(/^\uFEFF/, '')
  // A title above the header may have other signs in it.
  const [table] = [guessSeparator(plain), ...separators].flatMap((separator) => tableOf(plain, separator) ?? [])
  if (!table) throw new ImportFileError('not_spreadsheet')
  const { records, at } = table
  const columns = (records[at]?.cells ?? []).map(columnOf)
  return records.slice(at + 1).flatMap(({ number, cells }) => {
    const entries = columns.flatMap((name, place) => (name ? [[name, cells[place] ?? ''] as const] : []))
    const row: RawPrice = { row: number }
    for (const [name, cell] of entries) row[name] ??= name === 'code' || name === 'date' ? cell.trim() : numeric(cell)
    return row.code === '' ? [] : [row]
  })
}

/** The day of a cell: any spelling of `parseDateText`; null where it is none. */
export const priceDay = (value: unknown): string | null => (typeof value === 'string' ? (parseDateText(value)?.slice(0, 10) ?? null) : null)
