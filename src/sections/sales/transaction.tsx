import { type ReactNode, Suspense } from 'react'
import { prefetchCatalogue } from '#console/commerce/catalogue.ts'
import { linesOf, totalOf } from '#console/commerce/order-lines.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { about } from '#console/kit/form/values/about.ts'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { startValues } from '#console/kit/form/values/values.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { formatRupiah } from '#console/kit/text/format.ts'
import { getOwnSales } from '#console/kit/text/own-sales.ts'
import { Input } from '#console/ui/input.tsx'
import { unassigned } from '#contract/choices/options.ts'
import { isProductKind } from '#contract/choices/product-kinds.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

const Items = deferred(() => import('./transaction/order-items.tsx').then((module) => module.OrderItems))
const ItemsInput = (props: InputProps) => (
  <Suspense fallback={<div className="h-24 animate-breathe rounded-lg bg-muted" />}>
    <Items {...props} />
  </Suspense>
)
const waiting = <div className="h-40 animate-breathe rounded-lg bg-muted" />
const Receipt = deferred(() => import('./transaction/order-receipt.tsx').then((module) => module.OrderReceipt))
const Side = deferred(() => import('./transaction/order-side.tsx').then((module) => module.OrderSide))
const OrderReceipt = ({ record }: { record: AnyRow }) => (
  <Suspense fallback={waiting}>
    <Receipt record={record} />
  </Suspense>
)
const OrderSide = ({ record }: { record: AnyRow }) => (
  <Suspense fallback={waiting}>
    <Side record={record} />
  </Suspense>
)
const inTime = (drawn: ReactNode) => <Suspense>{drawn}</Suspense>
const PromoHint = deferred(() => import('./transaction/order-total.tsx').then((module) => module.PromoHint))
const ProofNotice = deferred(() => import('./transaction/payment-input.tsx').then((module) => module.ProofNotice))
const Payment = deferred(() => import('./transaction/payment-input.tsx').then((module) => module.PaymentInput))
const PaymentInput = (props: InputProps) => (
  <Suspense fallback={<div className="h-control animate-breathe rounded-md bg-muted" />}>
    <Payment {...props} />
  </Suspense>
)
const OrderSummary = deferred(() => import('./transaction/order-total.tsx').then((module) => module.OrderSummary))

/** The first line of a new order: of the product that is bought again ('membership/4'), or still to choose. */
function firstLine(renew: string) {
  const line = startValues(transaction.fields.items.fields ?? {}, null)
  const [category, id] = renew.split('/')
  return isProductKind(category) && /^[1-9]\d{0,14}$/.test(id ?? '') ? { ...line, category, product_id: Number(id) } : line
}

/** The server assigns a salesperson's order to them in any case. */
const isOwn = () => getOwnSales() !== unassigned
const OwnName = (props: InputProps) => <Input {...about(props)} readOnly value={sessionStore.get().session?.user.name ?? ''} />

/** A company has several accounts at a bank. */
const accountOf = ({ bank_name, bank_account }: AnyRow) => [toText(bank_name), toText(bank_account)].filter(Boolean).join(' · ')

const OrderSum = deferred(() => import('./transaction/order-sum.tsx').then((module) => module.OrderSum))

export const screens = defineSection(transaction, {
  narrowed: (query) => (
    <Suspense fallback={<div className="h-7" />}>
      <OrderSum query={query} />
    </Suspense>
  ),
  columns: ({ column }) => [
    column('items', { cell: ({ items }) => linesOf(items), text: ({ items }) => linesOf(items), width: '16rem' }),
    column('bank', { cell: accountOf, text: accountOf }),
    column('total', { cell: ({ items, total }) => formatRupiah(totalOf({ items, total })) }),
  ],
  // Prices and codes depend on when an order was made, however late it arrives.
  starts: ({ renew = '' }) => ({
    order_date: new Date(serverNow()).toISOString(),
    items: [firstLine(renew)],
    ...(isOwn() && { sales: getOwnSales() }),
  }),
  prepare: prefetchCatalogue,
  fields: (record) => ({
    items: { input: ItemsInput },
    ...(!record && {
      promo_code: { hint: inTime(<PromoHint />) },
      payment_status: { input: PaymentInput, hint: inTime(<ProofNotice />) },
    }),
    ...(!record && isOwn() && { sales: { fixed: true, input: OwnName } }),
  }),
  detail: { content: OrderReceipt, side: OrderSide },
  summary: () => inTime(<OrderSummary />),
})
