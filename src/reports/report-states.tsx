/** What stands in place of a report that could not be read, or that has nothing in it. */
import { useNavigate } from '@tanstack/react-router'
import { CalendarX2, ChartColumn, CloudOff } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import type { Report } from '#contract/kit/report/report.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { formatPeriod, formatSpan } from './period-text.ts'
import { findLastRead, toSearch } from './report-queries.ts'
import { type PeriodChoice, type ReportState, readReportState, resolveChoice, stepChoice } from './report-state.ts'

interface UnreadProps {
  report: Report
  path: string
  isOffline: boolean
  reason: string | undefined
  onRetry: () => void
}

/** It could not be read; what of it was read last on this device is a press away. */
export function Unread({ report, path, isOffline, reason, onRetry }: UnreadProps) {
  const navigate = useNavigate()
  const last = findLastRead(report)
  const lastState = last && readReportState(last.search, report, wibDay(new Date()))
  return (
    <Card>
      <EmptyState
        icon={isOffline ? CloudOff : ChartColumn}
        title={t(isOffline ? 'list.offline' : 'report.failed')}
        detail={isOffline ? t('report.notHere') : reason}
      >
        <RetryButton onRetry={onRetry} />
        {last && lastState && (
          <Button onClick={() => void navigate({ to: '/report/$report', params: { report: path }, search: toSearch(last.search) })}>
            {t('report.showPeriod', { period: formatPeriod(lastState.choice, lastState.period) })}
          </Button>
        )}
      </EmptyState>
    </Card>
  )
}

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
