import { choice, number, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

/** Icons of sectors by name; the console draws them. */
export const sectorIcons = [
  'energy',
  'materials',
  'industry',
  'staples',
  'shopping',
  'health',
  'finance',
  'property',
  'technology',
  'infrastructure',
  'transport',
  'agriculture',
] as const

export const stockSector = section('stock-sector', {
  path: '/emitten/in/v1/sectors',
  nav: { group: 'stock', icon: 'chart-pie' },
  permission: 'stock',
  title: 'name',
  options: { all: true, detail: 'code' },
  fields: {
    name: text({ required: true, max: 80 }),
    code: text({ max: 16 }),
    icon: choice(sectorIcons),
    stock_count: number({ readOnly: true, integer: true }),
  },
  list: {
    columns: ['name', 'code', 'icon', 'stock_count', 'updated_at', '-updated_by', '-created_at'],
    search: ['name', 'code'],
    filters: [],
    sort: 'name asc',
  },
})
