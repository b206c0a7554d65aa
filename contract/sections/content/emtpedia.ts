import { choice, image, references, richText, slug, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

/** {product}pedia, under the default product (product.ts). */
export const pedia = section('emtpedia', {
  path: '/content/in/v2/emtpedia',
  nav: { group: 'content', icon: 'book-a' },
  permission: 'content',
  title: 'term',
  encoding: 'multipart',
  fields: {
    term: text({ required: true, max: 120 }),
    slug: slug({ from: 'term' }),
    /** First letter of the term; '#' for others. */
    letter: text({ readOnly: true }),
    definition: richText({ required: true, max: 10_000 }),
    related: references({ to: 'emtpedia', max: 20 }),
    image: image({ maxWidth: 1920, maxHeight: 1920, accept: ['image/jpeg', 'image/png', 'image/webp'] }),
    status: choice(['publish', 'draft'], { initial: 'draft' }),
  },
  groups: [{ fields: ['term', 'slug', 'status', 'definition', 'related', 'image'] }],
  list: {
    columns: ['term', 'letter', 'status', '-slug', '-related', '-image', 'updated_at', '-updated_by', '-created_at'],
    search: ['term'],
    filters: ['letter', 'status'],
    sort: 'term asc',
    bulkEdit: ['status'],
  },
  export: { path: '/export' },
  import: { path: '/import', key: 'slug' },
  wire: { removal: { by: 'path' } },
})
