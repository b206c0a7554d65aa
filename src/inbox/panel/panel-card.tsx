import type { ReactNode } from 'react'

export function PanelCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t px-4 py-4 first:border-0">
      <h3 className="pb-2 text-xs font-medium text-muted-foreground">{title}</h3>
      {children}
    </section>
  )
}
