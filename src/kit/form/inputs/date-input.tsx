import { t } from '#console/i18n/i18n.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { DateBox } from '../../parts/date-box.tsx'
import { fromWibText, toWibText } from '../../text/wib-text.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

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
