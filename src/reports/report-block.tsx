import type { UseQueryResult } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useConnection } from '#console/data/api/connection.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLive } from '#console/data/start/live.ts'
import { t } from '#console/i18n/i18n.ts'
import { Card } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import { ChartCard } from './chart-card.tsx'
import { ExportMenu } from './export-menu.tsx'
import { drillLink } from './report-fields.ts'
import { isEmptyTotal, isUnread, type Total, type Values } from './report-queries.ts'
import type { ReportPart } from './report-state.ts'
import { Unread } from './report-states.tsx'
import { RowsCard } from './rows-card.tsx'
import { TotalTiles } from './total-tiles.tsx'

export const isNarrowed = ({ search, filters }: ListQuery): boolean => search !== '' || filters.length > 0

interface ReportBlockProps {
  part: ReportPart
  label: string
  /** It has a heading of its own, because it is not alone. */
  isHeaded: boolean
  isCompared: boolean
  rows: UseQueryResult<Page<Values>>
  total: UseQueryResult<Total>
  mayOpen: (section: SectionName) => boolean
  onList: (next: Partial<ListQuery>, replace?: boolean) => void
}

/** The whole of a period, its rows with the total as the last one, and the chart. */
export function ReportBlock({ part, label, isHeaded, isCompared, rows, total, mayOpen, onList }: ReportBlockProps) {
  const { report, state } = part
  const { list, period } = state
  const sections = Object.values(report.drill).flatMap((drill) => (drill && mayOpen(drill.section) ? [drill.section] : []))
  useLive([...new Set(sections)], queryKeys.lists(report.name))
  const connection = useConnection()
  const page = rows.data
  const linkOf = (measure: string, row: Values | null) => drillLink(report, measure, period, { row, isNarrowed: isNarrowed(list), mayOpen })
  // A total without a number is one that failed, silently: the rows stand without it.
  const known = total.data && !isEmptyTotal(report, total.data) ? total.data : undefined
  const shownTotal = known ?? (total.isLoading && report.total !== false ? null : undefined)
  const isEmpty = page?.data.length === 0 && !isNarrowed(list)
  const body = isUnread(rows) ? (
    <Unread isOffline={connection !== 'online'} reason={rows.error?.message} onRetry={() => void rows.refetch()} />
  ) : isEmpty ? (
    <Card>
      <EmptyState icon={CalendarX2} title={t('report.empty')} />
    </Card>
  ) : (
    <>
      {shownTotal !== undefined && (
        <TotalTiles report={report} total={shownTotal} isCompared={isCompared} linkOf={(measure) => linkOf(measure, null)} />
      )}
      <div className={`grid grid-cols-1 items-start gap-4 print:block ${report.chart ? 'xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]' : ''}`}>
        <RowsCard
          report={report}
          label={label}
          list={list}
          page={page}
          isBusy={page === undefined || rows.isPlaceholderData}
          total={shownTotal}
          linkOf={linkOf}
          onList={onList}
        />
        {report.chart && page && page.data.length > 0 && <ChartCard report={report} state={state} />}
      </div>
    </>
  )
  if (!isHeaded) return body
  return (
    <section aria-label={label} data-report={report.name} className="mt-2 flex flex-col gap-3">
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-tight">{label}</h2>
          <p className="text-sm text-muted-foreground">{t(`report.detail.${report.name}`)}</p>
        </div>
        <ExportMenu report={report} state={state} of={label} />
      </header>
      {body}
    </section>
  )
}
