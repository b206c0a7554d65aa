/** What stands in place of a report that could not be read, or that has nothing in it. */
import { CalendarX2, ChartColumn, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import type { Report } from '#contract/kit/report/report.ts'
import { formatPeriod, formatSpan } from './period-text.ts'
import { type PeriodChoice, type ReportState, resolveChoice, stepChoice } from './report-state.ts'

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
