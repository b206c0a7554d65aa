import { byteOrderMark, csvLine } from '#contract/import/safe-cell.ts'
import type { StoredFile } from '#contract/kit/field.ts'
import type { Platform } from '#server/platform/context.ts'
import type { StoredImport } from './state.ts'

/** The rows that were not stored, for whoever mends them; null when all were. */
export async function failureFile({ privateFiles }: Platform, { failures, file_name }: StoredImport): Promise<StoredFile | null> {
  if (!failures.length) return null
  const lines = failures.map(({ row, field, value, problem }) => csvLine([String(row), field, value, problem.message]))
  const text = byteOrderMark + csvLine(['Row', 'Field', 'Value', 'Problem']) + lines.join('')
  const name = `${file_name.replace(/\.\w+$/, '')}-problems.csv`
  return privateFiles.store(await privateFiles.inspect(new TextEncoder().encode(text), name))
}
