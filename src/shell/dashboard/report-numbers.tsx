import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLive } from '#console/data/start/live.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { getOwnSales } from '#console/kit/text/own-sales.ts'
import { DrillNumber } from '#console/reports/drill-number.tsx'
import { drillLink, formatLabel, labelsOf, measuresOf } from '#console/reports/report-fields.ts'
import { rowsOptions, type Total, totalOptions } from '#console/reports/report-queries.ts'
import { resolveChoice, thisMonth } from '#console/reports/report-state.ts'
import { TotalTiles } from '#console/reports/total-tiles.tsx'
import { buttonClass } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import type { Report } from '#contract/kit/report/report.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { PathLink } from '../base/path-link.tsx'

export interface ReportCardProps {
  report: Report
  title: string
  /** Path of its screen, if it has one. */
  href?: string
  mayOpen: (section: SectionName) => boolean
}

/** What is asked: this month, own rows where `own` names whose. */
function useMonth(report: Report, isCompared: boolean, size = firstPage.size, own?: number) {
  useLive([...new Set(Object.values(report.drill).flatMap((drill) => drill?.section ?? []))], queryKeys.lists(report.name))
  const today = wibDay(serverDate())
  const choice = thisMonth(today)
  const filters = own === undefined ? [] : [{ field: 'sales_id', values: [String(own)] }]
  return { state: { choice, isCompared, list: { ...firstPage, size, filters } }, period: resolveChoice(choice, report, today, isCompared) }
}

const Unknown = () => <p className="px-4 py-6 text-sm text-muted-foreground">{t('dashboard.unknown')}</p>

const Heading = ({ title, href }: { title: string; href: string | undefined }) => (
  <div className="mb-2 flex min-h-8 items-center gap-3">
    <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h2>
    {href && (
      <PathLink href={href} className={buttonClass({ variant: 'ghost', size: 'small' })}>
        {t('dashboard.showAll')}
      </PathLink>
    )}
  </div>
)

interface MonthTilesProps extends ComponentProps<typeof TotalTiles> {
  name: string
  title: string
  heading: string
  href: string | undefined
  /** Nothing was read here, and nothing can be now. */
  isUnknown: boolean
}

const MonthTiles = ({ name, title, heading, href, isUnknown, ...tiles }: MonthTilesProps) => (
  <section aria-label={title} data-card={name}>
    <Heading title={heading} href={href} />
    {isUnknown ? (
      <Card>
        <Unknown />
      </Card>
    ) : (
      <TotalTiles {...tiles} />
    )}
  </section>
)

/** Totals of this month, against as many days of the month before. */
export function TotalsOfMonth({ report, title, href, mayOpen }: ReportCardProps) {
  const { state, period } = useMonth(report, true)
  const { data, isError, isPaused } = useQuery(totalOptions(report, state))
  return (
    <MonthTiles
      {...{ report, title, href }}
      name={report.name}
      heading={title}
      isUnknown={!data && (isError || isPaused)}
      total={data ?? null}
      isCompared
      linkOf={(measure) => period && drillLink(report, measure, period, { row: null, isNarrowed: false, mayOpen })}
    />
  )
}

/** A salesperson's own numbers of this month, and their place. */
export function OwnMonth({ report, title, href, mayOpen }: ReportCardProps) {
  const { state, period } = useMonth(report, false, 1, getOwnSales())
  const { data, isError, isPaused } = useQuery(rowsOptions(report, state))
  const [row] = data?.data ?? []
  const nothing = Object.fromEntries(measuresOf(report).map(([name]) => [name, 0]))
  const total: Total | null = data && period ? { ...nothing, ...row, from: period.from, to: period.to, previous: null } : null
  const place = row ? t('dashboard.place', { place: formatNumber(Number(row.id)) }) : data && t('dashboard.noPlace')
  return (
    <MonthTiles
      {...{ report, title, href, total }}
      name={`own-${report.name}`}
      heading={place ? `${title}: ${place}` : title}
      isUnknown={!data && (isError || isPaused)}
      isCompared={false}
      linkOf={(measure) => (row && period ? drillLink(report, measure, period, { row, isNarrowed: false, mayOpen }) : null)}
    />
  )
}

const most = 6

/** The largest rows of this month as bars. */
export function RowsOfMonth({ report, title, mayOpen }: ReportCardProps) {
  const { state, period } = useMonth(report, false, most)
  const { data, isError, isPaused } = useQuery(rowsOptions(report, state))
  const [label] = labelsOf(report)
  const [measure] = measuresOf(report)
  const largest = Math.max(1, ...(data?.data ?? []).map((row) => Number(measure ? row[measure[0]] : 0)))
  return (
    <Card aria-label={title} data-card={report.name}>
      <CardHeader title={title} />
      {!data && !(isError || isPaused) && (
        <div className="grid gap-3 p-4">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-7" />
          ))}
        </div>
      )}
      {!data && (isError || isPaused) && <Unknown />}
      {data?.data.length === 0 && <p className="px-4 py-6 text-sm text-muted-foreground">{t('report.empty')}</p>}
      {label && measure && (
        <ul className="grid gap-3 p-4 empty:hidden">
          {data?.data.map((row) => (
            <li key={toText(row.id)} className="grid gap-1 text-sm">
              <span className="flex items-baseline gap-3">
                <span className="min-w-0 flex-1">
                  <bdi className="block w-fit max-w-full truncate">{formatLabel(report, label, row)}</bdi>
                </span>
                <DrillNumber
                  className="font-medium"
                  report={report}
                  of={measure}
                  values={row}
                  to={period && drillLink(report, measure[0], period, { row, isNarrowed: false, mayOpen })}
                />
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-muted">
                <span
                  className="block h-full rounded-full bg-primary"
                  style={{ width: `${Math.max(2, (Number(row[measure[0]]) * 100) / largest)}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
