import { Download, FileSpreadsheet } from 'lucide-react'
import { useId, useRef } from 'react'
import { has, t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Label } from '#console/ui/label.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { Segmented } from '#console/ui/radio.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Select } from '#console/ui/select.tsx'
import { importPolicies, perFileFields, type SheetImport } from '#contract/import/import-calls.ts'
import { columnNames, columnProblems } from '#contract/import/sheet-columns.ts'
import type { Field } from '#contract/kit/field/field.ts'
import type { Filter } from '#contract/kit/field/list-query.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { useReferenceOptions } from '../actions/reference-options.ts'
import { formatNumber } from '../text/format.ts'
import { fieldLabel } from '../text/labels.ts'
import { useMay } from '../text/permissions.ts'
import { HowRead } from './how-read.tsx'
import { columnLabel, ImportOutcome } from './import-outcome.tsx'
import { useImport } from './use-import.ts'

const accept = '.xlsx,.xls,.csv,.tsv,.vcf'

/** Reason why a file was refused, translated where possible. */
function wordsOf(section: Section, { problem, problem_code, columns }: SheetImport): string {
  const [wrong] =
    problem_code === 'mapping'
      ? columnProblems(
          columns.map(({ field }) => field),
          section,
        )
      : []
  if (wrong) return t(`sheets.${wrong.code}`, { name: columnLabel(section, wrong.field) })
  const id = `import.file.${problem_code ?? ''}`
  // Those with a number in them are said by the server.
  return has(id) && !problem?.match(/\d/) ? t(id as 'import.file.empty') : (problem ?? '')
}

interface Props {
  section: Section
  onClose: () => void
}

function Columns({ section, state }: { section: Section; state: ReturnType<typeof useImport> }) {
  const { found, mapping } = state
  if (!found || !mapping) return null
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{t('sheets.columns')}</legend>
      {found.columns.map(({ header }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
        <div key={at} className="grid grid-cols-2 items-center gap-3 text-sm">
          <span className="truncate">{header || '—'}</span>
          <Select
            aria-label={header || t('sheets.column')}
            value={mapping[at] ?? ''}
            onChange={(event) => state.setColumn(at, event.currentTarget.value || null)}
          >
            <option value="">{t('sheets.leaveOut')}</option>
            {columnNames(section).map((name) => (
              <option key={name} value={name}>
                {columnLabel(section, name)}
              </option>
            ))}
          </Select>
        </div>
      ))}
    </fieldset>
  )
}

const noFilters: readonly Filter[] = []

/** One record that all new ones of the file refer to, such as a sector. */
function PerFileChoice({ name, field, state }: { name: string; field: Field; state: ReturnType<typeof useImport> }) {
  const value = state.perFile[name] ?? ''
  const { offered } = useReferenceOptions({ to: field.to ?? '', filters: noFilters, text: '', chosen: value ? [value] : [] })
  const label = fieldLabel(name, field)
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{t('sheets.perFile', { name: label })}</Label>
      <Select id={id} value={value} onChange={(event) => state.setPerFile(name, event.currentTarget.value)}>
        <option value="">{t('kit.choose')}</option>
        {offered.map(({ id: fieldId, label: shown }) => (
          <option key={fieldId} value={fieldId}>
            {shown}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** Values without a column, chosen once. */
function PerFile({ section, state }: { section: Section; state: ReturnType<typeof useImport> }) {
  const open = Object.entries(perFileFields(section)).filter(([name]) => !state.mapping?.includes(name))
  if (!state.found) return null
  return open.map(([name, field]) => <PerFileChoice key={name} name={name} field={field} state={state} />)
}

/** Imports a file: a trial run first, then storing after a confirmation; the server continues when the window closes. */
export function ImportWindow({ section, onClose }: Props) {
  const state = useImport(section)
  const { file, found, shown, busy, percent, trouble, duplicates } = state
  const may = useMay(section)
  const key = section.import?.key ?? ''
  const duplicatesLabel = t('sheets.duplicates', { name: fieldLabel(key, section.fields[key]) })
  const input = useRef<HTMLInputElement>(null)
  const isOver = found !== null && !busy && ['done', 'cancelled', 'undone'].includes(found.state)
  const done = found ? found.created + found.updated + found.skipped + found.failed : 0
  const toStore = found?.state === 'checked' ? found.created + found.updated : 0
  const choose = (
    <Button onClick={() => input.current?.click()} disabled={busy}>
      {t(file ? 'sheets.another' : 'sheets.choose')}
    </Button>
  )
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('sheets.title', { name: t(`nav.${section.name}`) })}
      description={file?.name ?? t('sheets.detail')}
      closeLabel={t('app.close')}
      className="sm:max-w-2xl"
      footer={
        (file || found) && (
          <>
            {file && choose}
            {found?.undo_until && !busy && <Button onClick={() => void state.undo()}>{t('sheets.undo')}</Button>}
            {found && !isOver && !busy && <Button onClick={state.check}>{t('sheets.check')}</Button>}
            {toStore > 0 && (
              <Button variant="primary" disabled={busy} onClick={state.start}>
                {t('sheets.store', { count: toStore, shown: formatNumber(toStore) })}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4 px-5 py-4">
        <input
          ref={input}
          type="file"
          accept={accept}
          className="sr-only"
          tabIndex={-1}
          aria-label={t('sheets.choose')}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? []
            if (chosen) state.choose(chosen)
            event.currentTarget.value = ''
          }}
        />
        {!file && (
          <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-10 text-center">
            <FileSpreadsheet aria-hidden="true" className="size-6 text-muted-foreground" />
            <p className="text-sm text-muted-foreground">{t('sheets.hint')}</p>
            <div className="flex flex-wrap justify-center gap-2">
              {choose}
              <Button variant="quiet" onClick={() => void state.template()}>
                <Download aria-hidden="true" />
                {t('sheets.template')}
              </Button>
            </div>
          </div>
        )}
        {trouble && <Alert tone="danger">{trouble}</Alert>}
        {found?.problem && !busy && <Alert tone="danger">{wordsOf(section, found)}</Alert>}
        {busy && (
          <div role="status" className="flex flex-col gap-2">
            <p className="text-sm">
              {t(percent !== null ? 'sheets.sending' : found?.state === 'undoing' ? 'sheets.undoing' : 'sheets.working')}
            </p>
            <Progress
              label={t('sheets.working')}
              {...(percent !== null ? { value: percent } : found && found.total > 0 && { value: (done / found.total) * 100 })}
            />
            <p className="text-xs text-muted-foreground">{t('sheets.goesOn')}</p>
          </div>
        )}
        {found && !busy && <ImportOutcome section={section} found={found} onDownload={() => void state.failures()} />}
        {!isOver && !busy && (
          <>
            {found && may.update && !section.import?.fields && (
              <div className="flex flex-col gap-2">
                <p className="text-sm font-medium">{duplicatesLabel}</p>
                <Segmented
                  label={duplicatesLabel}
                  value={duplicates}
                  options={importPolicies.map((value) => ({ value, label: t(`sheets.policy.${value}`) }))}
                  onChange={state.setDuplicates}
                />
              </div>
            )}
            {found && shown && (
              <HowRead
                choice={state.table}
                sheet={shown.sheet}
                sheets={shown.sheets ?? []}
                headerRow={shown.header_row ?? 1}
                header={shown.columns.map(({ header }) => header)}
                top={(shown.top ?? []).map(({ row, cells }) => ({ row, text: cells ?? '' }))}
                hiddenRows={shown.hidden_rows}
                busy={busy}
                onChange={state.readAgain}
              />
            )}
            <PerFile section={section} state={state} />
            <Columns section={section} state={state} />
          </>
        )}
      </div>
    </ResponsiveDialog>
  )
}
