import { decodeText } from '#contract/import/decode-text.ts'
import { readTable } from '#contract/import/read-table.ts'
import { type RawPrice, readPriceText } from '#contract/market/price-file.ts'

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Parses prices from xlsx, xls or csv; null where there is no price table. */
export async function readPrices(file: File): Promise<RawPrice[] | null> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const { kind, header, rows } = await readTable(bytes)
    if (kind === 'csv') return readPriceText(decodeText(bytes)?.text ?? '')
    const lines = [{ number: 1, cells: header }, ...rows]
    const found = readPriceText(lines.map(({ cells }) => cells.map(cell).join()).join('\n'))
    return found.map((row) => ({ ...row, row: lines[row.row - 1]?.number ?? row.row }))
  } catch {
    return null
  }
}
