import type { AnyRow } from '#contract/kit/section/section.ts'
import { SalesName } from './names.tsx'
import { StatusCell } from './status-cell.tsx'

/** A lead on a phone, under its name: status and assignee, who has a line of their own rather than a name cut to a letter. */
export function LeadCard({ row }: { row: AnyRow }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-xs text-muted-foreground">
      <span className="touch:-mt-1.5 touch:-mb-1">
        <StatusCell row={row} />
      </span>
      <span className="flex min-w-11 flex-1">
        <SalesName row={row} />
      </span>
    </div>
  )
}
