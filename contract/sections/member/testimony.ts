import { products } from '../../choices/options.ts'
import { choice, flag, image, number, text, textarea, url } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { pictureTypes } from '../../lib/picture-types.ts'

export const testimony = section('testimony', {
  path: '/console/in/v1/testimonials',
  nav: { group: 'member', icon: 'quote' },
  permission: 'testimonial',
  title: 'name',
  encoding: 'multipart',
  fields: {
    name: text({ required: true, max: 120 }),
    photo: image({ maxWidth: 1024, maxHeight: 1024, accept: pictureTypes, maxBytes: 5_000_000 }),
    product: choice(products),
    text: textarea({ required: true, max: 1_000 }),
    rating: number({ integer: true, min: 1, max: 5 }),
    video: url(),
    is_show: flag({ initial: true }),
    sort: number({ integer: true, min: 1, max: 9_999, initial: 1 }),
  },
  groups: [{ fields: ['name', 'photo', 'product', 'rating', 'text', 'video'] }, { title: 'shown', fields: ['is_show', 'sort'] }],
  list: {
    columns: ['name', 'photo', 'product', 'text', 'rating', 'is_show', 'sort', '-video', '-updated_at', '-updated_by'],
    search: ['name', 'text'],
    filters: ['product', 'is_show', 'rating'],
    sort: 'sort asc',
    bulkEdit: ['is_show'],
  },
  export: { path: '/export' },
  import: { path: '/import', key: 'text' },
  switches: { is_show: { by: 'put' } },
})
