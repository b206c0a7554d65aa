import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { listOptions } from '#console/data/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/format.ts'
import { showPhone } from '#console/kit/phone.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import { buttonClass } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { firstPage, formatRange } from '#contract/kit/list-query.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { leads } from '#contract/sections/leads.ts'
import { PathLink } from '../path-link.tsx'
import { leadsHref, useMine } from './my-leads.ts'

const shown = 8

/** Whom to call today, and whoever should have been called before. */
export function FollowUps() {
  const mine = useMine()
  const filters = [...mine, { field: 'next_follow_up', values: [formatRange(undefined, wibDay(new Date()))] }]
  const sort = { field: 'next_follow_up', direction: 'desc' } as const
  const { data, isPending, isError } = useQuery(listOptions(leads, { ...firstPage, size: shown, sort, filters }))
  const total = data?.total_record ?? 0
  return (
    <Card aria-labelledby="follow-ups">
      <CardHeader title={<span id="follow-ups">{t('dashboard.followUps')}</span>} detail={data && t('dashboard.due', { count: total })}>
        {total > 0 && (
          <PathLink href={leadsHref({ filters, sort })} className={buttonClass({ variant: 'ghost', size: 'small' })}>
            {t('dashboard.showAll')}
          </PathLink>
        )}
      </CardHeader>
      {isPending && !isError && (
        <div className="grid gap-3 p-4">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      )}
      {(isError || data?.data.length === 0) && (
        <EmptyState icon={CalendarCheck} title={t(isError ? 'dashboard.unknown' : 'dashboard.nobody')} />
      )}
      <ul className="divide-y divide-border/60">
        {data?.data.map((row) => (
          <li key={row.ref}>
            <PathLink
              href={`/leads/edit/${row.ref}`}
              className="flex min-h-13 items-center gap-3 px-4 py-2 transition-colors hover:bg-muted"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium">{String(row.name ?? '')}</span>
                <span className="block truncate text-xs text-muted-foreground tabular-nums">
                  <bdi dir="ltr">{showPhone(String(row.phone ?? ''))}</bdi>
                </span>
              </span>
              <StatusBadge value={row.status} />
              <time className="hidden w-36 text-end text-xs text-muted-foreground sm:block" dateTime={String(row.next_follow_up)}>
                {formatDateTime(String(row.next_follow_up))}
              </time>
            </PathLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
