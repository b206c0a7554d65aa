import { cn } from './cn.ts'

/** Initials of the first and last word of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex size-7 shrink-0 select-none items-center justify-center rounded-full bg-primary-soft text-[0.6875rem] font-semibold text-primary-text',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}
