/** What stands in place of a report that could not be read, or that has nothing in it. */
import type { UseQueryResult } from '@tanstack/react-query'
import { CalendarX2, ChartColumn, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { t } from '#console/i18n/i18n.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import type { Report } from '#contract/kit/report/report.ts'
import { formatAgo, formatPeriod, formatSpan } from './period-text.ts'
import { type PeriodChoice, type ReportState, resolveChoice, stepChoice } from './report-state.ts'

type Read = Pick<UseQueryResult, 'data' | 'isPlaceholderData' | 'isError' | 'dataUpdatedAt'>
const earliest = (reads: readonly Read[]) => Math.min(...reads.flatMap(({ data, dataUpdatedAt }) => (data ? [dataUpdatedAt] : [])))

/** What is shown was kept on the device: how old the oldest of it is. */
export function ReadAgo({ reads }: { reads: readonly Read[] }) {
  const connection = useConnection()
  const isOld = ({ data, isPlaceholderData, isError }: Read) =>
    data !== undefined && !isPlaceholderData && (connection !== 'online' || isError)
  const old = reads.filter(isOld)
  if (old.length === 0) return null
  return (
    <p role="status" className="flex items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
      <CloudOff aria-hidden="true" className="size-4 shrink-0" />
      {t('report.readAgo', { ago: formatAgo(earliest(old), Date.now()) })}
    </p>
  )
}

/** On paper: of which days it is, and when it was read. */
export function PrintedLine({ period, reads }: { period: string; reads: readonly Read[] }) {
  const at = earliest(reads)
  return (
    <p data-printed="" className="mt-1 hidden text-sm print:block">
      {period}
      {Number.isFinite(at) && ` · ${t('report.readAt', { at: formatDateTime(new Date(at).toISOString()) })}`}
    </p>
  )
}

interface UnreadProps {
  isOffline: boolean
  /** What is said offline. */
  notHere?: string
  reason: string | undefined
  onRetry: () => void
  /** Another way out. */
  children?: ReactNode
}

/** It could not be read. */
export const Unread = ({ isOffline, notHere = t('report.notHere'), reason, onRetry, children }: UnreadProps) => (
  <Card>
    <EmptyState
      icon={isOffline ? CloudOff : ChartColumn}
      title={t(isOffline ? 'list.offline' : 'report.failed')}
      detail={isOffline ? notHere : reason}
    >
      <RetryButton onRetry={onRetry} />
      {children}
    </EmptyState>
  </Card>
)

interface NothingProps {
  report: Report
  state: ReportState
  today: string
  onChoose: (choice: PeriodChoice) => void
}

/** Nothing happened in this period: the one before and the whole year are a press away. */
export function Nothing({ report, state, today, onChoose }: NothingProps) {
  const before = stepChoice(state.choice, -1, report, today)
  const year: PeriodChoice = { period: 'ytd', year: state.period.to.slice(0, 4) }
  const choices = [...(before ? [before] : []), ...(state.choice.period === 'ytd' ? [] : [year])]
  return (
    <Card>
      <EmptyState icon={CalendarX2} title={t('report.empty')} detail={formatSpan(state.period)}>
        {choices.map((choice) => {
          const period = resolveChoice(choice, report, today)
          return (
            period && (
              <Button key={choice.period + period.from} onClick={() => onChoose(choice)}>
                {t('report.showPeriod', { period: formatPeriod(choice, period) })}
              </Button>
            )
          )
        })}
      </EmptyState>
    </Card>
  )
}
