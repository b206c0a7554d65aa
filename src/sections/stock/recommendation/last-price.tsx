import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { namedOptions } from '#console/data/query/option-queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLive } from '#console/data/start/live.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatRupiah } from '#console/kit/text/format.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { priceDefaults } from '#contract/market/price-defaults.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import { pricesOf } from './prices.ts'

interface LastPrice {
  close: number | null
  low_all_time: number | null
  high_all_time: number | null
  date: string | null
  stale: boolean
  provisional: boolean
  band: { low: number; high: number } | null
}

const call = sectionCall(stock, 'lastPrice')
const minute = 60_000
const dayMs = 86_400_000

const lastPriceOptions = (code: string) =>
  queryOptions({
    queryKey: queryKeys.call(call.name, code),
    queryFn: ({ signal }) => request<LastPrice>(call, { params: { code }, signal }),
    enabled: code !== '',
    retry: false,
    staleTime: minute,
    meta: { keep: true },
  })

/** Stock code of a picker's value, an id number or a ref; '' while nothing is chosen. */
export function useStockCode(value: unknown): string {
  const key = typeof value === 'number' || (typeof value === 'string' && value) ? String(value) : ''
  const { data } = useQuery({ ...namedOptions('stock', [key]), enabled: key !== '' })
  return key === '' ? '' : (data?.[0]?.label ?? '')
}

export function useLastPrice(stockId: unknown): LastPrice | undefined {
  const options = lastPriceOptions(useStockCode(stockId))
  const { data } = useQuery(options)
  useLive([stock.name], options.queryKey)
  return isRecord(data) ? data : undefined
}

/** Days from the day of a price to today. */
const daysSince = (day: string | null): number =>
  day ? Math.max(0, Math.round((Date.parse(wibDay(new Date(serverNow()))) - Date.parse(day)) / dayMs)) : 0

/** Price of the chosen stock, today's limits, and form prices outside them. It warns without blocking. */
export function LastPriceNote({ values }: { values: Readonly<Record<string, unknown>> }) {
  const found = useLastPrice(values.stock_id)
  if (!found) return null
  const { price, lowerPrice, heightPrice } = priceDefaults(found)
  if (price === 0) return <p className="text-sm text-muted-foreground sm:col-span-2">{t('recommendation.noPrice')}</p>
  const { band, date, stale } = found
  const outside = band ? pricesOf(values).filter((each) => each < band.low || each > band.high) : []
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-muted px-3 py-2 text-sm sm:col-span-2" role="status">
      <p className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
        <span>
          {t('recommendation.lastPrice')} <bdi className="font-semibold text-foreground">{formatRupiah(price)}</bdi>
          {date && (
            <span className="text-muted-foreground">
              {' · '}
              <bdi>{formatDate(date)}</bdi>
            </span>
          )}
        </span>
        {band && (
          <span className="text-muted-foreground">
            {t('recommendation.today', { low: formatRupiah(band.low), high: formatRupiah(band.high) })}
          </span>
        )}
        <span className="text-muted-foreground">
          {t('recommendation.allTime', { low: formatRupiah(lowerPrice), high: formatRupiah(heightPrice) })}
        </span>
      </p>
      {stale && <p className="text-warning-text">{t('recommendation.stale', { days: daysSince(date) })}</p>}
      {outside.length > 0 && (
        <p className="text-warning-text">{t('recommendation.outside', { prices: outside.map((each) => formatRupiah(each)).join(', ') })}</p>
      )}
    </div>
  )
}
