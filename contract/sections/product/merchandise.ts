import { flag, image, money, number, rows, text, textarea } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

const price = money({ required: true, min: 1, max: 1_000_000_000 })
const stock = number({ required: true, integer: true, min: 0, max: 1_000_000, initial: 0 })

export const merchandise = section('merchandise', {
  path: '/merchandise/in/v1/merchandise',
  nav: { group: 'product', icon: 'shirt' },
  backOffice: 'hidden',
  permission: 'product',
  /** Landing pages show them. */
  readableBy: ['get promotion'],
  readableFields: ['name', 'sku', 'price', 'is_active'],
  title: 'name',
  options: { detail: 'sku' },
  encoding: 'multipart',
  fields: {
    name: text({ required: true, max: 120 }),
    /** Unique. */
    sku: text({ required: true, max: 40, unique: true }),
    image: image({
      required: true,
      maxWidth: 1920,
      maxHeight: 1920,
      maxBytes: 10_000_000,
      accept: ['image/jpeg', 'image/png', 'image/webp'],
    }),
    description: textarea({ max: 2_000 }),
    price,
    /** Of the product; variants have their own. */
    stock,
    weight_grams: number({ integer: true, min: 1, max: 100_000 }),
    variants: rows({ name: text({ required: true, max: 60 }), price, stock }, { max: 50 }),
    is_active: flag({ initial: true }),
  },
  groups: [
    { fields: ['name', 'sku', 'image', 'description'] },
    { title: 'offer', fields: ['price', 'stock', 'weight_grams', 'is_active', 'variants'] },
  ],
  list: {
    columns: [
      'image',
      'name',
      'sku',
      'price',
      'stock',
      'variants',
      'is_active',
      '-weight_grams',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['name', 'sku'],
    filters: ['is_active', 'price', 'stock'],
    sort: 'created_at desc',
    bulkEdit: ['is_active'],
  },
  switches: { is_active: { by: 'put' } },
  duplicate: true,
  /** Values in one JSON part beside the file (docs/product/forms.md#wire-forms). */
  wire: { removal: { by: 'id' }, part: 'merchandise' },
})
