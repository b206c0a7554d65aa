import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { isUnread } from '../report-queries.ts'
import { PrintedLine, ReadAgo, Unread } from '../report-states.tsx'

interface ServedPageProps {
  title: string
  detail?: string
  /** Before the title. */
  back?: ReactNode
  /** Of which days, and of what else. */
  period: string
  filters: ReactNode
  reads: readonly UseQueryResult[]
  /** What was read last on this device, if that is something else. */
  last: { period: string; onShow: () => void } | null
  children: ReactNode
}

/** What every screen of numbers has around them: heading, period, how old they are, and what is there when none could be read. */
export function ServedPage({ title, detail, back, period, filters, reads, last, children }: ServedPageProps) {
  useLocale()
  useTitle(title)
  const connection = useConnection()
  return (
    <div data-paper="" className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-5 md:px-6 print:max-w-none print:p-0">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 items-center gap-2">
          {back}
          <div className="min-w-0">
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {detail && <p className="mt-1 text-sm text-muted-foreground">{detail}</p>}
            <PrintedLine period={period} reads={reads} />
          </div>
        </div>
        {filters}
      </header>
      <ReadAgo reads={reads} />
      {reads.every(isUnread) ? (
        <Unread
          isOffline={connection !== 'online'}
          reason={reads.find(({ error }) => error)?.error?.message}
          onRetry={() => void Promise.all(reads.map(({ refetch }) => refetch()))}
        >
          {last && <Button onClick={last.onShow}>{t('report.showPeriod', { period: last.period })}</Button>}
        </Unread>
      ) : (
        children
      )}
    </div>
  )
}
