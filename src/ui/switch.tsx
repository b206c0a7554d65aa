import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked'> & { checked: boolean }

/** Applies at once. */
export function Switch({ className, checked, ...rest }: Props) {
  return (
    <span className={cn('relative inline-flex h-5 w-9 shrink-0', className)}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className="peer size-full cursor-pointer appearance-none rounded-full bg-input transition-colors duration-150 checked:bg-primary disabled:opacity-50 touch:after:absolute touch:after:-inset-x-1 touch:after:-inset-y-3"
        {...rest}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute start-0.5 top-0.5 size-4 rounded-full bg-card shadow-raised transition-transform duration-150 peer-checked:translate-x-4 rtl:peer-checked:-translate-x-4"
      />
    </span>
  )
}
