import { useWatch } from 'react-hook-form'
import { recordsIn } from '#console/commerce/order-lines.ts'
import { PromoBadge, PromoNote, type PromoVerdict, usePromoVerdict } from '#console/commerce/promo-check.tsx'
import { t } from '#console/i18n/i18n.ts'
import type { FormValues } from '#console/kit/form/values/tools.ts'
import { formatRupiah } from '#console/kit/text/format.ts'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { orderMoney } from '#contract/commerce/order-money.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

const { fields } = transaction

export const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

interface OrderTotals {
  /** Rupiah; null while no line has a price. */
  subtotal: number | null
  /** Discount of a valid code. */
  discount: number
  /** Null without a code. */
  verdict: PromoVerdict | null
}

/** Totals of the order in the form: at displayed prices, and with a valid code at the server's. */
export function useOrderTotals(): OrderTotals {
  const [items, customer, code] = useWatch<FormValues>({ name: ['items', 'member_id', 'promo_code'] })
  const lines = recordsIn(items)
  const verdict = usePromoVerdict({ customer, lines, code: typeof code === 'string' ? code : '' })
  const priced = lines.flatMap(({ price, qty }) => (typeof price === 'number' && isWhole(qty) ? [{ price, qty }] : []))
  if (!priced.length) return { subtotal: null, discount: 0, verdict }
  const { offer } = verdict ?? {}
  if (offer) return { subtotal: offer.total + offer.discount, discount: offer.discount, verdict }
  return { subtotal: orderMoney(priced, null).subtotal, discount: 0, verdict }
}

/** Below the code: whether it is valid, its discount, and the total while it has none. */
export function PromoHint() {
  const { subtotal, verdict } = useOrderTotals()
  if (!verdict) return null
  return (
    <span className="grid min-w-0 gap-1">
      <PromoNote verdict={verdict} />
      {!verdict.offer && subtotal !== null && (
        <span className="text-sm font-medium text-foreground tabular-nums" data-without-code="">
          {t('transaction.withoutCode', { total: formatRupiah(subtotal) })}
        </span>
      )}
    </span>
  )
}

/** Below the lines: subtotal, and with a code the total. */
export function OrderTotal() {
  const { subtotal, discount, verdict } = useOrderTotals()
  if (subtotal === null) return null
  return (
    <dl className="grid gap-1 border-t pt-3 text-sm tabular-nums [&>div]:flex [&>div]:items-center [&>div]:justify-between [&>div]:gap-4">
      <div data-subtotal="">
        <dt className="text-muted-foreground">{fieldLabel('subtotal', fields.subtotal)}</dt>
        <dd className={verdict ? '' : 'font-semibold'}>{formatRupiah(subtotal)}</dd>
      </div>
      {verdict && (
        <>
          <div data-discount="">
            <dt className="text-muted-foreground">{fieldLabel('discount', fields.discount)}</dt>
            <dd>{verdict.offer ? formatRupiah(-discount) : <PromoBadge state={verdict.state} />}</dd>
          </div>
          <div data-to-pay="">
            <dt className="text-muted-foreground">{fieldLabel('total', fields.total)}</dt>
            <dd className="font-semibold">{formatRupiah(subtotal - discount)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}

/** In the sticky bar: whether the code is valid, and the total. */
export function OrderSummary() {
  const { subtotal, discount, verdict } = useOrderTotals()
  if (subtotal === null && !verdict) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 text-sm" data-summary="">
      {verdict && <PromoBadge state={verdict.state} />}
      {subtotal !== null && (
        <span className="ms-auto flex flex-wrap items-baseline justify-end gap-x-2 tabular-nums">
          <span className="text-muted-foreground">{fieldLabel('total', fields.total)}</span>
          {discount > 0 && <s className="text-xs text-muted-foreground">{formatRupiah(subtotal)}</s>}
          <span className="font-semibold">{formatRupiah(subtotal - discount)}</span>
        </span>
      )}
    </p>
  )
}
