import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { serverDate } from '#console/data/base/server-clock.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'

import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import type { Report } from '#contract/kit/report/report.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { reportArea } from '#contract/reports/report-area.ts'
import { ExportMenu } from './export-menu.tsx'
import { PeriodFilter } from './period-filter.tsx'
import { formatPeriod } from './period-text.ts'
import { isNarrowed, ReportBlock } from './report-block.tsx'
import { findLastParts, isUnread, rowsOptions, totalOptions } from './report-queries.ts'
import { type PeriodChoice, type ReportPart, readParts, writeParts } from './report-state.ts'
import { Nothing, PrintedLine, ReadAgo, Unread } from './report-states.tsx'

export interface ReportScreenProps {
  /** One after the other, with one period. */
  reports: readonly Report[]
  /** What its path has after /report. */
  path: string
  search: Readonly<Record<string, string | undefined>>
  /** Whether this person sees the list of a section. */
  mayOpen: (section: SectionName) => boolean
  /** Below the heading, and opposite to it. */
  tabs?: ReactNode
  actions?: ReactNode
}

/** One screen for every report, drawn from its definition alone (docs/product/reports.md#screens). */
export function ReportScreen({ reports, path, search, mayOpen, tabs, actions }: ReportScreenProps) {
  useLocale()
  const title = t(`nav.${reportArea(path)}`)
  useTitle(title)
  const navigate = useNavigate()
  const connection = useConnection()
  const today = wibDay(serverDate())
  const parts = readParts(reports, search, today)
  const rows = useQueries({ queries: parts.map(({ report, state }) => rowsOptions(report, state)) })
  const totals = useQueries({ queries: parts.map(({ report, state }) => totalOptions(report, state)) })
  const [first] = parts
  if (!first) return null
  const { choice, period, isCompared } = first.state
  const [only] = parts.length === 1 ? parts : []

  const show = (next: readonly ReportPart[], replace = false) =>
    void navigate({ to: '/report/$', params: { _splat: path }, search: writeParts(next), replace, resetScroll: false })
  const onPeriod = (next: { choice?: PeriodChoice; isCompared?: boolean }) =>
    show(
      parts.map((part) => {
        const list = next.choice ? { ...part.state.list, page: 1 } : part.state.list
        return { ...part, state: { ...part.state, ...next, list } }
      }),
    )
  const onChoose = (next: PeriodChoice) => onPeriod({ choice: next })
  const onList = (of: ReportPart) => (next: Partial<ListQuery>, replace?: boolean) =>
    show(
      parts.map((part) => (part === of ? { ...part, state: { ...part.state, list: { ...part.state.list, page: 1, ...next } } } : part)),
      replace,
    )
  const broken = parts.flatMap(({ state }) => state.broken ?? [])[0]
  const retry = () => void Promise.all([...rows, ...totals].map(({ refetch }) => refetch()))
  const isEmpty = parts.every(({ state }, at) => rows[at]?.data?.data.length === 0 && !isNarrowed(state.list))

  return (
    <div data-paper="" className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-5 md:px-6 print:max-w-none print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {only && <p className="mt-1 text-sm text-muted-foreground">{t(`report.detail.${only.report.name}`)}</p>}
          <PrintedLine period={formatPeriod(choice, period)} reads={rows} />
        </div>
        {actions}
        {only && <ExportMenu report={only.report} state={only.state} />}
      </header>
      {tabs}
      <PeriodFilter
        key={`${choice.period} ${period.from} ${period.to}`}
        report={first.report}
        state={first.state}
        today={today}
        onChoose={onChoose}
        onCompare={(next) => onPeriod({ isCompared: next })}
      />
      {broken && (
        <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          {t('list.brokenLink', { message: broken })}
        </p>
      )}
      <ReadAgo reads={rows} />
      {rows.every(isUnread) ? (
        <Unread isOffline={connection !== 'online'} reason={rows.find(({ error }) => error)?.error?.message} onRetry={retry}>
          <LastRead parts={parts} today={today} onShow={show} />
        </Unread>
      ) : isEmpty ? (
        <Nothing report={first.report} state={first.state} today={today} onChoose={onChoose} />
      ) : (
        parts.map((part, at) => {
          const [page, total] = [rows[at], totals[at]]
          return (
            page &&
            total && (
              <ReportBlock
                key={part.report.name}
                part={part}
                label={only ? title : t(`report.title.${part.report.name}`)}
                isHeaded={!only}
                isCompared={isCompared}
                rows={page}
                total={total}
                mayOpen={mayOpen}
                onList={onList(part)}
              />
            )
          )
        })
      )}
    </div>
  )
}

/** What was read last on this device is a press away. */
function LastRead({
  parts,
  today,
  onShow,
}: {
  parts: readonly ReportPart[]
  today: string
  onShow: (parts: readonly ReportPart[]) => void
}) {
  const last = findLastParts(parts, today)
  const [first] = last ?? []
  if (!last || !first) return null
  const { choice, period } = first.state
  return <Button onClick={() => onShow(last)}>{t('report.showPeriod', { period: formatPeriod(choice, period) })}</Button>
}
