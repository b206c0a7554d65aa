import { t } from '#console/i18n/i18n.ts'
import { formatRupiah } from '#console/kit/text/format.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isNearLevel } from '#contract/market/near-level.ts'

/** The remaining target or stop that the last close of a bought pick is near, and whether it is past it; null without one. */
export function nearestLevel({ current_price, life }: Readonly<Record<string, unknown>>): string | null {
  if (!isRecord(life)) return null
  const close = Number(current_price)
  const targets = Array.isArray(life.targets) ? life.targets.filter(isRecord).map(({ price }) => Number(price)) : []
  const stop = Number(life.stop)
  const target = targets.findLast((level) => isNearLevel(close, [level]))
  if (target !== undefined) return t(close > target ? 'dashboard.aboveTarget' : 'dashboard.nearTarget', { price: formatRupiah(target) })
  if (!isNearLevel(close, [stop])) return null
  return t(close < stop ? 'dashboard.belowStop' : 'dashboard.nearStop', { price: formatRupiah(stop) })
}
