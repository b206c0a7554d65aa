import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { inputClass } from './input.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** Type of the native picker. */
  type?: 'date' | 'datetime-local' | 'month' | 'time'
  value: string
  onChange: (value: string) => void
}

export function DateInput({ type = 'date', className, onChange, ...rest }: Props) {
  return (
    <input
      type={type}
      className={cn(inputClass, 'h-control px-3 text-sm tabular-nums', className)}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  )
}
