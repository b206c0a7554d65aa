import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { reasonOf } from '#console/kit/text/reason.ts'
import { recordPath } from '#console/kit/text/section-link.ts'
import { ChartFrame } from '#console/reports/chart-card.tsx'
import { formatSpan } from '#console/reports/period-text.ts'
import { drillLink } from '#console/reports/report-fields.ts'
import { isUnread, type Values } from '#console/reports/report-queries.ts'
import { ServedPage } from '#console/reports/served/served-page.tsx'
import { chartOf, findLastAsked, rowsOf, totalOf, useServed } from '#console/reports/served/served-queries.ts'
import { ServedTable } from '#console/reports/served/served-table.tsx'
import { TotalTiles } from '#console/reports/total-tiles.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { percent } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { byRecommendationExport, losses, performance, profits, recommendationResults } from '#contract/reports/performance.ts'
import { useItems } from '../base/navigation.ts'
import { PathLink } from '../base/path-link.tsx'
import { listHref } from '../dashboard/list-href.ts'
import { type Asked, readAsked, spanOf } from './asked.ts'
import { Filters } from './filters.tsx'

/** Sections read for returns. */
const positions = ['portofolio'] as const
const picks = ['recommendation'] as const

const drawn = ['portfolio', { ...percent(), of: 'performance.portfolio' }] as const

const describeAsked = (asked: Asked): string => {
  const span = spanOf(asked)
  return [span ? formatSpan(span) : t('performance.whole'), asked.product, asked.category].filter(Boolean).join(' · ')
}

const recommendationsHref = (category: string): string =>
  listHref('recommendation', {
    filters: [
      { field: 'kind', values: ['buy'] },
      { field: 'category', values: [category] },
      { field: 'status', values: ['publish'] },
    ],
  })

const rowLink =
  'inline-flex items-center rounded underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring touch:min-h-11'
const linked = (href: string, name: ReactNode) => (
  <PathLink href={href} className={rowLink}>
    {name}
  </PathLink>
)

/** Returns of portfolios and recommendations (docs/product/picks.md#performance). */
export function PerformanceScreen() {
  const asked = readAsked(useSearch({ strict: false }))
  const navigate = useNavigate()
  const items = useItems()
  const mayEdit = holds(useAccess(), 'update stock')
  const summary = useServed(performance, 'total', asked, positions)
  const graph = useServed(performance, 'chart', asked, positions)
  const profit = useServed(profits, 'list', asked, positions)
  const loss = useServed(losses, 'list', asked, positions)
  const results = useServed(recommendationResults, 'list', asked, picks)
  const ask = (next: Asked) => void navigate({ to: '/performance/list', search: next })
  const lastAsked = findLastAsked(performance, 'total')
  const last = lastAsked && readAsked(lastAsked)
  const total = summary.data ? totalOf(performance, summary.data) : null
  const mayOpen = (section: string) => items.some(({ name }) => name === section)
  const linkOf = (measure: string) =>
    total && drillLink(performance, measure, { ...total, date: '' }, { row: { ...total, ...asked }, isNarrowed: false, mayOpen })
  const toPosition = ({ ref }: Values, name: ReactNode) => linked(recordPath('portofolio', toText(ref), mayEdit), name)
  const points = graph.data && chartOf(performance, graph.data)
  return (
    <ServedPage
      title={t('performance.title')}
      detail={t('performance.detail')}
      period={describeAsked(asked)}
      filters={<Filters asked={asked} onAsk={ask} />}
      reads={[summary, graph, profit, loss, results]}
      last={last && { period: describeAsked(last), onShow: () => ask(last) }}
    >
      {isUnread(summary) ? (
        <Card className="flex justify-center p-4">
          <RetryButton size="small" onRetry={() => void summary.refetch()} />
        </Card>
      ) : (
        <TotalTiles report={performance} total={total} isCompared={false} linkOf={linkOf} />
      )}
      {points === null ? (
        <Card>
          <CardHeader title={t('performance.graph')} />
          <p className="p-4 text-sm text-muted-foreground">{t('performance.none')}</p>
        </Card>
      ) : (
        <ChartFrame
          title={t('performance.graph')}
          read={{ ...graph, data: points }}
          measure={drawn}
          beside={t(graph.data?.is_index ? 'performance.composite' : 'performance.index')}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 print:block">
        <ServedTable
          report={profits}
          title={t('performance.topProfit')}
          read={profit}
          rows={profit.data ? rowsOf(profits, profit.data) : []}
          nameRow={toPosition}
        />
        <ServedTable
          report={losses}
          title={t('performance.topLoss')}
          read={loss}
          rows={loss.data ? rowsOf(losses, loss.data) : []}
          nameRow={toPosition}
        />
      </div>
      <ServedTable
        report={recommendationResults}
        title={t('performance.byRecommendation')}
        read={results}
        rows={results.data ? rowsOf(recommendationResults, results.data) : []}
        nameRow={({ category }, name) => linked(recommendationsHref(toText(category)), name)}
      >
        <ExportButton asked={asked} />
      </ServedTable>
    </ServedPage>
  )
}

/** The results of recommendations as a file. */
function ExportButton({ asked }: { asked: Asked }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveFile(await request<Blob>(byRecommendationExport, { query: asked }), 'recommendations.xlsx')
    } catch (error) {
      postMessage({ kind: 'error', text: await reasonOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" busy={isBusy} className="print:hidden" onClick={() => void save()}>
      {!isBusy && <Download aria-hidden="true" />}
      {t('performance.export')}
    </Button>
  )
}
