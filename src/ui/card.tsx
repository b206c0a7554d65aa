import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** A bordered group of content. Cards are not nested. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cn('rounded-xl border bg-card shadow-raised', className)} {...rest} />
}

export function CardHeader({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children?: ReactNode }) {
  return (
    <header className="flex min-h-13 flex-wrap items-center gap-x-3 border-b px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-28">
        <h2 className="text-base font-semibold">{title}</h2>
        {detail && <p className="truncate text-xs text-muted-foreground">{detail}</p>}
      </div>
      {children}
    </header>
  )
}
