import { useMemo, useState } from 'react'
import { compare } from '#console/data/outbox/row/merge.ts'
import { resolveUpdate } from '#console/data/outbox/row/resolve.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { formatDateTime } from '../text/format.ts'
import { fieldLabel, sectionLabel } from '../text/labels.ts'
import { problemText } from '../text/problem-text.ts'
import type { ConflictProps } from './conflict-window.tsx'
import { type Choices, patchOf, problemsOf } from './decision.ts'
import { type Choice, FieldChoice } from './field-choice.tsx'
import { SideValue } from './side-value.tsx'

/** Both sides changed the same fields: one side of each is taken, or a third value written. */
export function FieldsConflict({ row, section, open, onClose, decide, current }: ConflictProps & { current: AnyRow }) {
  const merge = useMemo(() => compare(row, section.fields, current), [row, section, current])
  const [choices, setChoices] = useState<Choices>({})
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const [busy, setBusy] = useState(false)
  const who = current.updated_by ?? ''
  const undecided = merge.clashes.filter((name) => !choices[name]).length
  const all = (of: 'mine' | 'theirs') => setChoices(Object.fromEntries(merge.clashes.map((name): [string, Choice] => [name, { of }])))
  const patch = patchOf(section, row, merge, choices, current)
  const merged = Object.keys(patch).filter((name) => !merge.clashes.includes(name))

  async function save() {
    const found = problemsOf(section, row, patch, current)
    setProblems(found)
    if (Object.keys(found).length) return
    setBusy(true)
    const kept = who ? ({ message: 'conflict.keptTheirs', values: { who } } as const) : ({ message: 'conflict.keptServer' } as const)
    const messageId = Object.keys(patch).length ? ({ message: 'conflict.saved' } as const) : kept
    await decide((decided) => resolveUpdate(decided, { patch, current, fields: section.fields }), messageId)
    setBusy(false)
  }

  const about = { who, time: formatDateTime(current.updated_at) }
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={row.label || sectionLabel(row.section)}
      description={who ? t('conflict.changedBy', about) : t('conflict.changed')}
      closeLabel={t('app.close')}
      className="sm:max-w-3xl"
      footer={
        <>
          <span className="me-auto self-center text-sm text-muted-foreground" aria-live="polite">
            {undecided > 0 ? t('conflict.open', { count: undecided }) : ''}
          </span>
          <Button onClick={onClose}>{t('conflict.later')}</Button>
          <Button variant="primary" busy={busy} disabled={undecided > 0} onClick={() => void save()}>
            {t('app.save')}
          </Button>
        </>
      }
    >
      {merge.clashes.length > 1 && (
        <div className="grid grid-cols-2 gap-2 border-b px-5 pt-3 pb-4">
          <Button size="large" onClick={() => all('mine')}>
            {t('conflict.allMine')}
          </Button>
          <Button size="large" onClick={() => all('theirs')}>
            {t('conflict.allTheirs')}
          </Button>
        </div>
      )}
      {merge.clashes.map((name) => (
        <FieldChoice
          key={name}
          name={name}
          field={section.fields[name]}
          base={row.base?.values[name]}
          hasBase={row.base !== null && Object.hasOwn(row.base.values, name)}
          mine={row.patch[name]}
          theirs={current[name]}
          file={row.files.find((file) => file.field === name)?.key}
          who={who}
          choice={choices[name] ?? null}
          onChoose={(choice) => setChoices((old) => ({ ...old, [name]: choice }))}
          problem={problems[name] && problemText(problems[name])}
        />
      ))}
      {(merged.length > 0 || merge.theirs.length > 0) && (
        <section className="px-5 py-4 text-sm">
          <h3 className="font-medium">{t('conflict.together')}</h3>
          <dl className="mt-2 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1">
            {[...merged, ...merge.theirs].map((name) => (
              <div key={name} className="contents">
                <dt className="text-muted-foreground">{fieldLabel(name, section.fields[name])}</dt>
                <dd className="min-w-0 wrap-anywhere">
                  <SideValue
                    field={section.fields[name]}
                    value={Object.hasOwn(patch, name) ? patch[name] : current[name]}
                    file={Object.hasOwn(patch, name) ? row.files.find((file) => file.field === name)?.key : undefined}
                  />
                  {problems[name] && !merge.clashes.includes(name) && (
                    <span role="alert" className="ms-2 text-danger-text">
                      {problemText(problems[name])}
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </ResponsiveDialog>
  )
}
