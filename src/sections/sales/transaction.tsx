import { lazy, Suspense } from 'react'
import { prefetchCatalogue } from '#console/commerce/catalogue.ts'
import { linesOf, recordsIn } from '#console/commerce/order-lines.ts'
import { OrderStatus } from '#console/commerce/order-status.tsx'
import { PromoCheck } from '#console/commerce/promo-check.tsx'
import { serverNow } from '#console/data/server-clock.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import type { InputProps } from '#console/kit/form/tools.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

const Items = lazy(() => import('./transaction/order-items.tsx').then((module) => ({ default: module.OrderItems })))
const ItemsInput = (props: InputProps) => (
  <Suspense fallback={<div className="h-24 animate-breathe rounded-lg bg-muted" />}>
    <Items {...props} />
  </Suspense>
)

const fields = groupedForm(transaction, () => ({ items: { input: ItemsInput } }))

export const screens = defineSection(transaction, {
  columns: ({ column }) => [
    column('items', { cell: ({ items }) => linesOf(items), text: ({ items }) => linesOf(items), width: '16rem' }),
    column('payment_status', { cell: ({ payment_status }) => <OrderStatus value={payment_status} /> }),
  ],
  // Prices and codes are judged by when somebody made the order, however late it arrives (rules of members and money, section 5).
  starts: () => ({ order_date: new Date(serverNow()).toISOString() }),
  prepare: prefetchCatalogue,
  form: (tools) => (
    <>
      {fields(tools)}
      {!tools.record &&
        tools.watch(({ member_id, items, promo_code }) =>
          typeof promo_code === 'string' ? <PromoCheck customer={member_id} lines={recordsIn(items)} code={promo_code} /> : null,
        )}
    </>
  ),
})
