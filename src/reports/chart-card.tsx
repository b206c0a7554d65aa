import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Select } from '#console/ui/select.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { Report } from '#contract/kit/report/report.ts'
import type { ChartProps } from './chart/chart.tsx'
import { headOf, mainMeasure, measuresOf } from './report-fields.ts'
import { type ChartPoints, chartOptions } from './report-queries.ts'
import type { ReportState } from './report-state.ts'

const chartRem = 15

/** Apart: it comes after the rows. */
const Chart = deferred(() => import('./chart/chart.tsx').then((module) => module.Chart))

interface ChartFrameProps extends Pick<ChartProps, 'measure' | 'beside'> {
  title: string
  read: Pick<UseQueryResult, 'isError' | 'refetch'> & { data: ChartPoints | undefined }
  /** Opposite to the title. */
  children?: ReactNode
}

/** A chart, and what stands in its place while it is read or when it could not be. */
export function ChartFrame({ title, read: { data, isError, refetch }, measure, beside, children }: ChartFrameProps) {
  const wait = (
    <div className="flex flex-col gap-3 p-4">
      <Skeleton className="h-11 w-40" />
      <Skeleton className="h-60" />
    </div>
  )
  return (
    <Card aria-busy={!data && !isError} className="min-w-0 print:mt-6 print:break-inside-avoid print:border-0 print:shadow-none">
      <CardHeader title={title}>{children}</CardHeader>
      {data ? (
        <Suspense fallback={wait}>
          <Chart chart={data} measure={measure} rem={chartRem} beside={beside} />
        </Suspense>
      ) : isError ? (
        <div className="flex justify-center p-4">
          <RetryButton size="small" onRetry={() => void refetch()} />
        </div>
      ) : (
        wait
      )}
    </Card>
  )
}

/** Asked for once the rows are there. */
export function ChartCard({ report, state }: { report: Report; state: ReportState }) {
  const [name, setName] = useState(mainMeasure(report)?.[0])
  const read = useQuery(chartOptions(report, state))
  const measures = measuresOf(report)
  const measure = measures.find(([each]) => each === name)
  if (!measure) return null
  return (
    <ChartFrame title={t('report.chart')} read={read} measure={measure}>
      <Select
        aria-label={t('report.measure')}
        className="w-auto max-w-40 shrink-0 print:hidden"
        value={measure[0]}
        onChange={(event) => setName(event.currentTarget.value)}
      >
        {measures.map((each) => (
          <option key={each[0]} value={each[0]}>
            {headOf(each)}
          </option>
        ))}
      </Select>
    </ChartFrame>
  )
}
