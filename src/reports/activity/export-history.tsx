import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CloudOff, FileDown } from 'lucide-react'
import { Suspense } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { loadMessages, t, useLocale } from '#console/i18n/i18n.ts'
import { writeSearch } from '#console/kit/list/query/search.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { Tone } from '#contract/kit/field/tone.ts'
import { reportArea } from '#contract/reports/report-area.ts'
import { activityPaths } from '#contract/reports/screens.ts'
import { type ExportRow, exportsOptions, readExportsSearch } from '../export-queries.ts'
import { PageTurner } from '../page-turner.tsx'
import { formatAgo } from '../period-text.ts'
import { headOf } from '../report-fields.ts'
import { isUnread } from '../report-queries.ts'
import { Unread } from '../report-states.tsx'
import { RowsSkeleton } from '../report-table.tsx'
import { headClass, SortHead } from '../sort-head.tsx'
import { ActivityTabs } from './activity-tabs.tsx'
import { ExportChatButton } from './export-chat-button.tsx'
import { exportColumns, formatExport, stateField } from './export-fields.ts'

/** Apart, because it brings a calendar along. */
const ExportFilters = deferred(async () => {
  const [module] = await Promise.all([import('./export-filters.tsx'), loadMessages('filters')])
  return module.ExportFilters
})

const tones: Readonly<Record<ExportRow['state'], Tone>> = {
  waiting: 'info',
  running: 'info',
  done: 'good',
  cancelled: 'neutral',
  dead: 'bad',
}

const State = ({ state }: Pick<ExportRow, 'state'>) => (
  <StatusBadge value={state} label={choiceLabel(state, stateField)} tone={tones[state]} />
)

/** Who took what out, when, and how many rows (docs/product/reports.md#history-of-exports). */
export function ExportHistory({ search }: { search: Readonly<Record<string, string | undefined>> }) {
  useLocale()
  const title = t(`nav.${reportArea(activityPaths.history)}`)
  useTitle(title)
  const navigate = useNavigate()
  const connection = useConnection()
  const isPhone = usePhone()
  const { query: list, problem } = readExportsSearch(search)
  const read = useQuery(exportsOptions(list))
  const { data: page, isPlaceholderData, isError, dataUpdatedAt } = read
  const isNarrowed = list.search !== '' || list.filters.length > 0
  const onList = (next: Partial<ListQuery>, replace = false) =>
    void navigate({
      to: '/report/$',
      params: { _splat: activityPaths.history },
      search: writeSearch({ ...list, page: 1, ...next }),
      replace,
      resetScroll: false,
    })
  const rows = page?.data ?? []
  const isOld = page !== undefined && !isPlaceholderData && (connection !== 'online' || isError)
  return (
    <div data-paper="" className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-5 md:px-6 print:max-w-none print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 text-sm text-muted-foreground">{t('report.exports')}</p>
          {page && (
            <p data-printed="" className="mt-1 hidden text-sm print:block">
              {t('report.readAt', { at: formatDateTime(new Date(dataUpdatedAt).toISOString()) })}
            </p>
          )}
        </div>
        <ExportChatButton />
      </header>
      <ActivityTabs />
      {problem && (
        <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          {t('list.brokenLink', { message: problem.parameter })}
        </p>
      )}
      {isOld && (
        <p role="status" className="flex items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {t('report.readAgo', { ago: formatAgo(dataUpdatedAt, Date.now()) })}
        </p>
      )}
      {isUnread(read) ? (
        <Unread
          isOffline={connection !== 'online'}
          notHere={t('report.exportsNotHere')}
          reason={read.error?.message}
          onRetry={() => void read.refetch()}
        />
      ) : rows.length === 0 && page && !isNarrowed ? (
        <Card>
          <EmptyState icon={FileDown} title={t('report.noExports')} />
        </Card>
      ) : (
        <Card
          aria-busy={!page || isPlaceholderData}
          className="min-w-0 overflow-hidden print:overflow-visible print:border-0 print:shadow-none"
        >
          <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5 print:hidden">
            <SearchBox value={list.search} onSearch={(text) => onList({ search: text }, true)} />
            <Suspense fallback={<Skeleton className="h-control w-24" />}>
              <ExportFilters list={list} onList={onList} />
            </Suspense>
          </div>
          {!page ? (
            <RowsSkeleton count={list.size} isCards={isPhone} />
          ) : rows.length === 0 ? (
            <EmptyState icon={FileDown} title={t('report.noMatch')}>
              <Button onClick={() => onList({ ...firstPage, sort: list.sort, size: list.size })}>{t('report.clearSearch')}</Button>
            </EmptyState>
          ) : isPhone ? (
            <ExportCards rows={rows} label={title} />
          ) : (
            <ExportTable rows={rows} label={title} sort={list.sort} onSort={(sort) => onList({ sort })} />
          )}
          <PageTurner list={list} page={page} onList={onList} />
        </Card>
      )}
    </div>
  )
}

interface ExportTableProps {
  rows: readonly ExportRow[]
  label: string
  sort: ListQuery['sort']
  onSort: (sort: ListQuery['sort']) => void
}

const cellClass = 'px-3 py-2.5 first:ps-4 last:pe-4 print:px-1.5 print:py-1'

function ExportTable({ rows, label, sort, onSort }: ExportTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached with keys as well
      tabIndex={0}
      className="overflow-x-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring print:overflow-visible"
    >
      <table aria-label={label} className="w-full text-sm print:text-xs">
        <thead className="border-b">
          <tr>
            {exportColumns.map((of) => (
              <SortHead key={of[0]} of={of} end={of[0] === 'rows'} sort={sort} onSort={onSort} />
            ))}
            <th scope="col" className={`${headClass} ps-8 text-start`}>
              {headOf(['state', stateField])}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border/60">
          {rows.map((row) => (
            <tr key={row.id} data-row={row.id} className="transition-colors hover:bg-muted/60 print:break-inside-avoid">
              {exportColumns.map((of) => (
                <td
                  key={of[0]}
                  data-cell={of[0]}
                  className={`${cellClass} ${of[0] === 'rows' ? 'text-end' : ''} ${of[0] === 'created_by' ? '' : 'whitespace-nowrap'} tabular-nums`}
                >
                  <bdi>{formatExport(row, of)}</bdi>
                </td>
              ))}
              <td className={`${cellClass} ps-8`}>
                <State state={row.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const [createdAt, createdBy, report, days, count] = exportColumns

/** The same on a phone, where a row is a card. */
const ExportCards = ({ rows, label }: Pick<ExportTableProps, 'rows' | 'label'>) => (
  <ul aria-label={label} className="divide-y text-sm">
    {rows.map((row) => (
      <li key={row.id} data-row={row.id} className="flex flex-col gap-1 px-4 py-3 print:break-inside-avoid">
        <p className="flex items-center justify-between gap-3">
          <bdi className="min-w-0 font-medium">{createdBy && formatExport(row, createdBy)}</bdi>
          <State state={row.state} />
        </p>
        <p className="text-muted-foreground">
          {[report, days].flatMap((of) => (of ? `\u2068${formatExport(row, of)}\u2069` : [])).join(' · ')}
        </p>
        <p className="flex items-baseline justify-between gap-3 text-xs text-muted-foreground tabular-nums">
          <bdi>{createdAt && formatExport(row, createdAt)}</bdi>
          <span>
            {count && headOf(count)} <bdi className="font-medium text-foreground">{count && formatExport(row, count)}</bdi>
          </span>
        </p>
      </li>
    ))}
  </ul>
)
