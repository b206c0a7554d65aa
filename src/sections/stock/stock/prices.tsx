import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#console/data/api-error.ts'
import { useLive } from '#console/data/live.ts'
import { queryClient } from '#console/data/query-client.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { request } from '#console/data/request.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/format.ts'
import { Failed } from '#console/kit/list/states.tsx'
import { useMay } from '#console/kit/permissions.ts'
import { writeNumber } from '#console/kit/read-number.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import type { AnyRow } from '#contract/kit/section.ts'
import { sectionCall } from '#contract/kit/section-calls.ts'
import type { FollowedPrice } from '#contract/lib/adjusted-prices.ts'
import { isTraded } from '#contract/lib/day-price.ts'
import { percentOf } from '#contract/lib/percent.ts'
import { stock } from '#contract/sections/stock/stock.ts'

const PriceChart = lazy(() => import('./price-chart.tsx').then((module) => ({ default: module.PriceChart })))

interface Action {
  id: number
  date: string
  kind: 'split' | 'rights'
  numerator: number
  denominator: number
  confirmed_at: string | null
  confirmed_by: string | null
}

const call = sectionCall(stock, 'prices')
const confirmCall = sectionCall(stock, 'confirmAction')
const shown = 60

const pricesOptions = (code: string) =>
  queryOptions({
    queryKey: queryKeys.call(call.name, code),
    queryFn: ({ signal }) => request<{ prices: FollowedPrice[]; actions: Action[] }>(call, { params: { code }, signal }),
    staleTime: 60_000,
    meta: { keep: true },
  })

const head = 'px-3 py-1.5 text-end font-medium first:text-start'
const cell = 'px-3 py-1.5 text-end tabular-nums first:text-start whitespace-nowrap'

function Days({ rows }: { rows: readonly FollowedPrice[] }) {
  const names = ['date', 'previous', 'high', 'low', 'close', 'change', 'volume'] as const
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">
        {t('stock.prices.days')} <span className="font-normal text-muted-foreground">{t('stock.prices.raw')}</span>
      </h2>
      <div className="overflow-x-auto rounded-md border">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted-foreground">
            <tr>
              {names.map((name) => (
                <th key={name} className={head}>
                  {t(`stock.prices.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-border/60">
            {rows
              .toReversed()
              .slice(0, shown)
              .map((row) => {
                const change = percentOf(row.close - row.previous, row.previous)
                const tone = change === null || change === 0 ? '' : change > 0 ? 'text-primary-text' : 'text-danger-text'
                return (
                  <tr key={row.date} className={isTraded(row) ? '' : 'text-muted-foreground'}>
                    <td className={cell}>{formatDate(row.date)}</td>
                    <td className={cell}>{writeNumber(row.previous)}</td>
                    <td className={cell}>{isTraded(row) ? writeNumber(row.high) : '–'}</td>
                    <td className={cell}>{isTraded(row) ? writeNumber(row.low) : '–'}</td>
                    <td className={cell}>{writeNumber(row.close)}</td>
                    <td className={`${cell} ${tone}`}>{change === null ? '–' : formatNumber(change)}</td>
                    <td className={cell}>{writeNumber(row.volume)}</td>
                  </tr>
                )
              })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Actions({ list, code }: { list: readonly Action[]; code: string }) {
  const may = useMay(stock)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (!list.length) return null
  const confirm = async (action_id: number) => {
    setTrouble(null)
    try {
      await request(confirmCall, { params: { action_id: String(action_id) } })
      await queryClient.invalidateQueries(pricesOptions(code))
    } catch (error) {
      setTrouble(error instanceof ApiError && !error.offline ? localised(error.message) : t('connection.none'))
    }
  }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">{t('stock.prices.actions')}</h2>
      {trouble && <Alert tone="danger">{trouble}</Alert>}
      <ul className="divide-y divide-border/60 rounded-md border text-sm">
        {list.map(({ id, date, kind, numerator, denominator, confirmed_at, confirmed_by }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2">
            <span className="tabular-nums">
              {formatDate(date)} · {t(`stock.prices.${kind}`)} · {t('stock.prices.factor')}{' '}
              <bdi>
                {writeNumber(numerator)} / {writeNumber(denominator)}
              </bdi>
            </span>
            {confirmed_at !== null ? (
              <span className="text-muted-foreground">{t('stock.prices.confirmed', { name: confirmed_by ?? '' })}</span>
            ) : (
              <span className="flex flex-wrap items-center gap-3 text-muted-foreground">
                {t('stock.prices.proposed')}
                {may.update && <Button onClick={() => void confirm(id)}>{t('stock.prices.confirm')}</Button>}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A stock's prices: a chart of today's shares, its splits and rights issues, and the days as the exchange wrote them. */
export function Prices({ record }: { record: AnyRow }) {
  const code = String(record.code)
  useLive([stock.name], queryKeys.call(call.name, code))
  const { data, error, refetch } = useQuery(pricesOptions(code))
  if (error && !data) {
    const offline = !(error instanceof ApiError) || error.offline
    return <Failed message={localised(error.message)} offline={offline} onRetry={() => void refetch()} />
  }
  if (!data) return <div aria-hidden="true" className="m-4 h-60 animate-pulse rounded-md bg-muted" />
  if (!data.prices.length) return <p className="p-4 text-sm text-muted-foreground">{t('stock.prices.none')}</p>
  return (
    <div className="flex flex-col gap-6 p-4">
      <Suspense fallback={<div aria-hidden="true" className="h-72 animate-pulse rounded-md bg-muted" />}>
        <PriceChart rows={data.prices} label={t('stock.prices.chart', { code })} />
      </Suspense>
      <Actions list={data.actions} code={code} />
      <Days rows={data.prices} />
    </div>
  )
}
