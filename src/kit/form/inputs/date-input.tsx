import { t } from '#console/i18n/i18n.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { isInstant } from '#contract/lib/wib.ts'
import { DateBox } from '../../parts/date-box.tsx'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

const wib = 7 * 3_600_000

/** Formats an instant as 'YYYY-MM-DDTHH:mm' in Jakarta time. Empty when it is invalid. */
export function toWibText(value: unknown): string {
  // Other texts are dates to a browser, too: '29 nov' is one of 2001.
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return ''
  const at = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}+07:00`)
  return isInstant(at) ? new Date(at + wib).toISOString().slice(0, 16) : ''
}

/** Parses such a text; without seconds it gets ':00' (docs/product/forms.md#dates-as-text). */
export function fromWibText(text: string): string {
  return text ? `${text.length === 16 ? `${text}:00` : text}+07:00` : ''
}

export function DateField(props: InputProps) {
  return (
    <DateBox
      {...about(props)}
      kind={props.field.kind === 'month' ? 'month' : 'date'}
      value={toText(props.value)}
      onChange={props.onChange}
      onBlur={props.onBlur}
      pickLabel={t('kit.pickDate')}
    />
  )
}

/** Date and time in WIB in every language. What is no date stays as it was typed, for validation. `isPlan`: it is set ahead. */
export function DateTimeInput({ isPlan = false, ...props }: InputProps & { isPlan?: boolean }) {
  return (
    <div className="relative flex items-center gap-2">
      <DateBox
        {...about(props)}
        kind="dateTime"
        value={toWibText(props.value) || toText(props.value)}
        onChange={(text, isValid) => props.onChange(isValid ? fromWibText(text) : text)}
        onBlur={props.onBlur}
        pickLabel={t('kit.pickDate')}
        isPlan={isPlan}
      />
      <span className="text-xs text-muted-foreground">WIB</span>
    </div>
  )
}
