import type { ReactNode } from 'react'

/** Preview of a member's phone, with a caption. */
export function PhoneFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className="flex flex-col items-center gap-3" aria-label={label}>
      <div className="relative flex h-[30rem] w-60 flex-col overflow-hidden rounded-[2rem] border-8 border-foreground/85 bg-muted">
        <span
          aria-hidden="true"
          className="absolute start-1/2 top-1.5 h-1.5 w-16 -translate-x-1/2 rounded-full bg-foreground/30 rtl:translate-x-1/2"
        />
        {children}
      </div>
      <figcaption className="text-xs text-muted-foreground">{label}</figcaption>
    </figure>
  )
}
