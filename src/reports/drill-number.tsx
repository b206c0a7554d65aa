import { Link } from '@tanstack/react-router'
import { listLink } from '#console/kit/text/section-link.ts'
import type { DrillLink } from './report-fields.ts'

/** A number, which opens the list that it counts where this person may see that. */
export function DrillNumber({ text, to, className = '' }: { text: string; to: DrillLink | null; className?: string }) {
  const number = (
    <bdi dir="ltr" className="tabular-nums">
      {text}
    </bdi>
  )
  if (!to) return <span className={className}>{number}</span>
  return (
    <Link
      {...listLink(to.section, { query: to.query })}
      className={`inline-flex items-center rounded underline decoration-muted-foreground/40 decoration-dotted underline-offset-4 hover:decoration-solid focus-visible:outline-2 focus-visible:outline-ring print:no-underline touch:min-h-11 ${className}`}
    >
      {number}
    </Link>
  )
}
