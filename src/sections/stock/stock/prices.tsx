import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { useLive } from '#console/data/start/live.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Failed } from '#console/kit/list/table/no-rows.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { writeNumber } from '#console/kit/text/read-number.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { percentOf } from '#contract/lib/percent.ts'
import type { FollowedPrice } from '#contract/market/adjusted-prices.ts'
import { isTraded } from '#contract/market/day-price.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import { pricesOptions } from '../shared/price-query.ts'
import { PriceActions } from './price-actions.tsx'
import { PriceGaps } from './price-gaps.tsx'

const PriceChart = deferred(() => import('./price-chart.tsx').then((module) => module.PriceChart))

const shown = 60

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

/** A stock's prices: chart in today's shares, gaps, splits and rights issues, and daily prices as of the exchange. */
export function Prices({ record }: { record: AnyRow }) {
  const code = toText(record.code)
  const options = pricesOptions(code)
  useLive([stock.name], options.queryKey)
  const { data, error, refetch } = useQuery(options)
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
      {/* Missing in responses of an older server or the cache. */}
      <PriceGaps gaps={data.gaps ?? []} />
      <PriceActions list={data.actions} log={data.log ?? []} code={code} />
      <Days rows={data.prices} />
    </div>
  )
}
