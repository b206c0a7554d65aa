/** Rows of JSON as the file that they could have been: a bare array, or `{ rows }` beside what else the form holds. */
import { importLimits } from '#contract/import/limits.ts'
import { isRecord } from '#contract/kit/guards.ts'
import { ApiError, fieldError } from './problem.ts'

const quoted = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** A file of these rows, whose first line names the columns in the order in which they come up. */
function fileOf(rows: readonly Readonly<Record<string, unknown>>[]): File {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) if (names.size <= importLimits.columns) names.add(name)
  const header = [...names]
  const lines = rows.map((row) => header.map((name) => quoted(Object.hasOwn(row, name) ? row[name] : '')).join(','))
  return new File([[header.map(quoted).join(','), ...lines].join('\n')], 'rows.csv', { type: 'text/csv' })
}

/** The form that a JSON body stands for, with its rows as the file `name`. Throws 422 for rows that are none, or too many. */
export function formOfRows(body: unknown, name: string): Record<string, unknown> {
  const { rows, ...rest } = isRecord(body) ? body : { rows: body }
  if (!Array.isArray(rows) || !rows.every(isRecord)) throw fieldError('rows', 'type')
  if (rows.length > importLimits.rows) throw new ApiError('too_large')
  return { ...rest, [name]: fileOf(rows) }
}
