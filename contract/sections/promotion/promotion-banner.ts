import { exclusiveChoices, segmentations } from '../../choices/options.ts'
import { choices, dateTime, flag, image, number, text } from '../../kit/field/field.ts'
import { fromTo } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'
import { pictureTypes } from '../../lib/picture-types.ts'
import { referenceFields } from '../../parts/reference-fields.ts'

/** Banners of the members' app: visible ones in order, and all. */
export const promotionBanner = section('promotion-banner', {
  path: '/console/in/v1/promo-banner',
  nav: { group: 'promotion', icon: 'gallery-thumbnails' },
  permission: 'promotion',
  title: 'title',
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 120 }),
    image: image({ required: true, maxWidth: 1200, maxHeight: 400, accept: pictureTypes, maxBytes: 10_000_000 }),
    segmentation: choices(segmentations, { required: true, exclusive: exclusiveChoices }),
    show: flag({ initial: true }),
    start: dateTime({ required: true }),
    end: dateTime(),
    ...referenceFields,
    sort: number({ readOnly: true, integer: true }),
  },
  groups: [
    { fields: ['title', 'image', 'segmentation', 'show', 'start', 'end'] },
    { title: 'reference', fields: ['reference_type', 'reference_url', 'content_id', 'event_id', 'onlineclass_id'] },
  ],
  rules: [fromTo('start', 'end')],
  list: {
    columns: ['title', 'image', 'segmentation', 'show', 'start', 'end', 'updated_at', '-reference_url', '-sort', '-updated_by'],
    search: ['title'],
    filters: ['show', 'segmentation', 'reference_type'],
    dates: ['start', 'created_at'],
    sort: 'created_at desc',
    bulkEdit: ['segmentation', 'show'],
  },
  views: { active: { stack: true, query: 'show:true', sort: 'sort asc', size: 100 }, all: { stack: true } },
  order: { field: 'sort', path: '/swap-sequence' },
  switches: { show: { by: 'call', path: '/toggle-display' } },
  wire: { commas: ['segmentation'] },
})
