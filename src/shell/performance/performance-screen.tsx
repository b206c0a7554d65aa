import { useSearch } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { Suspense } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { useLive } from '#console/data/start/live.ts'
import { t } from '#console/i18n/i18n.ts'
import { latePiece } from '#console/kit/parts/late-piece.tsx'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { holds } from '#contract/kit/field/permission.ts'
import { byRecommendation, performanceGraph, performanceSummary, topLoss, topProfit } from '#contract/performance.ts'
import { readAsked } from './asked.ts'
import { ByRecommendation, type CategoryResult } from './by-recommendation.tsx'
import { Filters } from './filters.tsx'
import type { Point } from './graph.tsx'
import { type Summary, SummaryCards } from './summary.tsx'
import { type Result, TopList } from './top-list.tsx'
import { useFigures } from './use-figures.ts'

/** Sections read for returns. */
const followed = ['portofolio', 'recommendation']

const Graph = latePiece(() => import('./graph.tsx').then((module) => module.Graph))

const wait = (
  <div className="p-4">
    <Skeleton className="h-64" />
  </div>
)

/** Returns of portfolios and recommendations (docs/product/picks.md#performance). */
export function PerformanceScreen() {
  const asked = readAsked(useSearch({ strict: false }))
  useTitle(t('performance.title'))
  useLive(followed, ['performance'])
  const mayEdit = holds(useAccess(), 'update stock')
  const summary = useFigures<Summary>(performanceSummary, asked)
  const graph = useFigures<{ data: Point[]; is_index: boolean }>(performanceGraph, asked)
  const profit = useFigures<{ data: Result[] }>(topProfit, asked)
  const loss = useFigures<{ data: Result[] }>(topLoss, asked)
  const categories = useFigures<{ data: CategoryResult[] }>(byRecommendation, asked)
  const all = [summary, graph, profit, loss, categories]
  const failed = all.find(({ isError, data }) => isError && data === undefined)
  const points = graph.data?.data
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-4 px-4 py-6 md:px-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{t('performance.title')}</h1>
          <p className="mt-1 text-sm text-muted-foreground">{t('performance.detail')}</p>
        </div>
        <Filters key={`${asked.from}${asked.to}`} asked={asked} />
      </header>
      {failed ? (
        <Card>
          <EmptyState icon={ChartLine} title={t('performance.failed')} detail={failed.error?.message}>
            <RetryButton onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))} />
          </EmptyState>
        </Card>
      ) : (
        <>
          <SummaryCards summary={summary.data} asked={asked} />
          <Card aria-busy={!points}>
            <CardHeader title={t('performance.graph')} />
            {!points && wait}
            {points?.length === 0 && <p className="p-4 text-sm text-muted-foreground">{t('performance.none')}</p>}
            {points && points.length > 0 && (
              <Suspense fallback={wait}>
                <Graph points={points} index={t(graph.data?.is_index ? 'performance.composite' : 'performance.index')} />
              </Suspense>
            )}
          </Card>
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <TopList title={t('performance.topProfit')} results={profit.data?.data} mayEdit={mayEdit} />
            <TopList title={t('performance.topLoss')} results={loss.data?.data} mayEdit={mayEdit} />
          </div>
          <ByRecommendation results={categories.data?.data} asked={asked} />
        </>
      )}
    </div>
  )
}
