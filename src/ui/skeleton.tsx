import { cn } from './cn.ts'

/** Placeholder of content, in the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block animate-breathe rounded-md bg-muted', className)} />
}
