/** JSON rows in place of a file: an array, or `{ rows }` beside other form values. */

import { importLimits } from '#contract/import/limits.ts'
import { unmistakableDecimal } from '#contract/import/read-number.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { ApiError, fieldError } from './problem.ts'

/** A record that is named by its id, `{ id: 3 }`, stands for it; a decimal is written so that nobody takes it for thousands. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return unmistakableDecimal(toText(value), '.')
  if (isRecord(value) && (typeof value.id === 'number' || typeof value.id === 'string')) return toText(value.id)
  return typeof value === 'object' ? JSON.stringify(value) : toText(value)
}

const quoted = (value: unknown): string => `"${cellOf(value).replaceAll('"', '""')}"`

/**
 * Returns a csv file of these rows, with columns in order of appearance; a line ends with its row's last cell, which keeps the file about
 * as long as the JSON.
 */
function fileOf(rows: readonly Readonly<Record<string, unknown>>[]): File {
  const places = new Map<string, number>()
  const lines = rows.map((row) => {
    const cells: string[] = []
    for (const [name, value] of Object.entries(row)) {
      const place = places.get(name) ?? places.size
      // One column too many makes the reader refuse the file.
      if (place > importLimits.columns) continue
      places.set(name, place)
      cells[place] = quoted(value)
    }
    return cells.join(',')
  })
  return new File([[[...places.keys()].map(quoted).join(','), ...lines].join('\n')], 'rows.csv', { type: 'text/csv' })
}

/** Returns the form of a JSON body, with its rows as the file `name`. Throws 422 for invalid rows, or too many. */
export function formOfRows(body: unknown, name: string): Record<string, unknown> {
  const { rows, ...rest } = isRecord(body) ? body : { rows: body }
  if (!Array.isArray(rows) || !rows.every(isRecord)) throw fieldError('rows', 'type')
  if (rows.length > importLimits.rows) throw new ApiError('too_large')
  return { ...rest, [name]: fileOf(rows) }
}
