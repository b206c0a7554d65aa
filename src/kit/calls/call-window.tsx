import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { queryClient } from '#console/data/query/query-client.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { showWindow } from '#console/ui/show-window.tsx'
import type { Fields } from '#contract/kit/field/field.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { FormField } from '../form/field/form-field.tsx'
import { resolverOf } from '../form/values/resolver.ts'
import type { FormValues } from '../form/values/tools.ts'
import { callLabel } from '../text/labels.ts'
import { runCall } from './run-call.ts'
import { startCallValues } from './start-call-values.ts'

interface Props {
  section: Section
  name: string
  fields: Fields
  rows: readonly AnyRow[]
  onClosed: () => void
}

/** Form for the values of a call's body, with the problems beside the fields. */
function CallWindow({ section, name, fields, rows, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [only] = rows.length === 1 ? rows : []
  const form = useForm<FormValues>({
    defaultValues: startCallValues(fields, only ?? null),
    resolver: resolverOf({ ...section, fields, rules: [] }),
  })
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const run = form.handleSubmit(async (values) => {
    setBusy(true)
    if (await runCall(section, name, rows, values)) close()
    setBusy(false)
  })
  const label = callLabel(name, section.name)
  return (
    <FormProvider {...form}>
      <ResponsiveDialog
        open={open}
        onOpenChange={(next) => !next && close()}
        title={label}
        closeLabel={t('app.close')}
        footer={
          <>
            <Button onClick={close}>{t('list.cancel')}</Button>
            <Button variant="primary" busy={busy} onClick={() => void run()}>
              {label}
            </Button>
          </>
        }
      >
        <form noValidate className="grid gap-4 px-5 py-4" onSubmit={run}>
          {Object.entries(fields).map(([field, kind]) => (
            <FormField key={field} name={field} field={kind} />
          ))}
        </form>
      </ResponsiveDialog>
    </FormProvider>
  )
}

/** Opens the window over the current screen. */
export function showCallWindow(props: Omit<Props, 'onClosed'>): void {
  showWindow((closed) => (
    <QueryClientProvider client={queryClient}>
      <CallWindow {...props} onClosed={closed} />
    </QueryClientProvider>
  ))
}
