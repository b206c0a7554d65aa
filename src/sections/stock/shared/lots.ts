import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { sharesInLot } from '#contract/market/position.ts'

/** Formats shares as lots. */
export function lotsText(held: unknown): string {
  const shares = Number(held ?? 0)
  const [lots, rest] = [formatNumber(Math.floor(shares / sharesInLot)), shares % sharesInLot]
  return rest ? t('portofolio.odd', { lots, shares: rest }) : t('portofolio.lots', { lots })
}
