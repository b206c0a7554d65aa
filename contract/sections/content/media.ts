import { image, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { pictures } from './post.ts'

/** Pictures in a post's body: uploaded separately, then referenced by address (docs/product/content.md#posts). */
export const media = section('media', {
  path: '/content/in/v1/media',
  permission: 'content',
  title: 'name',
  encoding: 'multipart',
  offline: 'refuse',
  actions: ['create', 'get', 'delete'],
  fields: {
    image: image({ required: true, maxWidth: 4096, maxHeight: 4096, maxBytes: 10_000_000, accept: pictures }),
    /** Original file name. */
    name: text({ readOnly: true }),
  },
  list: { columns: ['image', 'name', 'created_at', 'created_by'], search: ['name'], filters: [], sort: 'created_at desc' },
})
