/** Some rows of a file as a workbook, with a word on each: what is wrong with it, so that it can be corrected and imported again. */
import type { ImportTable } from './read-table.ts'
import { safeCell } from './safe-cell.ts'

/** The words by the number of their row; rows without any are left out. */
export type RowNotes = ReadonlyMap<number, string>

export interface Excerpt {
  /** What its columns are called; the last holds the words. */
  header: string[]
  content: Uint8Array<ArrayBuffer>
}

/** Every cell is a text as it stands in the file: no program makes another number or a formula of it. `title`: above the words. */
export async function writeExcerpt(
  { header, rows }: Pick<ImportTable, 'header' | 'rows'>,
  notes: RowNotes,
  title: string,
): Promise<Excerpt> {
  const library = await import('@e965/xlsx')
  const noted = rows.flatMap(({ number, cells }) => {
    const note = notes.get(number)
    return note === undefined ? [] : [{ cells, note }]
  })
  const width = noted.reduce((max, { cells }) => Math.max(max, cells.length), header.length)
  const line = (cells: readonly string[], last: string) => [...Array.from({ length: width }, (_, at) => cells[at] ?? ''), last]
  const lines = [line(header, title), ...noted.map(({ cells, note }) => line(cells, note))]
  const sheet = library.utils.aoa_to_sheet(lines.map((cells) => cells.map(safeCell)))
  const content = library.write(library.utils.book_new(sheet), { type: 'array', bookType: 'xlsx', compression: true })
  return { header: line(header, title), content: new Uint8Array(content) }
}
