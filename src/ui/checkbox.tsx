import { type ComponentProps, useEffect, useRef } from 'react'
import { cn } from './cn.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some but not all are checked. */
  indeterminate?: boolean
}

/** A checkbox whose touch target is 44 px. */
export function Checkbox({ className, indeterminate = false, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <span className={cn('relative inline-flex size-4 shrink-0 touch:before:absolute touch:before:-inset-3.5', className)}>
      <input ref={box} type="checkbox" className="check touch:after:absolute touch:after:-inset-3.5" {...rest} />
    </span>
  )
}
