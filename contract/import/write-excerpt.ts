/** Writes rows of a file as a workbook with a note on each, to be corrected and imported again. */
import type { ImportTable } from './read-table.ts'
import { workbookCell } from './safe-cell.ts'

/** Notes by row number; rows without one are left out. */
export type RowNotes = ReadonlyMap<number, string>

export interface Excerpt {
  /** Names of its columns; the last is that of the notes. */
  header: string[]
  content: Uint8Array<ArrayBuffer>
}

/** Cells are text as in the file, so that no program converts them. `title`: header of the notes. */
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
  const sheet = library.utils.aoa_to_sheet(lines.map((cells) => cells.map(workbookCell)))
  const content = library.write(library.utils.book_new(sheet), { type: 'array', bookType: 'xlsx', compression: true })
  return { header: line(header, title), content: new Uint8Array(content) }
}
