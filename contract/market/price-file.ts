/** Parser of daily prices: separated values with English or Indonesian headers, or rows (docs/product/stock.md#daily-prices). */
import { headerKey } from '../import/columns.ts'
import { type CsvRecord, guessSeparator, parseCsv, type Separator, separators } from '../import/csv.ts'
import { ImportFileError } from '../import/file-problem.ts'
import { parseNumberText } from '../import/read-number.ts'
import { parseDateText } from '../lib/date-text.ts'

export const priceColumns = ['code', 'date', 'previous', 'high', 'low', 'close', 'volume'] as const
export type PriceColumn = (typeof priceColumns)[number]

/** A row with its raw cells. `row` is the spreadsheet row number, or counts from 1. */
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

/** Skips titles above the header and lines without a code. Throws ImportFileError if one of seven columns is absent. */
export function readPriceText(text: string): RawPrice[] {
  const plain = text.replace(/^\uFEFF/, '')
  // A title above may contain other separators.
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

/** Returns the day of a cell, as `parseDateText` reads it; null if none. */
export const priceDay = (value: unknown): string | null => (typeof value === 'string' ? (parseDateText(value)?.slice(0, 10) ?? null) : null)
