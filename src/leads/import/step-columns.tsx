import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useAccess, useSession } from '#console/data/api/session.ts'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { HowRead } from '#console/kit/sheets/how-read.tsx'
import { choiceLabel, fieldLabel } from '#console/kit/text/labels.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Field } from '#console/ui/field.tsx'
import { Input } from '#console/ui/input.tsx'
import { Select } from '#console/ui/select.tsx'
import { leadStatuses } from '#contract/choices/options.ts'
import {
  type ColumnTarget,
  columnTargets,
  isColumnTarget,
  isNamePart,
  type MappingProblem,
  mappingProblems,
} from '#contract/import/columns.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { keep, readAgain, runCheck, startOver } from './actions.ts'
import { Footer } from './frame.tsx'
import { change, useImport } from './state.ts'
import type { Defaults } from './stored-import.ts'

const targetLabel = (target: ColumnTarget) => (isNamePart(target) ? t(`import.part.${target}`) : fieldLabel(target))

function problemText(problem: MappingProblem): string {
  if (problem.code === 'source_alone') return t('import.mapping.source_alone')
  return t(`import.mapping.${problem.code}`, { field: targetLabel(problem.target) })
}

function Column({ at, header, samples }: { at: number; header: string; samples: readonly string[] }) {
  const { mapping } = useImport()
  const id = useId()
  const name = header || t('import.unnamed', { number: at + 1 })
  const choose = (value: string) => {
    change({ mapping: mapping.map((target, column) => (column === at ? (isColumnTarget(value) ? value : null) : target)) })
    void keep()
  }
  return (
    <li className="grid grid-cols-1 items-center gap-x-4 gap-y-1.5 border-t px-4 py-3 first:border-0 sm:grid-cols-[1fr_14rem]">
      <div className="min-w-0">
        <label htmlFor={id} className="block truncate text-sm font-medium">
          <bdi>{name}</bdi>
        </label>
        <p dir="auto" className="truncate text-xs text-muted-foreground rtl:text-right">
          <bdi>{samples.join(' · ') || '–'}</bdi>
        </p>
      </div>
      <Select id={id} value={mapping[at] ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{t('import.leaveOut')}</option>
        {columnTargets.map((target) => (
          <option key={target} value={target}>
            {targetLabel(target)}
          </option>
        ))}
      </Select>
    </li>
  )
}

/** Defaults of new leads in this file. */
function ForAllRows() {
  const { defaults } = useImport()
  const { session } = useSession()
  const mayAssign = holds(useAccess(), 'update assign-sales')
  const { data: campaigns = [] } = useQuery(optionsOptions('campaign'))
  const { data: people = [] } = useQuery(optionsOptions('user/sales'))
  const id = useId()
  const me = session?.user.id ?? 0
  const set = (next: Partial<Defaults>) => {
    change({ defaults: { ...defaults, ...next } })
    void keep()
  }
  const numbered = (value: string) => (/^\d+$/.test(value) ? Number(value) : value)
  return (
    <fieldset className="rounded-xl border bg-card p-4">
      <legend className="sr-only">{t('import.forAll')}</legend>
      <h2 className="text-sm font-semibold">{t('import.forAll')}</h2>
      <p className="mb-3 text-xs text-muted-foreground">{t('import.forAllHint')}</p>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field id={`${id}-status`} label={fieldLabel('status')}>
          <Select id={`${id}-status`} value={defaults.status} onChange={(event) => set({ status: event.currentTarget.value })}>
            {leadStatuses.map((status) => (
              <option key={status} value={status}>
                {choiceLabel(status)}
              </option>
            ))}
          </Select>
        </Field>
        <Field id={`${id}-sales`} label={fieldLabel('sales')}>
          <Select
            id={`${id}-sales`}
            value={String(defaults.sales)}
            onChange={(event) => set({ sales: numbered(event.currentTarget.value) })}
          >
            <option value="0">{choiceLabel('0')}</option>
            {mayAssign ? (
              people.map((person) => (
                <option key={person.ref} value={String(person.id || person.ref)}>
                  {person.label}
                </option>
              ))
            ) : (
              <option value={String(me)}>{session?.user.name}</option>
            )}
          </Select>
        </Field>
        <Field id={`${id}-campaign`} label={fieldLabel('campaign_id')}>
          <Select
            id={`${id}-campaign`}
            value={String(defaults.campaign_id ?? '')}
            onChange={(event) => set({ campaign_id: event.currentTarget.value === '' ? null : numbered(event.currentTarget.value) })}
          >
            <option value="">–</option>
            {campaigns.map((campaign) => (
              <option key={campaign.ref} value={String(campaign.id || campaign.ref)}>
                {campaign.label}
              </option>
            ))}
          </Select>
        </Field>
        <Field id={`${id}-tags`} label={fieldLabel('tags')} hint={t('import.tagsHint')}>
          <Input
            id={`${id}-tags`}
            maxLength={200}
            defaultValue={defaults.tags.join(', ')}
            onBlur={(event) => set({ tags: event.currentTarget.value.split(',').flatMap((tag) => tag.trim() || []) })}
          />
        </Field>
      </div>
    </fieldset>
  )
}

/** Maps columns to fields. Guessed from headers, remembered for files with the same ones. */
export function StepColumns() {
  const { about, mapping, choice, defaults, busy } = useImport()
  if (!about) return null
  const problems = mappingProblems(mapping, defaults.campaign_id !== null)
  return (
    <>
      <HowRead {...about} {...{ choice, busy }} sheet={about.sheet ?? null} onChange={(next) => void readAgain(next)} />
      <section aria-labelledby="import-columns" className="overflow-hidden rounded-xl border bg-card">
        <h2 id="import-columns" className="border-b px-4 py-3 text-sm font-semibold">
          {t('import.columns')}
        </h2>
        <ul>
          {about.header.map((header, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
            <Column key={at} at={at} header={header} samples={about.samples[at] ?? []} />
          ))}
        </ul>
      </section>
      <ForAllRows />
      {problems.length > 0 && (
        <Alert tone="warning">
          <ul>
            {problems.map((problem) => (
              <li key={problem.code === 'source_alone' ? problem.code : problem.code + problem.target}>{problemText(problem)}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Footer>
        <Button onClick={startOver}>{t('import.otherFile')}</Button>
        <Button variant="primary" disabled={problems.length > 0 || busy} onClick={() => void runCheck()}>
          {t('import.check')}
        </Button>
      </Footer>
    </>
  )
}
