import { CalendarX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { Select } from '#console/ui/select.tsx'
import { formatSort, type ListQuery, parseSort } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { DrawnReport } from '#contract/kit/report/report.ts'
import { PageTurner } from './page-turner.tsx'
import { headOf, labelsOf, measuresOf } from './report-fields.ts'
import type { Values } from './report-queries.ts'
import { ReportCards, ReportTable, type ReportTableProps, RowsSkeleton } from './report-table.tsx'

interface RowsCardProps extends Pick<ReportTableProps, 'report' | 'label' | 'total' | 'linkOf' | 'nameRow'> {
  list: ListQuery
  page: Page<Values> | undefined
  isBusy: boolean
  onList: (next: Partial<ListQuery>, replace?: boolean) => void
  /** Above the rows, where the card is one of several. */
  header?: ReactNode
}

/** A page of rows with what finds, orders and turns it: a table, and cards on a phone. */
export function RowsCard({ report, label, list, page, isBusy, total, linkOf, nameRow, onList, header }: RowsCardProps) {
  const isPhone = usePhone()
  const onSort = (sort: ListQuery['sort']) => onList({ sort })
  const parts = { report, label, rows: page?.data ?? [], total, sort: list.sort, onSort, linkOf, nameRow }
  return (
    <Card aria-busy={isBusy} className="min-w-0 overflow-hidden print:overflow-visible print:border-0 print:shadow-none">
      {header}
      {(report.search.length > 0 || isPhone) && (
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5 print:hidden">
          {report.search.length > 0 && <SearchBox value={list.search} onSearch={(text) => onList({ search: text }, true)} />}
          {isPhone && <SortSelect {...parts} />}
        </div>
      )}
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
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached with keys as well
          tabIndex={0}
          className="overflow-x-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring print:overflow-visible"
        >
          <ReportTable {...parts} />
        </section>
      )}
      <PageTurner list={list} page={page} onList={onList} />
    </Card>
  )
}

interface SortSelectProps {
  report: DrawnReport
  sort: ListQuery['sort']
  onSort: (sort: ListQuery['sort']) => void
}

/** In place of column heads. */
function SortSelect({ report, sort, onSort }: SortSelectProps) {
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
