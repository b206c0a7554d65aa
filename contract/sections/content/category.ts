import { categoryModels } from '../../choices/options.ts'
import { choice, flag, number, slug, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

export const category = section('category', {
  path: '/content/in/v1/category',
  nav: { group: 'content', icon: 'shapes' },
  permission: 'content',
  /** Classes and programs are sorted into those of education. */
  readableBy: ['get product'],
  readableFields: ['name', 'slug', 'model', 'is_show', 'sequence'],
  title: 'name',
  options: {
    all: true,
    lists: { program: { path: '/member/in/v1/program/category', query: 'model:education', sort: 'sequence asc', all: true } },
  },
  fields: {
    name: text({ required: true, max: 80 }),
    slug: slug({ from: 'name' }),
    model: choice(categoryModels, { required: true }),
    is_show: flag({ initial: true }),
    sequence: number({ readOnly: true, integer: true }),
  },
  list: {
    columns: ['name', 'model', 'is_show', '-slug', '-created_at', 'updated_at', 'updated_by'],
    search: ['name', 'slug'],
    filters: ['model', 'is_show'],
    sort: 'created_at desc',
  },
  export: { path: '/export' },
  import: { path: '/import', key: 'slug' },
  views: {
    analysis: { stack: true, query: 'model:analysis', sort: 'sequence asc', size: 1_000 },
    education: { stack: true, query: 'model:education', sort: 'sequence asc', size: 1_000 },
    faq: { stack: true, query: 'model:faq', sort: 'sequence asc', size: 1_000 },
    all: { stack: true },
  },
  order: { field: 'sequence', path: '/swap-sequence', within: 'model' },
  switches: { is_show: { by: 'call', path: '/show-hide' } },
  wire: { removal: { by: 'path' } },
})
