import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { StatusTabs } from '#console/inbox/list/status-tabs.tsx'
import { type ListSearch, writeSearch } from '#console/kit/list/query/search.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { listLink } from '#console/kit/text/section-link.ts'
import { formatSpan } from '#console/reports/period-text.ts'
import { drillLink } from '#console/reports/report-fields.ts'
import { isUnread, type Total, type Values } from '#console/reports/report-queries.ts'
import { ServedPage } from '#console/reports/served/served-page.tsx'
import { type AskedOf, findLastAsked, rowsOf, totalOf, useServed } from '#console/reports/served/served-queries.ts'
import { ServedTable } from '#console/reports/served/served-table.tsx'
import { SpanFilter } from '#console/reports/span-filter.tsx'
import { TotalTiles } from '#console/reports/total-tiles.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage, formatFilters, formatRange, withFilter } from '#contract/kit/field/list-query.ts'
import type { Span } from '#contract/kit/report/period.ts'
import type { ServedReport } from '#contract/kit/report/served-report.ts'
import { wibDay } from '#contract/lib/wib.ts'
import {
  answersByDay,
  questionCategories,
  questionPortfolioStocks,
  questionRatings,
  questionStocks,
  questionTotals,
  ratedPeople,
} from '#contract/reports/questions.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { chatsLink } from './chats-link.ts'
import { readPeriod } from './report-period.ts'

const follows = ['tanya-saham'] as const
const useReport = (report: ServedReport, asked: AskedOf) => useServed(report, report.calls.list ? 'list' : 'total', asked, follows)

/** Readers of the report read the chats, too. */
const linkIn =
  (report: ServedReport, { from, to }: Span) =>
  (measure: string, row: Values) =>
    drillLink(report, measure, { from, to, date: '' }, { row, isNarrowed: false, mayOpen: () => true })

/** Somebody who left has no name. */
const withName = (row: Values): Values => ({ ...row, name: row.name ?? t('tanya-saham.report.unknown') })

const spanText = ({ from, to, isUsual }: Span & { isUsual: boolean }) =>
  isUsual ? t('tanya-saham.report.period') : formatSpan({ from, to })

function TopStocks({ period, asked }: { period: Span; asked: AskedOf }) {
  const [of, setOf] = useState<'all' | 'ofPortfolio'>('all')
  const report = of === 'all' ? questionStocks : questionPortfolioStocks
  const read = useReport(report, asked)
  return (
    <ServedTable
      key={of}
      report={report}
      title={t('tanya-saham.report.topStock')}
      read={read}
      rows={read.data ? rowsOf(report, read.data) : []}
      linkOf={linkIn(report, period)}
    >
      <StatusTabs
        value={of}
        options={(['all', 'ofPortfolio'] as const).map((value) => ({ value, label: t(`tanya-saham.report.${value}`) }))}
        onChange={setOf}
      />
    </ServedTable>
  )
}

/** Report of a period: answered questions, their subjects, and ratings of answers. */
export function Report({ search }: { search: ListSearch }) {
  const navigate = useNavigate()
  const period = readPeriod(search)
  const asked = { query: formatFilters(period.query.filters, '') }
  const answers = useServed(questionTotals, 'total', asked, follows)
  const categories = useReport(questionCategories, asked)
  const ratings = useReport(questionRatings, asked)
  const people = useReport(ratedPeople, asked)
  const show = (next: ListSearch) => void navigate({ ...listLink(tanyaSaham.name, { ...next, at: 'report' }), replace: true })
  const onSpan = (span: Span | null) =>
    show(span ? writeSearch(withFilter(firstPage, 'created_at', [formatRange(span.from, span.to)])) : {})
  const last = findLastAsked(questionTotals, 'total')
  const counted = answers.data && totalOf(questionTotals, answers.data)
  const total: Total | null = counted
    ? { ...counted, from: period.from, to: period.to, average: ratings.data?.average, rated: ratings.data?.count }
    : null
  const toChats = ({ date, user_id }: Values, name: ReactNode) => (
    <Link
      {...chatsLink({ answered_on: toText(date), answered_by: toText(user_id) })}
      className="inline-flex items-center rounded underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring touch:min-h-11"
    >
      {name}
    </Link>
  )
  return (
    <ServedPage
      title={t('tanya-saham.view.report')}
      back={
        <Button
          variant="quiet"
          size="icon"
          className="print:hidden"
          aria-label={t('app.back')}
          onClick={() => void navigate(listLink(tanyaSaham.name))}
        >
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
      }
      period={formatSpan(period)}
      filters={
        <SpanFilter
          key={`${period.from}${period.to}`}
          span={period.isUsual ? null : { from: period.from, to: period.to }}
          whole={t('tanya-saham.report.period')}
          today={wibDay(serverDate())}
          onSpan={onSpan}
        />
      }
      reads={[answers, categories, ratings, people]}
      last={last && { period: spanText(readPeriod(last)), onShow: () => show(last) }}
    >
      {isUnread(answers) ? (
        <Card className="flex justify-center p-4">
          <RetryButton size="small" onRetry={() => void answers.refetch()} />
        </Card>
      ) : (
        <TotalTiles
          report={questionTotals}
          total={total}
          isCompared={false}
          linkOf={(measure) => total && linkIn(questionTotals, period)(measure, total)}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 print:block">
        <ServedTable
          report={answersByDay}
          title={t('tanya-saham.report.byDay')}
          read={answers}
          rows={answers.data ? rowsOf(answersByDay, answers.data).map(withName) : []}
          nameRow={toChats}
        />
        <TopStocks period={period} asked={asked} />
        <ServedTable
          report={questionCategories}
          title={t('tanya-saham.report.categories')}
          read={categories}
          rows={categories.data ? rowsOf(questionCategories, categories.data) : []}
          linkOf={linkIn(questionCategories, period)}
        />
        <ServedTable
          report={questionRatings}
          title={t('tanya-saham.report.stars')}
          read={ratings}
          rows={
            ratings.data
              ? rowsOf(questionRatings, ratings.data).map((row) => ({
                  ...row,
                  stars: t('tanya-saham.report.star', { count: Number(row.rating) }),
                }))
              : []
          }
          linkOf={linkIn(questionRatings, period)}
        />
        <ServedTable
          report={ratedPeople}
          title={t('tanya-saham.report.byPerson')}
          read={people}
          rows={people.data ? rowsOf(ratedPeople, people.data).map(withName) : []}
          linkOf={linkIn(ratedPeople, period)}
        />
      </div>
    </ServedPage>
  )
}
