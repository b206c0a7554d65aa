import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import type { DrawnReport } from '#contract/kit/report/report.ts'
import { type DrillLink, formatMeasure, type Named, toneOf } from './report-fields.ts'
import type { Values } from './report-queries.ts'

interface DrillNumberProps {
  report: DrawnReport
  of: Named
  /** The row or the total that it is of. */
  values: Values
  /** The list behind it, where this person may see that. */
  to: DrillLink | null
  className?: string
}

/** A number, which opens the list that it counts. Where that has something else in it, a link below says what and how many. */
export function DrillNumber({ report, of: [name, field], values, to, className = '' }: DrillNumberProps) {
  // As high as a link, beside which it may stand.
  const number = (
    <bdi dir="ltr" className={`inline-flex items-center tabular-nums touch:min-h-11 ${toneOf(values[name], field)}`}>
      {formatMeasure(values[name], field)}
    </bdi>
  )
  const drill = report.drill[name]
  const count = Number(drill ? (values[drill.counts] ?? 0) : 0)
  // An empty list tells nothing, and a number that is none opens nothing.
  if (!to || !drill || count === 0 || values[name] == null) return <span className={className}>{number}</span>
  if (!drill.within)
    return (
      <ListLink to={to} className={className}>
        {number}
      </ListLink>
    )
  return (
    <span className={className}>
      {number}
      <span className="block text-xs font-normal text-muted-foreground">
        <ListLink to={to}>{t(`report.within.${drill.within}`, { count })}</ListLink>
      </span>
    </span>
  )
}

const ListLink = ({ to, className = '', children }: { to: DrillLink; className?: string; children: ReactNode }) => (
  <Link
    {...listLink(to.section, { query: to.query })}
    className={`inline-flex items-center rounded underline decoration-muted-foreground/40 decoration-dotted underline-offset-4 hover:decoration-solid focus-visible:outline-2 focus-visible:outline-ring print:no-underline touch:min-h-11 ${className}`}
  >
    {children}
  </Link>
)
