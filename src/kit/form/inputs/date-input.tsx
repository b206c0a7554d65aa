import { DateInput } from '#console/ui/date-input.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

const wib = 7 * 3_600_000

/** Formats an instant as the picker's 'YYYY-MM-DDTHH:mm' in Jakarta time. Empty when it is invalid. */
export function toWibText(value: unknown): string {
  if (typeof value !== 'string' || !value) return ''
  const at = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}+07:00`)
  return Number.isNaN(at) ? '' : new Date(at + wib).toISOString().slice(0, 16)
}

/** Parses a picker's text; without seconds it gets ':00' (docs/product/forms.md#dates-as-text). */
export function fromWibText(text: string): string {
  return text ? `${text.length === 16 ? `${text}:00` : text}+07:00` : ''
}

export function DateField(props: InputProps) {
  return (
    <DateInput
      {...about(props)}
      type={props.field.kind === 'month' ? 'month' : 'date'}
      value={toText(props.value)}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  )
}

/** Date and time in WIB in every language. */
export function DateTimeInput(props: InputProps) {
  return (
    <div className="relative flex items-center gap-2">
      <DateInput
        {...about(props)}
        type="datetime-local"
        value={toWibText(props.value)}
        onChange={(text) => props.onChange(fromWibText(text))}
        onBlur={props.onBlur}
      />
      <span className="text-xs text-muted-foreground">WIB</span>
    </div>
  )
}
