import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

interface Props<Value extends string | number> {
  /** Label in place of a visible heading. */
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
  className?: string
}

/** A few choices side by side, one selected. Arrow keys move, as in any radio group. */
export function Segmented<Value extends string | number>({ label, value, options, onChange, className }: Props<Value>) {
  const name = useId()
  return (
    <fieldset aria-label={label} className={cn('inline-flex max-w-full flex-wrap rounded-md bg-muted p-0.5', className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex h-8 min-w-9 flex-auto cursor-pointer select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-[0.3125rem] px-3 text-sm text-muted-foreground transition-colors hover:text-foreground has-checked:bg-card has-checked:font-medium has-checked:text-foreground has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-ring touch:h-11 [&_svg]:size-4 [&_svg]:shrink-0"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
