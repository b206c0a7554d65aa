import { Check, Minus } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { cn } from './cn.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some but not all are checked. */
  indeterminate?: boolean
}

/** A native checkbox with a custom look; its touch target is 44 px. */
export function Checkbox({ className, indeterminate = false, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  const mark = 'pointer-events-none absolute inset-0 m-auto size-3 stroke-[3] text-primary-foreground opacity-0'
  return (
    <span className={cn('relative inline-flex size-4 shrink-0 touch:before:absolute touch:before:-inset-3.5', className)}>
      <input
        ref={box}
        type="checkbox"
        className="peer size-4 cursor-pointer appearance-none rounded-sm border border-input bg-card transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary disabled:opacity-50 touch:after:absolute touch:after:-inset-3.5"
        {...rest}
      />
      <Check aria-hidden="true" className={cn(mark, 'peer-checked:peer-not-indeterminate:opacity-100')} />
      <Minus aria-hidden="true" className={cn(mark, 'peer-indeterminate:opacity-100')} />
    </span>
  )
}
