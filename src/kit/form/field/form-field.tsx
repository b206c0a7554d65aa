import { useContext, useEffect, useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { Field } from '#console/ui/field.tsx'
import { RequiredMark } from '#console/ui/required-mark.tsx'
import { met } from '#contract/kit/field/condition.ts'
import type { Field as FieldKind } from '#contract/kit/field/field.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { fieldHint, fieldLabel } from '../../text/labels.ts'
import { afterPress } from '../values/after-press.ts'
import { WaitsForLeaving } from '../values/shown-errors.ts'
import type { FieldOptions, FormValues } from '../values/tools.ts'
import { same } from '../values/values.ts'
import { FieldWarnings, warningOf } from '../values/warning.ts'
import { inputFor } from './input-for.tsx'

interface Props extends FieldOptions {
  /** Path in the record. */
  name: string
  field: FieldKind
  /** Path of the record that conditions read; empty for the record itself. */
  within?: string
  disabled?: boolean
  /** Prefilled by the form's URL; a hint shows that. */
  prefilled?: unknown
}

/** A path within an entry of a list, such as `items.0.qty`. */
const rowOfList = /\.\d+\./

const wideKinds = new Set(['textarea', 'richText', 'rows', 'object', 'image', 'video', 'file', 'files', 'choices', 'tags'])

/**
 * A field by its kind: label, input and problem. Hidden while its condition or the person's permission does not hold; a read-only field is
 * drawn only in a read-only form.
 */
export function FormField(props: Props) {
  const access = useAccess()
  const { field } = props
  if ((field.readOnly && !props.disabled) || (field.permission && !holds(access, field.permission))) return null
  return field.shownWhen || field.requiredWhen ? <Conditional {...props} /> : <Shown {...props} required={field.required} />
}

function Conditional(props: Props) {
  const { field, within = '' } = props
  const record = useScope(within, [field.shownWhen?.field, field.requiredWhen?.field])
  const { clearErrors } = useFormContext<FormValues>()
  const shown = met(field.shownWhen, record)
  useEffect(() => {
    // A hidden field has no problem.
    if (!shown) clearErrors(props.name)
  }, [shown, clearErrors, props.name])
  if (!shown) return null
  return <Shown {...props} required={field.required || (field.requiredWhen !== undefined && met(field.requiredWhen, record))} />
}

/** Watches the values that conditions read. */
function useScope(within: string, names: readonly (string | undefined)[]): FormValues {
  const { control } = useFormContext<FormValues>()
  const wanted = names.filter((name) => name !== undefined)
  const values = useWatch({ control, name: wanted.map((name) => (within ? `${within}.${name}` : name)) })
  return Object.fromEntries(wanted.map((name, index) => [name, values[index]]))
}

function Shown({
  name,
  field,
  label,
  hint,
  wide,
  input,
  disabled = false,
  fixed = false,
  prefilled,
  required,
}: Props & { required: boolean }) {
  const id = useId()
  const { control } = useFormContext<FormValues>()
  const { field: state, fieldState, formState } = useController({ control, name, disabled })
  const { submitCount } = formState
  const [addedAt] = useState(submitCount)
  // A row that was added after Save has not been judged by the person yet.
  const isSubmitted = submitCount > (rowOfList.test(name) ? addedAt : 0)
  const isJudged = !useContext(WaitsForLeaving) || isSubmitted || fieldState.isTouched
  const text = fieldLabel(label ?? name.split('.').at(-1) ?? name, label ? undefined : field)
  const error = isJudged ? fieldState.error?.message || (fieldState.error?.root?.message ?? undefined) : undefined
  const odd = warningOf(field.kind, state.value)
  const given = useContext(FieldWarnings).get(name)
  const warning = given ?? (odd && t(odd))
  const Input = input ?? inputFor(field.kind)
  useEffect(() => {
    // Some inputs are not elements of their own, so the first error is focused by its id.
    const focus = () => document.getElementById(id)?.focus()
    state.ref({ focus, select: focus, setCustomValidity: () => undefined, reportValidity: () => undefined })
  }, [id, state.ref])
  useEffect(() => {
    const box = document.getElementById(id)
    if (required && box?.getAttribute('role') !== 'group') box?.setAttribute('aria-required', 'true')
    else box?.removeAttribute('aria-required')
  }, [id, required])
  // Focus that moves into the field's own picker has not left it.
  const leave = () => {
    if (document.getElementById(id)?.getAttribute('aria-expanded') !== 'true') afterPress(state.onBlur)
  }
  return (
    <div className={(wide ?? wideKinds.has(field.kind)) ? 'min-w-0 sm:col-span-2' : 'min-w-0'} data-field={name}>
      <Field
        id={id}
        label={
          <>
            {text}
            {required && !disabled && !fixed && <RequiredMark />}
          </>
        }
        aside={
          prefilled !== undefined &&
          same(state.value, prefilled) && (
            <span className="rounded bg-primary-soft px-1.5 text-xs text-primary-text">{t('kit.prefilled')}</span>
          )
        }
        hint={warning ? <span className="text-warning-text">{warning}</span> : (hint ?? fieldHint(field))}
        error={error}
      >
        <Input
          id={id}
          name={name}
          field={field}
          label={text}
          value={state.value}
          onChange={state.onChange}
          onBlur={leave}
          invalid={isJudged && fieldState.invalid}
          disabled={disabled || fixed}
        />
      </Field>
    </div>
  )
}
