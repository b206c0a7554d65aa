import { useQueries } from '@tanstack/react-query'
import { usePendingCounts } from '#console/data/query/pending-counts.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { type LeadStatus, leadStatuses } from '#contract/choices/options.ts'
import { type Filter, firstPage } from '#contract/kit/field/list-query.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { PathLink } from '../base/path-link.tsx'
import { leadsHref, useMine } from './my-leads.ts'

interface TileProps {
  status: LeadStatus
  count: number | undefined
  failed: boolean
  filters: readonly Filter[]
}

function Tile({ status, count, failed, filters }: TileProps) {
  return (
    <PathLink
      href={leadsHref({ filters })}
      className="flex min-h-20 flex-col items-start justify-between gap-2 bg-card px-4 py-3 transition-colors hover:bg-muted"
    >
      <StatusBadge value={status} />
      <span className="text-2xl font-semibold tracking-tight tabular-nums">
        {count === undefined ? failed ? '–' : <Skeleton className="h-8 w-12" /> : formatNumber(count)}
      </span>
    </PathLink>
  )
}

/** Number of leads by status; each links to its list. */
export function LeadsByStatus() {
  const mine = useMine()
  const tiles = leadStatuses.map((status) => ({ status, filters: [...mine, { field: 'status', values: [status] }] }))
  const responses = useQueries({ queries: tiles.map(({ filters }) => listOptions(leads, { ...firstPage, size: 1, filters })) })
  const pending = usePendingCounts(
    leads,
    tiles.map(({ filters }) => ({ ...firstPage, filters })),
  )
  const countOf = (index: number) => {
    const read = responses[index]?.data?.total_record
    return read === undefined ? undefined : Math.max(0, read + (pending[index] ?? 0))
  }
  return (
    <section aria-labelledby="leads-by-status" className="@container">
      <h2 id="leads-by-status" className="mb-2 text-base font-semibold">
        {t(mine.length ? 'dashboard.myLeads' : 'dashboard.allLeads')}
      </h2>
      <div className="grid grid-cols-2 gap-px @max-[20rem]:grid-cols-1 overflow-hidden rounded-xl border bg-border shadow-raised sm:grid-cols-3 lg:grid-cols-5">
        {tiles.map(({ status, filters }, index) => (
          <Tile key={status} status={status} filters={filters} count={countOf(index)} failed={responses[index]?.isError ?? false} />
        ))}
        <div aria-hidden="true" className="bg-card @max-[20rem]:hidden sm:max-lg:hidden" />
      </div>
    </section>
  )
}
