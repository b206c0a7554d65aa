import { useQueries } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { formatClock, formatDay } from '#console/kit/text/format-more.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { recordPath } from '#console/kit/text/section-link.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { type Filter, firstPage } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { longestDueFirst } from '#contract/quick-panel.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { PathLink } from '../base/path-link.tsx'
import { type DueKind, dueFilters, dueKinds } from './due-filters.ts'
import { leadsHref, useMine } from './my-leads.ts'
import { RowPhone } from './row-phone.tsx'

const shown = 6

/** The time of today, or the day; on a phone without its time, so that a row is two lines in letters of any size. */
function DueTime({ at, kind }: { at: string; kind: DueKind }) {
  if (kind === 'today') return formatClock(at)
  return (
    <>
      <span className="sm:hidden">{formatDay(at)}</span>
      <span className="max-sm:hidden">{formatDateTime(at)}</span>
    </>
  )
}

function FollowUp({ row, kind }: { row: AnyRow; kind: DueKind }) {
  const at = toText(row.next_follow_up)
  const mayEdit = useMay(leads).update
  return (
    <li className="flex items-center">
      <PathLink
        href={`${recordPath('leads', row.ref, mayEdit)}?fr=dashboard`}
        className="flex min-h-13 min-w-0 flex-1 items-center gap-3 px-4 py-2 transition-colors hover:bg-muted"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{toText(row.name)}</span>
          <span className="flex items-center gap-x-2 text-xs text-muted-foreground tabular-nums">
            <StatusBadge value={row.status} />
            <time dateTime={at} className={`shrink-0 whitespace-nowrap ${kind === 'overdue' ? 'text-danger-text' : ''}`}>
              <DueTime at={at} kind={kind} />
            </time>
            <span className="min-w-0 flex-1 truncate max-sm:hidden">
              <bdi dir="ltr">{showPhone(toText(row.phone))}</bdi>
            </span>
          </span>
        </span>
      </PathLink>
      <RowPhone phone={row.phone} name={toText(row.name)} />
    </li>
  )
}

interface GroupProps {
  kind: DueKind
  rows: readonly AnyRow[]
  total: number
  filters: readonly Filter[]
}

function Group({ kind, rows, total, filters }: GroupProps) {
  const id = `follow-ups-${kind}`
  return (
    <section aria-labelledby={id} data-due-group={kind}>
      <header className="flex min-h-11 items-center gap-2 border-b border-border/60 px-4">
        <h3 id={id} className="me-auto text-xs font-medium text-muted-foreground">
          {t(`dashboard.due.${kind}`, { count: formatNumber(total) })}
        </h3>
        {total > rows.length && (
          <PathLink href={leadsHref({ filters, sort: longestDueFirst })} className={buttonClass({ variant: 'ghost', size: 'small' })}>
            {t('dashboard.showAll')}
          </PathLink>
        )}
      </header>
      <ul className="@container divide-y divide-border/60">
        {rows.map((row) => (
          <FollowUp key={row.ref} row={row} kind={kind} />
        ))}
      </ul>
    </section>
  )
}

/** Overdue follow-ups and those due today, separately, oldest first. */
export function FollowUps() {
  const filters = dueFilters(useMine(), serverDate())
  const responses = useQueries({
    queries: dueKinds.map((kind) => listOptions(leads, { ...firstPage, size: shown, sort: longestDueFirst, filters: filters[kind] })),
  })
  const isError = responses.every((response) => response.isError)
  const isPending = responses.some((response) => response.isPending && !response.isError)
  const groups = dueKinds.flatMap((kind, at) => {
    const data = responses[at]?.data
    return data?.total_record ? [{ kind, rows: data.data, total: data.total_record, filters: filters[kind] }] : []
  })
  return (
    <Card aria-labelledby="follow-ups">
      <CardHeader title={<span id="follow-ups">{t('dashboard.followUps')}</span>} />
      {isPending && (
        <div className="grid gap-3 p-4">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      )}
      {!isPending && !groups.length && <EmptyState icon={CalendarCheck} title={t(isError ? 'dashboard.unknown' : 'dashboard.nobody')} />}
      {!isPending && groups.map((group) => <Group key={group.kind} {...group} />)}
    </Card>
  )
}
