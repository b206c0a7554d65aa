/** Rows of JSON as the file that they could have been: a bare array, or `{ rows }` beside what else the form holds. */
import { importLimits } from '#contract/import/limits.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { ApiError, fieldError } from './problem.ts'

const quoted = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : toText(value)
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * A file of these rows, whose first line names the columns in the order in which they come up; a line ends with the last cell that its
 * row has, so that the file is about as long as what it was made of.
 */
function fileOf(rows: readonly Readonly<Record<string, unknown>>[]): File {
  const places = new Map<string, number>()
  const lines = rows.map((row) => {
    const cells: string[] = []
    for (const [name, value] of Object.entries(row)) {
      const place = places.get(name) ?? places.size
      // One column too many is enough for the reader to refuse the file.
      if (place > importLimits.columns) continue
      places.set(name, place)
      cells[place] = quoted(value)
    }
    return cells.join(',')
  })
  return new File([[[...places.keys()].map(quoted).join(','), ...lines].join('\n')], 'rows.csv', { type: 'text/csv' })
}

/** The form that a JSON body stands for, with its rows as the file `name`. Throws 422 for rows that are none, or too many. */
export function formOfRows(body: unknown, name: string): Record<string, unknown> {
  const { rows, ...rest } = isRecord(body) ? body : { rows: body }
  if (!Array.isArray(rows) || !rows.every(isRecord)) throw fieldError('rows', 'type')
  if (rows.length > importLimits.rows) throw new ApiError('too_large')
  return { ...rest, [name]: fileOf(rows) }
}
