import { useConnection } from '#console/data/api/connection.ts'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { ReferenceNames } from '#console/kit/parts/reference-names.tsx'
import { formatDateTime, formatList, formatNumber } from '#console/kit/text/format.ts'
import { choiceLabel, fieldLabel } from '#console/kit/text/labels.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { Segmented } from '#console/ui/radio.tsx'
import { importTargets, isNamePart } from '#contract/import/columns.ts'
import { duplicatePolicies } from '#contract/import/import-calls.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { ImportRow } from '#contract/leads/lead-import.ts'
import { keep, runCheck } from './actions.ts'
import { BadRows } from './bad-rows.tsx'
import { expected, outcomes, outcomesOf } from './expected.ts'
import { Count, Footer } from './frame.tsx'
import { startImport } from './run.ts'
import { change, useImport } from './state.ts'

function PreviewCell({ row, target }: { row: ImportRow; target: (typeof importTargets)[number] }) {
  if (target === 'source') return <bdi>{(row.lead_sources ?? []).map(({ source }) => source).join(', ') || '–'}</bdi>
  const value = target === 'notes' ? [row.notes, row.other_contacts].filter(Boolean).join(' · ') : row[target]
  if (value === null || value === undefined || value === '') return '–'
  if (target === 'campaign_id') return <ReferenceNames source="campaign" values={[value].flat()} />
  if (target === 'sales') return value === 0 ? choiceLabel('0') : <ReferenceNames source="user/sales" values={[value].flat()} />
  if (target === 'status') return choiceLabel(value)
  if (target === 'last_follow_up' || target === 'next_follow_up') return formatDateTime(toText(value))
  return <bdi {...(target === 'phone' && { dir: 'ltr' })}>{Array.isArray(value) ? value.join(', ') : String(value)}</bdi>
}

/** The first rows, with their outcome once the phones were checked. */
function Preview({ rows }: { rows: readonly ImportRow[] }) {
  const { mapping, duplicates, check } = useImport()
  const becomes = check.existing ? outcomesOf(rows, check.existing, duplicates) : []
  const isShown: Partial<Record<(typeof importTargets)[number], boolean>> = {
    name: mapping.some(isNamePart),
    notes: rows.some(({ other_contacts }) => other_contacts),
  }
  const shown = importTargets.filter((target) => mapping.includes(target) || isShown[target])
  const cell = 'px-3 py-2 text-start align-top'
  if (rows.length === 0) return null
  return (
    <div className="overflow-hidden rounded-xl border bg-card">
      <h2 id="import-preview" className="border-b px-3 py-2.5 text-sm font-semibold">
        {t('import.preview')}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-labelledby="import-preview">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted-foreground">
            <tr>
              <th scope="col" className={`${cell} font-medium`}>
                {t('import.row')}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {t('import.outcome')}
              </th>
              {shown.map((target) => (
                <th key={target} scope="col" className={`${cell} whitespace-nowrap font-medium`}>
                  {fieldLabel(target)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr
                key={row.row}
                className={`border-t ${becomes[at] === 'skipped' ? 'text-muted-foreground' : ''}`}
                data-preview-row={row.row}
              >
                <td className={`${cell} tabular-nums text-muted-foreground`}>{row.row}</td>
                <td className={`${cell} whitespace-nowrap`}>{becomes[at] ? t(`import.will.${becomes[at]}`) : '…'}</td>
                {shown.map((target) => (
                  <td key={target} dir="auto" className={`${cell} max-w-60 truncate rtl:text-right`}>
                    <PreviewCell row={row} target={target} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function Duplicates() {
  const { duplicates, check } = useImport()
  const mayUpdate = holds(useAccess(), 'update crm')
  const ways = duplicatePolicies.filter((policy) => policy !== 'update' || mayUpdate)
  if (!check.found || (check.found.repeated === 0 && !check.existing?.size)) return null
  return (
    <section className="rounded-xl border bg-card p-4" aria-labelledby="import-duplicates">
      <h2 id="import-duplicates" className="text-sm font-semibold">
        {t('import.duplicates')}
      </h2>
      <p className="mb-3 text-sm text-muted-foreground">
        {check.existing && check.existing.size > 0 && `${t('import.existing', { count: check.existing.size })} `}
        {check.found.repeated > 0 && t('import.repeated', { count: check.found.repeated })}
      </p>
      <Segmented
        label={t('import.duplicates')}
        className="flex max-w-full flex-wrap"
        value={duplicates}
        options={ways.map((policy) => ({ value: policy, label: t(`import.way.${policy}`) }))}
        onChange={(policy) => {
          change({ duplicates: policy })
          void keep()
        }}
      />
      <p className="mt-2 text-xs text-muted-foreground">{t(`import.wayHint.${duplicates}`)}</p>
    </section>
  )
}

/** Dry run: rows to store, rows refused with reasons, and known phones. */
export function StepCheck() {
  const { check, busy, trouble, duplicates } = useImport()
  const offline = useConnection() !== 'online'
  const { found, percent, existing } = check
  const sums = found && expected(found.good, found.phones.length, existing?.size ?? 0, duplicates)
  const said = sums
    ? outcomes.filter((each) => sums[each] > 0).map((each) => t(`import.count.${each}`, { shown: formatNumber(sums[each]) }))
    : []
  return (
    <>
      {offline && busy && (
        <Alert tone="warning">
          <strong className="font-medium">{t('connection.none')}</strong> {t('import.offline')}
        </Alert>
      )}
      {busy && <Progress label={t('import.checking')} value={percent} className="my-1" />}
      {busy && !found && (
        <p role="status" className="text-sm text-muted-foreground">
          {t('import.checking')}
        </p>
      )}
      {found && sums && (
        <>
          <dl className="flex flex-wrap gap-2" data-import-check>
            {outcomes.map((each) => (
              <Count key={each} label={t(`import.${each}`)} value={sums[each]} />
            ))}
            <Count label={t('import.badRows')} value={found.badRows} tone={found.badRows ? 'text-danger-text' : ''} />
          </dl>
          <Duplicates />
          <Preview rows={found.preview} />
          <BadRows rows={found.bad} />
          <BadRows rows={found.warnings} warning />
        </>
      )}
      <Footer>
        <Button onClick={() => change({ step: 'columns', busy: false, trouble: null })}>{t('app.back')}</Button>
        {trouble && !busy && <Button onClick={() => void runCheck()}>{t('app.retry')}</Button>}
        <Button variant="primary" disabled={busy || !sums || sums.created + sums.updated === 0} onClick={() => void startImport()}>
          {said.length > 0 ? t('import.start', { outcome: formatList(said) }) : t('import.import')}
        </Button>
      </Footer>
    </>
  )
}
