import { dateTime, number, slug, text, url } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

/** Short links that redirect, and count visits. */
export const shortLink = section('short-link', {
  path: '/console/in/v1/shortlink',
  nav: { group: 'other', icon: 'link' },
  permission: 'shortlink',
  title: 'slug',
  fields: {
    slug: slug({ required: true }),
    title: text({ max: 120 }),
    target: url({ required: true }),
    expires_at: dateTime(),
    clicks: number({ readOnly: true, integer: true }),
  },
  list: {
    columns: ['slug', 'title', 'target', 'clicks', 'expires_at', 'created_at', '-created_by', '-updated_at', '-updated_by'],
    search: ['slug', 'title', 'target'],
    filters: [],
    dates: ['expires_at', 'created_at'],
    sort: 'created_at desc',
  },
  export: { path: '/export' },
  import: { path: '/import', key: 'slug' },
  wire: { removal: { by: 'path' }, removed: 'Success delete' },
})
