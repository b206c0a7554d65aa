import { Eye, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Select } from '#console/ui/select.tsx'
import { type Field, isEmpty } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { isMany } from '#contract/kit/field/kind.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { validate } from '#contract/kit/field/schema.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { FormField } from '../../form/field/form-field.tsx'
import { about } from '../../form/values/about.ts'
import { availableField } from '../../form/values/available-field.ts'
import { toErrors } from '../../form/values/resolver.ts'
import type { FormValues, InputProps } from '../../form/values/tools.ts'
import { clean, startValues } from '../../form/values/values.ts'
import { choiceLabel, fieldLabel } from '../../text/labels.ts'

interface Props {
  section: Section
  rows: readonly AnyRow[]
  onDone: () => void
}

/** A chosen field is always shown; the server checks its conditions for each record. */
function unconditional({ shownWhen: _shown, requiredWhen: _required, ...field }: Field): Field {
  return field
}

/** Change of a chosen field. */
type Change = 'set' | 'clear'

/** A switch always has a value; this one starts with neither. */
function FlagChoice(props: InputProps) {
  return (
    <Select
      {...about(props)}
      value={toText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value === '' ? '' : event.currentTarget.value === 'true')}
      onBlur={props.onBlur}
    >
      <option value="">{t('kit.choose')}</option>
      {['true', 'false'].map((value) => (
        <option key={value} value={value}>
          {choiceLabel(value)}
        </option>
      ))}
    </Select>
  )
}

/** Empty values instead of the defaults. */
const blankValues = (fields: readonly (readonly [string, Field])[]): FormValues => ({
  ...startValues(Object.fromEntries(fields), {}),
  ...Object.fromEntries(fields.flatMap(([name, { kind }]) => (kind === 'flag' ? [[name, '']] : []))),
})

/** The field by which a section's records are published; undefined where they are not changed together. */
const findPublishing = ({ list, fields }: Section) => list.bulkEdit.find((name) => fields[name]?.values?.includes('publish'))

/** Publishes what is selected, once that is confirmed. */
async function publishAll({ section, rows, onDone }: Props, by: string): Promise<void> {
  const sure = await confirm({
    title: t('kit.publishTitle', { records: t('list.records', { count: rows.length }) }),
    detail: t('kit.publishDetail'),
    action: t('kit.publish'),
    cancel: t('list.cancel'),
    close: t('app.close'),
  })
  if (!sure) return
  const { setAll } = await import('../../actions/actions.ts')
  const isPlanned = rows.some(({ state }) => state === 'scheduled')
  // A scheduled record is published now when its time is emptied; one that readers see keeps its time.
  const values = { [by]: 'publish', ...(isPlanned && { published_at: null }) }
  const changed = isPlanned ? rows.filter(({ state }) => state !== 'published') : rows
  if (await setAll(section, changed, values, 'kit.published')) onDone()
}

/** Sets the same values on all selected records: `bulkEdit` fields, each chosen first. Publishing is a press of its own. */
export function BulkEdit({ section, rows, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const publishing = findPublishing(section)
  return (
    <>
      {publishing && (
        <Button disabled={!rows.length} aria-haspopup="dialog" onClick={() => void publishAll({ section, rows, onDone }, publishing)}>
          <Eye />
          {t('kit.publish')}
        </Button>
      )}
      <Button disabled={!rows.length} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Pencil />
        {t('kit.bulkEdit')}
      </Button>
      {open && <BulkWindow section={section} rows={rows} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  )
}

function BulkWindow({ section, rows, onDone, onClose }: Props & { onClose: () => void }) {
  const access = useAccess()
  const fields = section.list.bulkEdit.flatMap((name): [string, Field][] => {
    const field = availableField(section.fields, name, null)
    return field && (!field.permission || holds(access, field.permission)) ? [[name, unconditional(field)]] : []
  })
  const [changes, setChanges] = useState<Readonly<Record<string, Change>>>({})
  const [busy, setBusy] = useState(false)
  const form = useForm<FormValues>({ defaultValues: blankValues(fields) })
  const values = useWatch({ control: form.control })
  const isGiven = (name: string) => changes[name] === 'clear' || !isEmpty(clean(values[name]))
  const chosen = fields.filter(([name]) => changes[name])
  const isReady = chosen.length > 0 && chosen.every(([name]) => isGiven(name))

  async function save(given: FormValues) {
    const set = chosen.filter(([name]) => changes[name] === 'set')
    const checked = validate(Object.fromEntries(set), [], clean(Object.fromEntries(set.map(([name]) => [name, given[name]]))))
    if (!checked.ok) {
      for (const [name, error] of Object.entries(toErrors(checked.problems)))
        if (error) form.setError(name, { message: toText(error.message) })
      return
    }
    setBusy(true)
    const { setAll } = await import('../../actions/actions.ts')
    const patch = Object.fromEntries(chosen.map(([name, { kind }]) => [name, checked.value[name] ?? (isMany(kind) ? [] : null)]))
    const kept = await setAll(section, rows, patch).finally(() => setBusy(false))
    if (!kept) return
    onClose()
    onDone()
  }

  const choose = (name: string, change: Change) => setChanges({ ...changes, [name]: change })
  const leave = (name: string) => setChanges(Object.fromEntries(Object.entries(changes).filter(([one]) => one !== name)))
  const submit = form.handleSubmit(save)
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('kit.bulkTitle', { records: t('list.records', { count: rows.length }) })}
      description={t('kit.bulkDetail')}
      closeLabel={t('app.close')}
      footer={
        <Button variant="primary" busy={busy} disabled={!isReady} onClick={() => void submit()}>
          {t('kit.bulkSave')}
        </Button>
      }
    >
      <FormProvider {...form}>
        <form
          noValidate
          className="flex flex-col gap-4 px-5 py-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) void submit()
          }}
        >
          {fields.map(([name, field]) =>
            changes[name] ? (
              <div key={name} className="flex items-start gap-1">
                <div className="min-w-0 flex-1">
                  {changes[name] === 'set' ? (
                    <FormField name={name} field={field} {...(field.kind === 'flag' && { input: FlagChoice })} />
                  ) : (
                    <p className="flex min-h-control items-center text-sm">{t('kit.bulkCleared', { field: fieldLabel(name, field) })}</p>
                  )}
                </div>
                <Button
                  variant="quiet"
                  size="icon"
                  className={changes[name] === 'set' ? 'mt-6' : ''}
                  aria-label={t('kit.bulkKeep', { field: fieldLabel(name, field) })}
                  onClick={() => leave(name)}
                >
                  <X />
                </Button>
              </div>
            ) : (
              <div key={name} className="flex flex-wrap gap-2">
                <Button onClick={() => choose(name, 'set')}>
                  <Pencil />
                  {t('kit.bulkChange', { field: fieldLabel(name, field) })}
                </Button>
                {!field.required && field.kind !== 'flag' && (
                  <Button variant="quiet" onClick={() => choose(name, 'clear')}>
                    {t('kit.clear', { name: fieldLabel(name, field) })}
                  </Button>
                )}
              </div>
            ),
          )}
        </form>
      </FormProvider>
    </ResponsiveDialog>
  )
}
