import { Select } from '#console/ui/select.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { choose } from '../../list/query/exclusive.ts'
import { choiceLabel } from '../../text/labels.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

export function ChoiceInput(props: InputProps) {
  const { field, value, onChange, onBlur } = props
  const values = field.values ?? []
  return (
    <Select
      {...about(props)}
      value={toText(value)}
      onChange={(event) => onChange(values.find((each) => String(each) === event.currentTarget.value) ?? '')}
      onBlur={onBlur}
    >
      {(!field.required || value === '') && <option value="">–</option>}
      {values.map((each) => (
        <option key={each} value={each}>
          {choiceLabel(each, field)}
        </option>
      ))}
    </Select>
  )
}

/** Several choices as pills; exclusive ones replace the others (docs/product/lists.md#exclusive-choices). */
export function ChoicesInput(props: InputProps) {
  const { field, value, onChange, onBlur, id, label, disabled } = props
  const chosen: (string | number)[] = Array.isArray(value) ? value : []
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label
    <div id={id} role="group" tabIndex={-1} aria-label={label} className="flex flex-wrap gap-1.5" onBlur={onBlur}>
      {(field.values ?? []).map((each) => (
        <button
          key={each}
          type="button"
          disabled={disabled}
          aria-pressed={chosen.includes(each)}
          onClick={() => onChange(choose(chosen, each, field.exclusive))}
          className="min-h-8 rounded-full border border-input bg-card px-3 text-sm hover:bg-muted aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text touch:min-h-11"
        >
          {choiceLabel(each, field)}
        </button>
      ))}
    </div>
  )
}
