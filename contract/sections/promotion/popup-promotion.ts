import { exclusiveChoices, popupSegmentations } from '../../choices/options.ts'
import { choice, choices, dateTime, flag, image, reference, text } from '../../kit/field/field.ts'
import { fromTo } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'
import { pictureTypes } from '../../lib/picture-types.ts'

/** Mark of an absent date; shown empty (docs/product/promotion.md#popups). */
const notSet = '0001-01-01T00:00:00'

/** Popups for members when they open the app, with a frequency. */
export const popupPromotion = section('popup-promotion', {
  path: '/console/in/v1/popup-promotion',
  nav: { group: 'promotion', icon: 'picture-in-picture-2' },
  permission: 'promotion',
  title: 'title',
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 120 }),
    banner_url: image({ required: true, maxWidth: 1080, maxHeight: 1350, accept: pictureTypes, maxBytes: 10_000_000 }),
    landing_custom_id: reference({ to: 'landing-page' }),
    segmentation: choices(popupSegmentations, { required: true, exclusive: exclusiveChoices }),
    campaign_start_date: dateTime({ emptyShown: 'blank' }),
    campaign_end_date: dateTime({ emptyShown: 'blank' }),
    frequency: choice(['once', 'daily', 'always'], { required: true, initial: 'once' }),
    is_active: flag({ initial: true }),
  },
  groups: [
    { fields: ['title', 'banner_url', 'landing_custom_id'] },
    { title: 'audience', fields: ['segmentation', 'frequency', 'is_active', 'campaign_start_date', 'campaign_end_date'] },
  ],
  rules: [fromTo('campaign_start_date', 'campaign_end_date')],
  list: {
    columns: [
      'title',
      'banner_url',
      'segmentation',
      'campaign_start_date',
      'campaign_end_date',
      'frequency',
      'is_active',
      '~created_at',
      'updated_at',
      '-updated_by',
    ],
    search: ['title'],
    filters: ['is_active', 'segmentation', 'frequency'],
    dates: ['campaign_start_date', 'created_at'],
    sort: 'created_at desc',
    bulkEdit: ['segmentation', 'is_active'],
  },
  switches: { is_active: { by: 'put' } },
  wire: { commas: ['segmentation'], emptyDate: { campaign_start_date: notSet, campaign_end_date: notSet } },
})
