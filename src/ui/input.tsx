import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** Shared by all text inputs. */
export const inputClass =
  'w-full min-w-0 rounded-md border border-input bg-card text-foreground shadow-raised transition-[border-color] placeholder:text-muted-foreground hover:border-muted-foreground focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-ring/45 disabled:bg-muted disabled:opacity-70 aria-invalid:border-destructive aria-invalid:outline-destructive/40'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={cn(inputClass, 'h-control px-3 text-sm', className)} {...rest} />
}
