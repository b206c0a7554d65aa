import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { getAccess } from '#console/data/api/session.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { has, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { showWindow } from '#console/ui/show-window.tsx'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { problemOf } from '#contract/kit/section/breach-problem.ts'
import { judgeCall } from '#contract/kit/section/call-rule.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { FormField } from '../form/field/form-field.tsx'
import { check, toErrors } from '../form/values/resolver.ts'
import type { FormValues } from '../form/values/tools.ts'
import { callLabel, callQuestion } from '../text/labels.ts'
import { problemText } from '../text/problem-text.ts'
import { type CallRefusal, runCall, runInWindow } from './run-call.ts'
import { offeredFields, startCallValues } from './start-call-values.ts'

interface Props {
  section: Section
  name: string
  fields: Fields
  rows: readonly AnyRow[]
  /** First values, over those of the record. */
  given: FormValues
  onClosed: () => void
}

/** A try that was refused while nobody looked: the window goes on from it, and takes its place. */
const findRefused = (call: string, { ref }: AnyRow) =>
  outboxStore
    .get()
    .rows.find((row) => row.call === call && row.touches.includes(ref) && row.state === 'parked' && row.reason === 'rejected')

/** What the window asks of its record: the same rules as the API judges by. */
function useCallForm({ section, name, fields, rows, given }: Omit<Props, 'onClosed'>) {
  const [only] = rows.length === 1 ? rows : []
  const { window, rules = [] } = section.calls[name] ?? {}
  const [refused] = useState(() => only && findRefused(`${section.name}.${name}`, only))
  const asking = useMemo(() => ({ access: getAccess(), now: serverNow() }), [])
  const offered = useMemo(() => offeredFields(fields, window, only ?? null, asking), [fields, window, only, asking])
  const fieldsOf = (entered: FormValues): Fields => {
    const names = only && window?.asks?.(only, entered)
    const asked = names ? Object.fromEntries(names.flatMap((each) => (offered[each] ? [[each, offered[each]]] : []))) : offered
    if (!only || !rules.length) return asked
    const isNeeded = (each: string) => judgeCall(rules, only, { ...entered, [each]: null }, asking.now).get(each)?.code === 'required'
    return Object.fromEntries(Object.entries(asked).map(([each, field]) => [each, isNeeded(each) ? { ...field, required: true } : field]))
  }
  const resolver: Resolver<FormValues> = (entered) => {
    const checked = check({ ...section, fields: fieldsOf(entered), rules: [] }, entered)
    if (!checked.ok) return { values: {}, errors: toErrors(checked.problems) }
    const breaches = only ? judgeCall(rules, only, checked.value, serverNow()) : []
    const problems = [...breaches].map(([field, each]): [string, FieldProblem] => [field, problemOf(each, field, fields)])
    return problems.length ? { values: {}, errors: toErrors(Object.fromEntries(problems)) } : { values: checked.value, errors: {} }
  }
  const [defaultValues] = useState(() => {
    const values = { ...startCallValues(offered, only ?? null), ...given }
    const entered = Object.entries(refused?.patch ?? {}).filter(([field, value]) => value !== null && Object.hasOwn(offered, field))
    return { ...values, ...(only && window?.starts?.(only, { ...values, ...given }, asking)), ...given, ...Object.fromEntries(entered) }
  })
  const form = useForm<FormValues>({ defaultValues, resolver })
  const { watch, setValue, getValues, getFieldState } = form
  useEffect(() => {
    if (!only || !window?.starts || !window.startsBy) return
    const { starts, startsBy } = window
    const { unsubscribe } = watch((_values, { name: changed }) => {
      if (!changed || !startsBy.includes(changed)) return
      for (const [field, value] of Object.entries(starts(only, getValues(), asking)))
        if (!startsBy.includes(field) && !getFieldState(field).isTouched) setValue(field, value)
    })
    return unsubscribe
  }, [only, window, watch, setValue, getValues, getFieldState, asking])
  const values = watch()
  return { form, only, refused, shown: fieldsOf(values), notes: (only && window?.notes?.(only, values)) ?? [] }
}

const isPhrase = (id: string): id is Parameters<typeof t>[0] => has(id)

/** Form for the values of a call's body, with the problems beside the fields. */
function CallWindow({ section, name, fields, rows, given, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const { form, only, refused, shown, notes } = useCallForm({ section, name, fields, rows, given })
  const [wrong, setWrong] = useState('')
  const { setError } = form
  const show = ({ message, fields: problems }: CallRefusal) => {
    const known = Object.entries(problems).filter(([path]) => Object.hasOwn(shown, path.split('.')[0] ?? path))
    for (const [index, [path, each]] of known.entries())
      setError(path, { type: each.code, message: problemText(each) }, { shouldFocus: index === 0 })
    setWrong(known.length ? '' : message)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the window opens
  useEffect(() => {
    if (refused?.lastError) show({ message: refused.lastError.message, fields: refused.lastError.fields ?? {} })
  }, [])
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const run = form.handleSubmit(async (values) => {
    setBusy(true)
    setWrong('')
    const refusal = only
      ? await runInWindow(section, name, only, { values, isCorrection: refused !== undefined })
      : (await runCall(section, name, rows, values)) || { message: '', fields: {} }
    setBusy(false)
    if (refusal === null || refusal === true) close()
    else show(refusal)
  })
  const label = callLabel(name, section.name)
  return (
    <FormProvider {...form}>
      <ResponsiveDialog
        open={open}
        onOpenChange={(next) => !next && close()}
        title={label}
        description={section.calls[name]?.confirm ? callQuestion(name, section.name) : undefined}
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
          {Object.entries(shown).map(([field, kind]) => (
            <FormField key={field} name={field} field={kind} />
          ))}
          {notes
            .map((note) => `${section.name}.call.${name}.${note}`)
            .map(
              (id) =>
                isPhrase(id) && (
                  <p key={id} className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text sm:col-span-2">
                    {t(id)}
                  </p>
                ),
            )}
          {wrong && (
            <p role="alert" className="text-sm text-danger-text sm:col-span-2">
              {wrong}
            </p>
          )}
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
