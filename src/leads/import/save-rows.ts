import { t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/actions/save-file.ts'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { importTargets } from '#contract/import/columns.ts'
import { type ImportFailure, workbookType } from '#contract/import/import-calls.ts'
import { importRowFields } from '#contract/leads/lead-import.ts'
import { troubleOf } from './actions.ts'
import { writeRows } from './reader.ts'
import { rememberMapping } from './remembered.ts'
import { change, importStore } from './state.ts'

/** Translated problem of a cell: a refused choice lists the valid ones. */
export function failureText({ field, problem }: ImportFailure): string {
  const target = importTargets.find((each) => each === field)
  return problemText(problem, target && target !== 'source' ? importRowFields[target] : undefined)
}

const noteOf = (failure: ImportFailure) => `${fieldLabel(failure.field)}: ${failureText(failure)}`

/** Downloads the rows of the file with these problems and their reasons, to be corrected and imported again. */
export async function saveRows(problems: readonly ImportFailure[], suffix: 'problems' | 'warnings'): Promise<void> {
  const { file, mapping } = importStore.get()
  if (!file) return
  const notes = new Map<number, string>()
  for (const problem of problems) {
    const earlier = notes.get(problem.row)
    notes.set(problem.row, earlier === undefined ? noteOf(problem) : `${earlier}; ${noteOf(problem)}`)
  }
  change({ trouble: null })
  try {
    const { header, content } = await writeRows(file.blob, notes, t('import.reason'))
    // Its columns keep their meaning, whatever their names.
    rememberMapping(
      header,
      header.map((_, at) => mapping[at] ?? null),
    )
    saveFile(new Blob([content], { type: workbookType }), `${file.name.replace(/\.\w+$/, '')}-${suffix}.xlsx`)
  } catch (error) {
    change({ trouble: troubleOf(error) })
  }
}
