import { cn } from './cn.ts'

/** A block where content will stand; give it the content's own size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block animate-breathe rounded-md bg-muted', className)} />
}
