import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { inputClass } from './input.tsx'

/** Grows with its text where supported. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cn(inputClass, 'field-sizing-content min-h-20 px-3 py-2 text-sm', className)} {...rest} />
}
