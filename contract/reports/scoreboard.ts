import { money, number, reference, text } from '../kit/field/field.ts'
import { report } from '../kit/report/report.ts'
import { orderDates, soldOrders } from './sold-orders.ts'

const count = number({ required: true, integer: true })

/** Points and revenue of each salesperson, the best first: `id` is their place (docs/product/reports.md#scoreboard). */
export const scoreboard = report('scoreboard', {
  path: '/transaction/in/v1/sales-report/scoreboard',
  permission: 'sales-report',
  backOffice: 'hidden',
  period: { dates: orderDates },
  dimensions: {
    sales_id: reference({ required: true, to: 'user/sales', unassigned: true }),
    sales_name: text({ required: true }),
  },
  measures: { point: count, revenue: money({ required: true }), orders: count },
  search: ['sales_name'],
  total: 'sales_name',
  chart: true,
  drill: { point: soldOrders, revenue: soldOrders, orders: soldOrders },
  export: { action: 'get' },
  ownBy: 'all',
})
