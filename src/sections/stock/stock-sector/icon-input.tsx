import type { InputProps } from '#console/kit/form/values/tools.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { SectorIcon } from './sector-icon.tsx'

/** Icons as buttons; pressing the chosen one removes it. */
export function IconInput({ field, value, onChange, onBlur, id, label, disabled }: InputProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label
    <div id={id} role="group" tabIndex={-1} aria-label={label} className="flex flex-wrap gap-1.5" onBlur={onBlur}>
      {(field.values ?? []).map((each) => (
        <button
          key={each}
          type="button"
          disabled={disabled}
          aria-pressed={value === each}
          onClick={() => onChange(value === each ? null : each)}
          className="inline-flex min-h-9 items-center gap-2 rounded-md border border-input bg-card px-3 text-sm text-muted-foreground hover:bg-muted aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text touch:min-h-11"
        >
          <SectorIcon name={each} />
          {choiceLabel(each, field)}
        </button>
      ))}
    </div>
  )
}
