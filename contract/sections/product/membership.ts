import { accessTypes, feeTypes, products } from '../../choices/options.ts'
import { choice, choices, flag, money, number, richText, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

const paid = { field: 'fee_type', is: ['paid'] } as const

export const membership = section('membership', {
  path: '/member/in/v1/products',
  nav: { group: 'product', icon: 'id-card' },
  permission: 'product',
  /** Landing pages show them. */
  readableBy: ['get promotion'],
  readableFields: ['name', 'product', 'price', 'discount_price', 'is_active'],
  title: 'name',
  options: { all: true, detail: 'product' },
  fields: {
    name: text({ required: true, max: 120 }),
    product: choice(products, { required: true }),
    /** Cuti sells leave; back-office mode has Active instead (docs/product/products.md#memberships). */
    type: choice(['Regular', 'VIP', 'Cuti', 'Active'], { initial: 'Regular', modes: { Cuti: 'full', Active: 'backOffice' } }),
    fee_type: choice(feeTypes, { required: true, initial: 'paid' }),
    price: money({ min: 1, max: 1_000_000_000, shownWhen: paid, requiredWhen: paid }),
    /** Paid if lower than the price. */
    discount_price: money({ max: 1_000_000_000, shownWhen: paid }),
    duration_days: number({ required: true, integer: true, min: 1, max: 3_660 }),
    access_type: choices(accessTypes),
    benefits: richText(),
    is_active: flag({ initial: true }),
    sort: number({ integer: true, min: 0, max: 1_000_000 }),
  },
  groups: [
    { fields: ['name', 'product', 'type', 'duration_days', 'access_type'] },
    { title: 'price', fields: ['fee_type', 'price', 'discount_price'] },
    { title: 'offer', fields: ['benefits', 'sort', 'is_active'] },
  ],
  list: {
    columns: [
      'name',
      'product',
      'type',
      'fee_type',
      'price',
      'duration_days',
      'is_active',
      '-discount_price',
      '-access_type',
      '-sort',
      '-updated_at',
      '-updated_by',
    ],
    search: ['name'],
    filters: ['product', 'type', 'fee_type', 'is_active', 'price'],
    sort: 'sort asc',
    bulkEdit: ['is_active', 'access_type'],
  },
  switches: { is_active: { by: 'put' } },
})
