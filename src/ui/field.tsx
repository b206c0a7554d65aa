import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Label } from './label.tsx'

interface Props {
  id: string
  label: ReactNode
  hint?: ReactNode
  /** Shown at the field; its input should carry `aria-invalid` and `aria-describedby={describedBy(id)}`. */
  error?: string | undefined
  /** Beside the label, such as a link. */
  aside?: ReactNode
  children: ReactNode
}

export const describedBy = (id: string): string => `${id}-about`

/** Label, input and problem. */
export function Field({ id, label, hint, error, aside, children }: Props) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <Label htmlFor={id}>{label}</Label>
        {aside}
      </div>
      {children}
      <p id={describedBy(id)} className="flex items-start gap-1 text-xs text-muted-foreground empty:hidden" aria-live="polite">
        {error ? (
          <span className="flex gap-1 text-danger-text">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            {error}
          </span>
        ) : (
          hint
        )}
      </p>
    </div>
  )
}
