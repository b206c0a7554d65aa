import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { isNamePart } from '#contract/import/columns.ts'
import type { SheetFailure, SheetImport } from '#contract/import/import-calls.ts'
import { importFields } from '#contract/import/sheet-columns.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { formatNumber } from '../text/format.ts'
import { fieldLabel } from '../text/labels.ts'
import { useMay } from '../text/permissions.ts'
import { problemText } from '../text/problem-text.ts'
import { recordLink } from '../text/section-link.ts'

const shownFailures = 20

/** Label of a column that a file may have. */
export const columnLabel = (section: Section, name: string) =>
  isNamePart(name) ? t(`import.part.${name}`) : fieldLabel(name, importFields(section)[name])

interface Props {
  section: Section
  found: SheetImport
  onDownload: () => void
}

function Counts({ found }: { found: SheetImport }) {
  const counts = (['created', 'updated', 'skipped', 'failed'] as const).filter((name) => found[name] > 0 || name === 'created')
  return (
    <dl className="flex flex-wrap gap-2" data-import={found.state}>
      {counts.map((name) => (
        <div key={name} className="rounded-md border px-3 py-1.5">
          <dt className="text-xs text-muted-foreground">{t(`sheets.${name}`)}</dt>
          <dd className={`text-lg font-semibold tabular-nums ${name === 'failed' ? 'text-danger-text' : ''}`}>
            {formatNumber(found[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Text of a problem, translated. */
function failureText(section: Section, { field, code, message, params }: SheetFailure): string {
  const known = Object.entries(params ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  return problemText({ code, message, ...(params && { params: Object.fromEntries(known) }) }, importFields(section)[field])
}

interface FailureRowsProps {
  section: Section
  rows: readonly SheetFailure[]
  label: string
  tone: string
}

/** The first rows with a cell that has a problem. */
function FailureRows({ section, rows, label, tone }: FailureRowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="overflow-x-auto rounded-md border" aria-label={label} tabIndex={0}>
      <table className="w-full text-sm">
        <thead className="text-xs text-muted-foreground">
          <tr>
            {(['row', 'column', 'cell', 'problem'] as const).map((name) => (
              <th key={name} className="px-3 py-1.5 text-start font-medium">
                {t(`sheets.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border/60">
          {rows.slice(0, shownFailures).map((failure) => (
            <tr key={`${failure.row} ${failure.field}`}>
              <td className="px-3 py-1.5 tabular-nums">{formatNumber(failure.row)}</td>
              <td className="px-3 py-1.5">{columnLabel(section, failure.field)}</td>
              <td className="max-w-40 truncate px-3 py-1.5">
                <bdi>{failure.value}</bdi>
              </td>
              <td className={`px-3 py-1.5 ${tone}`}>{failureText(section, failure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The first rows that were not stored, and a download of all of them. */
function Failures({ section, found, onDownload }: Props) {
  if (!found.failures.length) return null
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="text-sm text-muted-foreground">
          {found.failed > found.failed_rows
            ? t('sheets.failedFirst', { shown: formatNumber(found.failed_rows), all: formatNumber(found.failed) })
            : t('sheets.failedHint')}
        </p>
        <Button size="small" onClick={onDownload}>
          <Download aria-hidden="true" />
          {t('sheets.failedFile')}
        </Button>
      </div>
      <FailureRows section={section} rows={found.failures} label={t('sheets.failed')} tone="text-danger-text" />
      {found.failures.length > shownFailures && <p className="text-xs text-muted-foreground">{t('sheets.failedMore')}</p>}
    </div>
  )
}

/** Rows that are stored, and to be checked. */
function Warnings({ section, found }: Pick<Props, 'section' | 'found'>) {
  if (!found.warnings.length) return null
  return (
    <div className="flex flex-col gap-2" data-import-warnings={found.warnings.length}>
      <p className="text-sm font-medium">{t('import.warnings')}</p>
      <FailureRows section={section} rows={found.warnings} label={t('import.warnings')} tone="text-warning-text" />
    </div>
  )
}

/** Records that an undo kept, because they were changed or are referred to. */
function Kept({ section, found }: { section: Section; found: SheetImport }) {
  const may = useMay(section)
  if (!found.kept_rows.length) return null
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium">{t('sheets.kept')}</p>
      <ul className="divide-y divide-border/60 rounded-md border">
        {found.kept_rows.map(({ row, ref, name, gone }) => (
          <li key={row} className="flex gap-3 px-3 py-1.5">
            <span className="text-muted-foreground tabular-nums">{formatNumber(row)}</span>
            {ref && !gone ? (
              <Link
                {...recordLink(section.name, ref, {}, may.update)}
                className="truncate underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
              >
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <span className="truncate text-muted-foreground">
                <bdi>{name}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a trial run or an import came to: how many rows, those that an undo kept, and those that were not stored. */
export function ImportOutcome({ section, found, onDownload }: Props) {
  return (
    <>
      {found.total > 0 && (
        <>
          <p className="text-sm font-medium">{t(`sheets.is.${found.state}`)}</p>
          <Counts found={found} />
        </>
      )}
      <Kept section={section} found={found} />
      <Failures section={section} found={found} onDownload={onDownload} />
      <Warnings section={section} found={found} />
    </>
  )
}
