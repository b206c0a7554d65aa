/** The row that names the columns, and the sheet that holds the table. */
import { headerKey, targetOf } from './columns.ts'
import type { CsvRecord } from './csv.ts'
import type { SheetHead } from './workbook.ts'

/** Maximum lines of a title above the table. */
const titleLines = 20

const filled = ({ cells }: CsvRecord) => cells.filter((cell) => cell.trim() !== '')

/** Returns how many different columns a row names. `known`: keys of headers that are known besides. */
function namesIn(record: CsvRecord, known: ReadonlySet<string>): number {
  const cells = filled(record).slice(0, 200)
  const named = cells.flatMap((cell) => (known.has(headerKey(cell)) ? headerKey(cell) : (targetOf(cell) ?? [])))
  // A row of data may hold words that are names of columns, too.
  return named.length * 2 >= cells.length || named.length >= 4 ? new Set(named).size : 0
}

/** Returns the place of the header: the row that names most columns, else the first below a title of single cells. */
export function findHeader(records: readonly CsvRecord[], known: ReadonlySet<string>): { at: number; named: number } {
  const top = records.slice(0, titleLines + 1)
  const counts = top.map((record) => namesIn(record, known))
  const named = Math.max(0, ...counts)
  if (named > 1) return { at: counts.indexOf(named), named }
  return {
    at: Math.max(
      0,
      top.findIndex((record) => filled(record).length > 1),
    ),
    named,
  }
}

/** Returns the name of the sheet whose header names most columns, among those in sight; of several the first with rows below. */
export function findSheet(sheets: readonly SheetHead[], known: ReadonlySet<string>): string | undefined {
  const judged = sheets.map(({ sheet, records, isHidden }) => {
    const { at, named } = findHeader(records, known)
    const isTable = records.length - at > 1 && (records[at] ? filled(records[at]).length > 1 : false)
    return { sheet, worth: (isHidden ? 0 : 1_000) + named * 2 + (records.length - at > 1 ? 1 : 0) + (isTable ? 1 : 0) }
  })
  const best = Math.max(...judged.map(({ worth }) => worth))
  return judged.find(({ worth }) => worth === best)?.sheet
}
