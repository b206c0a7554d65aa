import type { InputProps } from '../values/tools.ts'
import { FormField } from './form-field.tsx'

/** Nested fields under one label. */
export function ObjectInput({ id, name, field, disabled, label }: InputProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label
    <div id={id} role="group" aria-label={label} tabIndex={-1} className="grid grid-cols-1 gap-4 rounded-lg border p-3 sm:grid-cols-2">
      {Object.entries(field.fields ?? {}).map(([key, each]) => (
        <FormField key={key} name={`${name}.${key}`} field={each} within={name} disabled={disabled} />
      ))}
    </div>
  )
}
