import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { Alert } from '#console/ui/alert.tsx'
import type { PriceGap } from '../shared/price-query.ts'

const shown = 8

function gapText({ from, to, of_all }: PriceGap): string {
  const values = { from: formatDate(from), to: formatDate(to) }
  if (from === to) return t(of_all ? 'stock.prices.gap.dayOfAll' : 'stock.prices.gap.day', values)
  return t(of_all ? 'stock.prices.gap.daysOfAll' : 'stock.prices.gap.days', values)
}

/** Trading days without prices, by date, newest first; nothing where there are none. */
export function PriceGaps({ gaps }: { gaps: readonly PriceGap[] }) {
  if (!gaps.length) return null
  const more = gaps.length - shown
  return (
    <Alert tone="warning">
      <div className="flex flex-col gap-1">
        <h2 className="font-medium">{t('stock.prices.gaps')}</h2>
        <ul className="list-disc ps-5 tabular-nums">
          {gaps.slice(0, shown).map((gap) => (
            <li key={`${gap.from}${gap.of_all}`}>{gapText(gap)}</li>
          ))}
          {more > 0 && <li>{t('stock.prices.gap.more', { count: formatNumber(more) })}</li>}
        </ul>
        <p>{t('stock.prices.gap.hint')}</p>
      </div>
    </Alert>
  )
}
