import type { ReactNode } from 'react'
import { Label } from '#console/ui/label.tsx'

interface Props {
  label: string
  detail?: string
  /** Id of the input, if any; groups of choices label themselves. */
  htmlFor?: string
  children: ReactNode
}

/** A preference: label and input. */
export function Setting({ label, detail, htmlFor, children }: Props) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        {htmlFor ? <Label htmlFor={htmlFor}>{label}</Label> : <p className="text-sm font-medium">{label}</p>}
        {detail && <p className="text-xs text-muted-foreground">{detail}</p>}
      </div>
      {children}
    </div>
  )
}
