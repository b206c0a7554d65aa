import { Download } from 'lucide-react'
import { useId } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { Button } from '#console/ui/button.tsx'
import { importTargets } from '#contract/import/columns.ts'
import { type ImportFailure, workbookType } from '#contract/import/import-calls.ts'
import { importRowFields } from '#contract/leads/lead-import.ts'
import { troubleOf } from './actions.ts'
import { writeRows } from './reader.ts'
import { rememberMapping } from './remembered.ts'
import { change, importStore, useImport } from './state.ts'

/** Translated problem of a cell: a refused choice lists the valid ones. */
function failureText({ field, problem }: ImportFailure): string {
  const target = importTargets.find((each) => each === field)
  return problemText(problem, target && target !== 'source' ? importRowFields[target] : undefined)
}

const noteOf = (failure: ImportFailure) => `${fieldLabel(failure.field)}: ${failureText(failure)}`

/** Downloads the rows of the file with these problems and their reasons, to be corrected and imported again. */
async function saveRows(problems: readonly ImportFailure[], suffix: 'problems' | 'warnings'): Promise<void> {
  const { file, mapping, choice } = importStore.get()
  if (!file) return
  const notes = new Map<number, string>()
  for (const problem of problems) {
    const earlier = notes.get(problem.row)
    notes.set(problem.row, earlier === undefined ? noteOf(problem) : `${earlier}; ${noteOf(problem)}`)
  }
  change({ trouble: null })
  try {
    const { header, content } = await writeRows(file.blob, choice, notes, t('import.reason'))
    // Its columns keep their meaning, whatever their names.
    rememberMapping(
      header,
      header.map((_, at) => mapping[at] ?? null),
    )
    await saveFile(new Blob([content], { type: workbookType }), `${file.name.replace(/\.\w+$/, '')}-${suffix}.xlsx`)
  } catch (error) {
    change({ trouble: troubleOf(error) })
  }
}

const shown = 100

interface Props {
  rows: readonly ImportFailure[]
  /** Stored, but to be checked. */
  warning?: boolean
}

/** Every row that is not stored or is to be checked: line, column and reason. All can be downloaded for correction. */
export function BadRows({ rows, warning = false }: Props) {
  const id = useId()
  const { file } = useImport()
  if (rows.length === 0) return null
  const cell = 'px-3 py-2 align-top'
  return (
    <div className="overflow-hidden rounded-xl border bg-card">
      <header className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <h2 id={id} className="me-auto text-sm font-semibold">
          {t(warning ? 'import.warnings' : 'import.problems')}
        </h2>
        {file && (
          <Button size="small" onClick={() => void saveRows(rows, warning ? 'warnings' : 'problems')}>
            <Download aria-hidden="true" />
            {t('import.download')}
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="max-h-80 overflow-auto" tabIndex={0} aria-labelledby={id}>
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-card text-xs text-muted-foreground">
            <tr className="text-start">
              {(['import.row', 'import.column', 'import.value', 'import.reason'] as const).map((heading) => (
                <th key={heading} scope="col" className={`${cell} text-start font-medium`}>
                  {t(heading)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map(({ row, field, value, problem }) => (
              <tr key={`${row} ${field} ${problem.code}`} className="border-t" {...{ [warning ? 'data-warned-row' : 'data-bad-row']: row }}>
                <td className={`${cell} tabular-nums`}>{row}</td>
                <td className={cell}>{fieldLabel(field)}</td>
                <td className={`${cell} max-w-48 break-words text-muted-foreground`}>
                  <bdi>{value || '–'}</bdi>
                </td>
                <td className={`${cell} ${warning ? 'text-warning-text' : 'text-danger-text'}`}>
                  {failureText({ row, field, value, problem })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <p className="border-t px-3 py-2 text-xs text-muted-foreground">{t('import.moreProblems', { count: rows.length - shown })}</p>
      )}
    </div>
  )
}
