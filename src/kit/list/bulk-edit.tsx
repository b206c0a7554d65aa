import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useAccess } from '#console/data/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import type { Field } from '#contract/kit/field.ts'
import { holds } from '#contract/kit/permission.ts'
import { validate } from '#contract/kit/schema.ts'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import { FormField } from '../form/form-field.tsx'
import { offered } from '../form/offered.ts'
import { toErrors } from '../form/resolver.ts'
import type { FormValues } from '../form/tools.ts'
import { clean, startValues } from '../form/values.ts'
import { fieldLabel } from '../labels.ts'

interface Props {
  section: Section
  rows: readonly AnyRow[]
  onDone: () => void
}

/** Here a field is asked for because somebody chose it; whether a record wants it, the server says of each. */
function unconditional({ shownWhen: _shown, requiredWhen: _required, ...field }: Field): Field {
  return field
}

/** The same values for all selected records: the section's `bulkEdit` fields, of which each is chosen first. */
export function BulkEdit({ section, rows, onDone }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button disabled={!rows.length} onClick={() => setOpen(true)}>
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
    const field = offered(section.fields, name, null)
    return field && (!field.permission || holds(access, field.permission)) ? [[name, unconditional(field)]] : []
  })
  const [chosen, setChosen] = useState<readonly string[]>(fields.length === 1 ? fields.map(([name]) => name) : [])
  const [busy, setBusy] = useState(false)
  const form = useForm<FormValues>({ defaultValues: startValues(Object.fromEntries(fields), {}) })

  async function save(values: FormValues) {
    const asked = fields.filter(([name]) => chosen.includes(name))
    const given = Object.fromEntries(asked.map(([name]) => [name, values[name]]))
    const checked = validate(Object.fromEntries(asked), [], clean(given))
    if (!checked.ok) {
      for (const [name, error] of Object.entries(toErrors(checked.problems)))
        if (error) form.setError(name, { message: String(error.message) })
      return
    }
    setBusy(true)
    const { setAll } = await import('../actions.ts')
    const patch = Object.fromEntries(asked.map(([name]) => [name, checked.value[name] ?? null]))
    const kept = await setAll(section, rows, patch).finally(() => setBusy(false))
    if (!kept) return
    onClose()
    onDone()
  }

  const submit = form.handleSubmit(save)
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('kit.bulkTitle', { records: t('list.records', { count: rows.length }) })}
      description={t('kit.bulkDetail')}
      closeLabel={t('app.close')}
      footer={
        <Button variant="primary" busy={busy} disabled={!chosen.length} onClick={() => void submit()}>
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
            if (chosen.length) void submit()
          }}
        >
          {fields.map(([name, field]) =>
            chosen.includes(name) ? (
              <div key={name} className="flex items-start gap-1">
                <div className="min-w-0 flex-1">
                  <FormField name={name} field={field} />
                </div>
                {fields.length > 1 && (
                  <Button
                    variant="quiet"
                    size="icon"
                    className="mt-6"
                    aria-label={t('kit.bulkKeep', { field: fieldLabel(name, field) })}
                    onClick={() => setChosen(chosen.filter((one) => one !== name))}
                  >
                    <X />
                  </Button>
                )}
              </div>
            ) : (
              <Button key={name} className="self-start" onClick={() => setChosen([...chosen, name])}>
                <Pencil />
                {t('kit.bulkChange', { field: fieldLabel(name, field) })}
              </Button>
            ),
          )}
        </form>
      </FormProvider>
    </ResponsiveDialog>
  )
}
