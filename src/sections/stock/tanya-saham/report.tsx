import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, CalendarDays, ChartColumn, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { useLive } from '#console/data/start/live.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { StatusTabs } from '#console/inbox/list/status-tabs.tsx'
import { DateFilter } from '#console/kit/list/filters/date-filter.tsx'
import { type ListSearch, writeSearch } from '#console/kit/list/query/search.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { filterValues, type ListQuery } from '#contract/kit/field/list-query.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { AnsweredTable } from './answered-table.tsx'
import { chatsLink, reportKey, type StockCount, useReport } from './report-calls.ts'
import { type Bar, Bars, Figure, minutes } from './report-parts.tsx'
import { type ReportPeriod, readPeriod } from './report-period.ts'

/** Displayed stocks of the hundred counted. */
const shownStocks = 10

function PeriodButton({ period, onQuery }: { period: ReportPeriod; onQuery: (query: ListQuery) => void }) {
  const [isOpen, setOpen] = useState(false)
  const choose = (query: ListQuery) => {
    setOpen(false)
    onQuery(query)
  }
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button>
          <CalendarDays aria-hidden="true" className="size-4" />
          {period.isUsual ? t('tanya-saham.report.period') : `${formatDate(period.from)} – ${formatDate(period.to)}`}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-72">
        <DateFilter fields={['created_at']} query={period.isUsual ? { ...period.query, filters: [] } : period.query} onQuery={choose} />
      </PopoverContent>
    </Popover>
  )
}

const stockBars = (stocks: readonly StockCount[] | undefined): Bar[] | undefined =>
  stocks?.slice(0, shownStocks).map(({ code, company_name, chats }) => ({
    key: code,
    label: (
      <>
        <bdi className="font-medium">{code}</bdi> <bdi className="text-muted-foreground">{company_name}</bdi>
      </>
    ),
    count: chats,
    to: chatsLink({ asked_code: code }),
  }))

function TopStocks({ query }: { query: ListQuery }) {
  const [of, setOf] = useState<'all' | 'ofPortfolio'>('all')
  const { data } = useReport(of === 'all' ? 'topStock' : 'topStockPortofolio', query)
  return (
    <Bars title={t('tanya-saham.report.topStock')} bars={stockBars(data?.stocks)}>
      <StatusTabs
        value={of}
        options={(['all', 'ofPortfolio'] as const).map((value) => ({ value, label: t(`tanya-saham.report.${value}`) }))}
        onChange={setOf}
      />
    </Bars>
  )
}

/** Report of a period: answered questions, their subjects, and ratings of answers. */
export function Report({ search }: { search: ListSearch }) {
  useLocale()
  useLive([tanyaSaham.name], [reportKey])
  const navigate = useNavigate()
  const title = t('tanya-saham.view.report')
  useTitle(title)
  const period = readPeriod(search)
  const { query } = period
  const report = useReport('report', query)
  const categories = useReport('category', query)
  const rating = useReport('rating', query)
  const byPerson = useReport('ratingReport', query)
  const all = [report, categories, rating, byPerson]
  const failed = all.find(({ error, data }) => error && !data)
  const isOffline = all.some(
    ({ data, fetchStatus, error }) => !data && (fetchStatus === 'paused' || (error instanceof ApiError && error.offline)),
  )
  const go = (next: ListQuery) => {
    const { size: _size, ...address } = writeSearch({ ...next, sort: null })
    const nextSearch = filterValues(next, 'created_at').length ? address : {}
    void navigate({ ...listLink(tanyaSaham.name, { ...nextSearch, at: 'report' }), replace: true })
  }
  const average = rating.data && (rating.data.average === null ? '-' : formatNumber(rating.data.average))
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-4 px-4 py-4 md:px-6">
      <header className="flex flex-wrap items-center gap-2">
        <Button variant="quiet" size="icon" aria-label={t('app.back')} onClick={() => void navigate(listLink(tanyaSaham.name))}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
        <h1 className="me-auto text-xl font-semibold">{title}</h1>
        <PeriodButton key={`${period.from}${period.to}`} period={period} onQuery={go} />
      </header>
      {failed || isOffline ? (
        <Card>
          <EmptyState
            icon={isOffline ? WifiOff : ChartColumn}
            title={t(isOffline ? 'connection.none' : 'tanya-saham.report.failed')}
            detail={isOffline ? undefined : failed?.error?.message}
          >
            <RetryButton onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))} />
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
            <Figure label={t('tanya-saham.report.asked')} value={report.data && formatNumber(report.data.asked)} />
            <Figure label={t('tanya-saham.report.answered')} value={report.data && formatNumber(report.data.answered)} />
            <Figure label={t('tanya-saham.report.wait')} value={report.data && minutes(report.data.median_wait)} />
            <Figure label={t('tanya-saham.report.rating')} value={average} />
          </div>
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <AnsweredTable rows={report.data?.answered_question} />
            <TopStocks query={query} />
            <Bars
              title={t('tanya-saham.report.categories')}
              bars={categories.data?.categories.map(({ category, chats }) => ({
                key: category,
                label: choiceLabel(category, tanyaSaham.fields.category),
                count: chats,
                to: chatsLink({ category }),
              }))}
            />
            <Bars
              title={t('tanya-saham.report.stars')}
              bars={rating.data?.stars.map(({ rating: stars, chats }) => ({
                key: String(stars),
                label: t('tanya-saham.report.star', { count: stars }),
                count: chats,
                to: chatsLink({ rating: String(stars) }),
              }))}
            />
            <Bars
              title={t('tanya-saham.report.byPerson')}
              bars={byPerson.data?.people.map(({ user_id, name, chats, average: mean }) => ({
                key: String(user_id),
                label: <bdi>{name ?? t('tanya-saham.report.unknown')}</bdi>,
                count: chats,
                value: `${mean === null ? '-' : formatNumber(mean)} · ${t('tanya-saham.report.chats', { count: chats })}`,
              }))}
            />
          </div>
        </>
      )}
    </div>
  )
}
