import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarX2, CloudOff } from 'lucide-react'
import { Suspense } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLive } from '#console/data/start/live.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Pagination } from '#console/kit/list/later/lazy.ts'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Select } from '#console/ui/select.tsx'
import { formatSort, type ListQuery, parseSort } from '#contract/kit/field/list-query.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import type { Report } from '#contract/kit/report/report.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { reportArea } from '#contract/reports/screens.ts'
import { ChartCard } from './chart-card.tsx'
import { ExportMenu } from './export-menu.tsx'
import { PeriodFilter } from './period-filter.tsx'
import { formatAgo, formatPeriod } from './period-text.ts'
import { drillLink, headOf, labelsOf, measuresOf } from './report-fields.ts'
import { rowsOptions, totalOptions, type Values } from './report-queries.ts'
import { type PeriodChoice, type ReportState, readReportState, writeReportState } from './report-state.ts'
import { Nothing, Unread } from './report-states.tsx'
import { ReportCards, ReportTable, RowsSkeleton } from './report-table.tsx'
import { TotalTiles } from './total-tiles.tsx'

export interface ReportScreenProps {
  report: Report
  /** The last part of its path. */
  path: string
  search: Readonly<Record<string, string | undefined>>
  /** Whether this person sees the list of a section. */
  mayOpen: (section: SectionName) => boolean
}

/** One screen for every report, drawn from its definition alone (docs/product/reports.md#screens). */
export function ReportScreen({ report, path, search, mayOpen }: ReportScreenProps) {
  useLocale()
  const title = t(`nav.${reportArea(path)}`)
  useTitle(title)
  useLive([...new Set(Object.values(report.drill).flatMap((drill) => drill?.section ?? []))], queryKeys.lists(report.name))
  const navigate = useNavigate()
  const connection = useConnection()
  const isPhone = usePhone()
  const today = wibDay(new Date())
  const state = readReportState(search, report, today)
  const rows = useQuery(rowsOptions(report, state))
  const total = useQuery(totalOptions(report, state))
  const { list, choice, period, isCompared } = state
  const isNarrowed = list.search !== '' || list.filters.length > 0

  const go = (next: Partial<ReportState>, replace = false) =>
    void navigate({
      to: '/report/$report',
      params: { report: path },
      search: writeReportState({ ...state, ...next }),
      replace,
      resetScroll: false,
    })
  const onList = (next: Partial<ListQuery>, replace = false) => go({ list: { ...list, page: 1, ...next } }, replace)
  const onChoose = (next: PeriodChoice) => go({ choice: next, list: { ...list, page: 1 } })
  const linkOf = (measure: string, row: Values | null) => drillLink(report, measure, period, { row, isNarrowed, mayOpen })
  const page = rows.data
  const isOld = page !== undefined && !rows.isPlaceholderData && (connection !== 'online' || rows.isError)
  const shownTotal = total.data ?? (total.isLoading && report.total !== false ? null : undefined)
  const parts = {
    report,
    label: title,
    rows: page?.data ?? [],
    total: shownTotal,
    sort: list.sort,
    onSort: (sort: ListQuery['sort']) => onList({ sort }),
    linkOf,
  }

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-5 md:px-6 print:max-w-none print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 text-sm text-muted-foreground">
            {t(`report.detail.${report.name}`)} <span className="hidden print:inline">{formatPeriod(choice, period)}</span>
          </p>
        </div>
        <ExportMenu report={report} state={state} />
      </header>
      <PeriodFilter
        key={`${choice.period} ${period.from} ${period.to}`}
        report={report}
        state={state}
        today={today}
        onChoose={onChoose}
        onCompare={(next) => go({ isCompared: next })}
      />
      {state.broken && (
        <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          {t('list.brokenLink', { message: state.broken })}
        </p>
      )}
      {isOld && (
        <p role="status" className="flex items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {t('report.readAgo', { ago: formatAgo(rows.dataUpdatedAt, Date.now()) })}
        </p>
      )}
      {page === undefined && (rows.isError || rows.fetchStatus === 'paused') ? (
        <Unread
          report={report}
          path={path}
          isOffline={connection !== 'online'}
          reason={rows.error?.message}
          onRetry={() => void rows.refetch()}
        />
      ) : page?.data.length === 0 && !isNarrowed ? (
        <Nothing report={report} state={state} today={today} onChoose={onChoose} />
      ) : (
        <>
          {shownTotal !== undefined && (
            <TotalTiles report={report} total={shownTotal} isCompared={isCompared} linkOf={(measure) => linkOf(measure, null)} />
          )}
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] print:block">
            <Card
              aria-busy={page === undefined || rows.isPlaceholderData}
              className="min-w-0 overflow-hidden print:border-0 print:shadow-none"
            >
              <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5 print:hidden">
                {report.search.length > 0 && <SearchBox value={list.search} onSearch={(text) => onList({ search: text }, true)} />}
                {isPhone && <SortSelect {...parts} />}
              </div>
              {page === undefined ? (
                <RowsSkeleton count={list.size} isCards={isPhone} />
              ) : page.data.length === 0 ? (
                <EmptyState icon={CalendarX2} title={t('report.noMatch')}>
                  <Button onClick={() => onList({ search: '', filters: [] })}>{t('report.clearSearch')}</Button>
                </EmptyState>
              ) : isPhone ? (
                <ReportCards {...parts} />
              ) : (
                <section
                  aria-label={title}
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached with keys as well
                  tabIndex={0}
                  className="overflow-x-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring"
                >
                  <ReportTable {...parts} />
                </section>
              )}
              {page && page.total_record > Math.min(10, list.size) && (
                <div className="border-t print:hidden">
                  <Suspense fallback={<div className="h-13" />}>
                    <Pagination
                      page={list.page}
                      size={list.size}
                      total={page.total_record}
                      more={0}
                      onPage={(next) => onList({ page: next })}
                      onSize={(size) => onList({ size })}
                      onIntent={() => undefined}
                    />
                  </Suspense>
                </div>
              )}
            </Card>
            {report.chart && page && page.data.length > 0 && <ChartCard report={report} state={state} />}
          </div>
        </>
      )}
    </div>
  )
}

/** In place of column heads. */
function SortSelect({ report, sort, onSort }: { report: Report; sort: ListQuery['sort']; onSort: (sort: ListQuery['sort']) => void }) {
  const named = [...measuresOf(report), ...labelsOf(report)]
  return (
    <Select
      aria-label={t('list.sort')}
      className="w-auto max-w-full min-w-32 flex-1"
      value={formatSort(sort)}
      onChange={(event) => onSort(parseSort(event.currentTarget.value))}
    >
      <option value="">{t('report.ownOrder')}</option>
      {named.flatMap((of) =>
        (['desc', 'asc'] as const).map((direction) => (
          <option key={`${of[0]} ${direction}`} value={`${of[0]} ${direction}`}>
            {`${headOf(of)} ${direction === 'asc' ? '↑' : '↓'}`}
          </option>
        )),
      )}
    </Select>
  )
}
