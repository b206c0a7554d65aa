import { t } from '#console/i18n/i18n.ts'

interface Props<Value extends string> {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** Status filter of the list, as tabs. */
export function StatusTabs<Value extends string>({ value, options, onChange }: Props<Value>) {
  return (
    <fieldset className="-mx-1 flex gap-1 overflow-x-auto px-1 py-0.5 [scrollbar-width:none]">
      <legend className="sr-only">{t('field.status')}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
          className="h-8 shrink-0 rounded-full px-3 text-sm text-muted-foreground hover:bg-muted hover:text-foreground aria-pressed:bg-primary-soft aria-pressed:font-medium aria-pressed:text-primary-text touch:h-11 touch:min-w-11"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
