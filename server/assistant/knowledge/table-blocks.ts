/** Rows of tables, each with its header. */
import { guessSeparator, parseCsv } from '#contract/import/csv.ts'
import { decompressWorkbook } from '#contract/import/decompress.ts'
import { plainCell } from '#contract/import/safe-cell.ts'
import { readSheets } from '#contract/import/workbook.ts'
import { type Block, rowText } from '../bot/chunks.ts'

/** A single row is no header. */
export function tableBlocks(rows: readonly (readonly string[])[], heading: string | null = null): Block[] {
  const [first = [], ...rest] = rows.map((cells) => cells.map(plainCell))
  if (!rest.length) return first.some((cell) => cell.trim()) ? [{ text: rowText([], first), heading }] : []
  return rest.map((cells) => ({ text: rowText(first, cells), heading })).filter(({ text }) => text)
}

/** Throws ImportFileError. */
export const csvBlocks = (text: string): Block[] => tableBlocks(parseCsv(text, guessSeparator(text)).map(({ cells }) => cells))

/** Of every sheet. Throws ImportFileError. */
export async function workbookBlocks(bytes: Uint8Array): Promise<Block[]> {
  const sheets = await readSheets(decompressWorkbook(bytes))
  return sheets.flatMap(({ sheet, records }) =>
    tableBlocks(
      records.map(({ cells }) => cells),
      sheet,
    ),
  )
}
