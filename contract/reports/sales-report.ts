import { productKinds } from '../choices/product-kinds.ts'
import { choice, money, number, reference, text } from '../kit/field/field.ts'
import type { Drill } from '../kit/report/report.ts'
import { report } from '../kit/report/report.ts'
import { orderDates, soldOrders } from './sold-orders.ts'

const count = number({ required: true, integer: true })

const sold: Drill = { ...soldOrders, by: { ...soldOrders.by, product: '{product_category}/{product_id}' } }

/** Units and revenue of each product, by who sold it (docs/product/reports.md#quantity). */
export const salesReport = report('sales-report', {
  path: '/transaction/in/v1/sales-report',
  permission: 'sales-report',
  backOffice: 'hidden',
  period: { dates: orderDates },
  dimensions: {
    product_category: choice(productKinds, { required: true }),
    product_id: count,
    /** The product, whatever its variants; the name that it was last sold by where it was erased. */
    product_name: text({ required: true }),
    sales_id: reference({ required: true, to: 'user/sales', unassigned: true }),
    sales_name: text({ required: true }),
  },
  measures: { units: count, revenue: money({ required: true }), orders: count },
  search: ['product_name', 'sales_name'],
  total: 'product_name',
  chart: true,
  drill: { units: sold, revenue: sold, orders: sold },
  export: { action: 'get' },
  ownBy: 'sales_id',
})
