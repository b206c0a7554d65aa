/** Columns whose dates have the month first, as an American program writes them. */
import type { TableRow } from './read-table.ts'

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?=$|[ ,T])/

const firstTwo = (cell: string): [number, number] | null => {
  const found = slashed.exec(cell.slice(0, 40))
  return found && [Number(found[1]), Number(found[2])]
}

/** Whether some dates of a column can only be month, day, year, and none only day, month, year. */
function isMonthFirst(rows: readonly TableRow[], at: number): boolean {
  let [months, days] = [0, 0]
  for (const { cells } of rows) {
    const pair = firstTwo(cells[at] ?? '')
    if (pair && pair[1] > 12) months += 1
    if (pair && pair[0] > 12) days += 1
  }
  return months > 0 && days === 0
}

/** Puts the day first in such columns, in place: without, 08/03 beside 08/31 would silently be the eighth of March. */
export function dayFirst(rows: TableRow[]): TableRow[] {
  const width = rows.reduce((max, { cells }) => Math.max(max, cells.length), 0)
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) => isMonthFirst(rows, at))
  for (const { cells } of columns.length ? rows : []) for (const at of columns) cells[at] = (cells[at] ?? '').replace(slashed, '$2/$1/$3')
  return rows
}
