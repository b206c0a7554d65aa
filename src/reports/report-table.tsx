import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { Sort } from '#contract/kit/field/list-query.ts'
import type { DrawnReport } from '#contract/kit/report/report.ts'
import { DrillNumber } from './drill-number.tsx'
import { type DrillLink, formatLabel, headOf, labelsOf, measuresOf, type Named } from './report-fields.ts'
import type { Total, Values } from './report-queries.ts'
import { headClass, SortHead } from './sort-head.tsx'

export interface ReportTableProps {
  report: DrawnReport
  label: string
  rows: readonly Values[]
  /** Of all pages; null while it is on its way, undefined where there is none to show. */
  total: Total | null | undefined
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** The list behind a measure of a row, or of all rows. */
  linkOf: (measure: string, row: Values | null) => DrillLink | null
  /** What a row is of, as a link to it. */
  nameRow?: ((row: Values, name: ReactNode) => ReactNode) | undefined
}

const asItIs = (_: Values, name: ReactNode) => name

const cellClass = 'px-3 py-2.5 align-baseline first:ps-4 last:pe-4 print:px-1.5 print:py-1'

/** Rows with their place in the report's own order, and their total as the last one (docs/product/reports.md#rows-total-chart). */
export function ReportTable({ report, label, rows, total, sort, onSort, linkOf, nameRow = asItIs }: ReportTableProps) {
  const [labels, measures] = [labelsOf(report), measuresOf(report)]
  const [first, ...others] = labels
  return (
    <table aria-label={label} className="w-full text-sm print:text-xs">
      <thead className="border-b">
        <tr>
          <th scope="col" className={`${headClass} w-0 text-end`}>
            {t('report.place')}
          </th>
          {labels.map((of) => (
            <SortHead key={of[0]} of={of} end={false} sort={sort} onSort={onSort} />
          ))}
          {measures.map((of) => (
            <SortHead key={of[0]} of={of} end sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-border/60">
        {rows.map((row) => (
          <tr key={toText(row.id)} data-row={toText(row.id)} className="transition-colors hover:bg-muted/60 print:break-inside-avoid">
            <td className={`${cellClass} text-end text-muted-foreground tabular-nums`}>{formatNumber(Number(row.id))}</td>
            {first && (
              <th scope="row" className={`${cellClass} text-start font-medium`}>
                {nameRow(row, <bdi className={first[1].kind === 'date' ? 'whitespace-nowrap' : ''}>{formatLabel(report, first, row)}</bdi>)}
              </th>
            )}
            {others.map((of) => (
              <td key={of[0]} className={cellClass}>
                <bdi>{formatLabel(report, of, row)}</bdi>
              </td>
            ))}
            {measures.map((of) => (
              <td key={of[0]} data-measure={of[0]} className={`${cellClass} text-end whitespace-nowrap`}>
                <DrillNumber report={report} of={of} values={row} to={linkOf(of[0], row)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {total !== undefined && (
        // A foot stands on every sheet of paper, the total on the last one alone.
        <tfoot className="print:table-row-group">
          <tr data-row="total" className="border-t-2 bg-muted/50 font-semibold print:break-inside-avoid">
            <td className={cellClass} />
            <th scope="row" colSpan={labels.length} className={`${cellClass} text-start`}>
              {t('report.total')}
            </th>
            {measures.map((of) => (
              <td key={of[0]} data-measure={of[0]} className={`${cellClass} text-end whitespace-nowrap`}>
                {total ? <DrillNumber report={report} of={of} values={total} to={linkOf(of[0], null)} /> : <Waiting />}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const Waiting = () => <Skeleton className="ms-auto h-4 w-14" />

function Numbers({ measures, numberOf }: { measures: readonly Named[]; numberOf: (of: Named) => ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]">
      {measures.map((of) => (
        <div key={of[0]} data-measure={of[0]} className="row-span-2 grid grid-rows-subgrid pe-2">
          <dt className="self-end text-xs font-normal text-muted-foreground">{headOf(of)}</dt>
          <dd>{numberOf(of)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same on a phone, where a row is a card. */
export function ReportCards({ report, label, rows, total, linkOf, nameRow = asItIs }: ReportTableProps) {
  const [labels, measures] = [labelsOf(report), measuresOf(report)]
  const [first, ...others] = labels
  return (
    <ul aria-label={label} className="divide-y text-sm">
      {rows.map((row) => (
        <li key={toText(row.id)} data-row={toText(row.id)} className="flex flex-col gap-1.5 px-4 py-3 print:break-inside-avoid">
          <div className="flex items-baseline gap-2">
            <span className="text-muted-foreground tabular-nums">{formatNumber(Number(row.id))}</span>
            <p className="min-w-0 flex-1">
              <span className="block font-medium">{nameRow(row, <bdi>{first && formatLabel(report, first, row)}</bdi>)}</span>
              {others.length > 0 && (
                <span className="block text-xs text-muted-foreground">
                  {others.map((of) => `\u2068${formatLabel(report, of, row)}\u2069`).join(' · ')}
                </span>
              )}
            </p>
          </div>
          <Numbers
            measures={measures}
            numberOf={(of) => <DrillNumber report={report} of={of} values={row} to={linkOf(of[0], row)} className="font-medium" />}
          />
        </li>
      ))}
      {total !== undefined && (
        <li data-row="total" className="flex flex-col gap-1.5 bg-muted/50 px-4 py-3 font-semibold">
          <p>{t('report.total')}</p>
          <Numbers
            measures={measures}
            numberOf={(of) => (total ? <DrillNumber report={report} of={of} values={total} to={linkOf(of[0], null)} /> : <Waiting />)}
          />
        </li>
      )}
    </ul>
  )
}

/** As high as the rows will be. */
export function RowsSkeleton({ count, isCards }: { count: number; isCards: boolean }) {
  const height = isCards ? 'h-32' : 'h-10.5'
  return (
    <div aria-hidden="true" data-skeleton className="divide-y divide-border/60">
      {Array.from({ length: count }, (_, row) => `row-${row}`).map((row) => (
        <div key={row} className={`flex items-center gap-6 px-4 ${height}`}>
          <Skeleton className="h-3.5 w-1/3" />
          <Skeleton className="h-3.5 w-1/5" />
          <Skeleton className="ms-auto h-3.5 w-20" />
        </div>
      ))}
    </div>
  )
}
