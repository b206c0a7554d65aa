import type { Drill } from '../kit/report/report.ts'

/** Dates of an order that a period may mean; what is paid counts by its payment unless another one is chosen. */
export const orderDates = ['paid_at', 'order_date', 'created_at'] as const

/** Orders that count (docs/product/orders.md#scoreboard), by whose they are. */
export const soldOrders = {
  section: 'transaction',
  where: { payment_status: 'paid' },
  by: { credit: '{sales_id}' },
  date: true,
  counts: 'orders',
} as const satisfies Drill
