import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { inputClass } from './input.tsx'

/** A native select: right on phones, accessible, and without cost in the first chunk. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex w-full min-w-0', className)}>
      <select className={cn(inputClass, 'h-control appearance-none ps-3 pe-8 text-sm')} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-2.5 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  )
}
