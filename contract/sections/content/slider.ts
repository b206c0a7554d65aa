import { choice, dateTime, flag, image, number, text, url } from '../../kit/field/field.ts'
import { fromTo } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'
import { pictureTypes } from '../../lib/picture-types.ts'

/** Slider Blog: wide pictures above pages for readers. */
export const slider = section('slider', {
  path: '/content/in/v2/slider',
  nav: { group: 'content', icon: 'images' },
  permission: 'content',
  title: 'title',
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 120 }),
    image: image({ required: true, maxWidth: 1920, maxHeight: 1080, accept: pictureTypes, maxBytes: 10_000_000 }),
    link: url(),
    placement: choice(['home', 'blog', 'education'], { required: true, initial: 'home' }),
    sort: number({ integer: true, min: 1, max: 9_999, initial: 1 }),
    is_active: flag({ initial: true }),
    campaign_start: dateTime(),
    campaign_end: dateTime(),
  },
  groups: [
    { fields: ['title', 'image', 'link', 'placement', 'sort', 'is_active'] },
    { title: 'campaign', fields: ['campaign_start', 'campaign_end'] },
  ],
  rules: [fromTo('campaign_start', 'campaign_end')],
  list: {
    columns: ['title', 'image', 'placement', 'sort', 'is_active', 'campaign_start', 'campaign_end', '-link', '-updated_at', '-updated_by'],
    search: ['title'],
    filters: ['placement', 'is_active'],
    dates: ['campaign_start', 'created_at'],
    sort: 'sort asc',
    bulkEdit: ['is_active'],
  },
  switches: { is_active: { by: 'put' } },
  wire: { removal: { by: 'path' }, removed: 'Success delete' },
})
