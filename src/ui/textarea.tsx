import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { GrowingTextarea } from './growing-textarea.tsx'
import { inputClass } from './input.tsx'

/** Grows with its text. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <GrowingTextarea className={cn(inputClass, 'min-h-20 px-3 py-2 text-sm', className)} {...rest} />
}
