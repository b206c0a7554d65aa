import { exclusiveChoices, popupSegmentations } from '../../choices/options.ts'
import { choice, choices, dateTime, flag, image, number, richText, text } from '../../kit/field/field.ts'
import { fromTo } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'
import { pictureTypes } from '../../lib/picture-types.ts'
import { referenceFields } from '../../parts/reference-fields.ts'

/** Marks a popup without an end; shown as 'Always Show' (docs/product/content.md#for-you). */
export const noEnd = '0001-01-01T00:00:00'
const withButton = { field: 'with_button', is: [true] } as const

export const forYou = section('for-you', {
  path: '/content/in/v2/for-you',
  nav: { group: 'content', icon: 'sparkles' },
  permission: 'content',
  title: 'title',
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 120 }),
    /** Derived from dates and visibility. */
    status: choice(['ACTIVE', 'PENDING', 'INACTIVE', 'HIDDEN'], { readOnly: true }),
    click_count: number({ readOnly: true, integer: true }),
    campaign_start: dateTime({ required: true }),
    no_campaign_end: flag({ initial: false }),
    campaign_end: dateTime({
      shownWhen: { field: 'no_campaign_end', not: [true] },
      requiredWhen: { field: 'no_campaign_end', not: [true] },
    }),
    member_type: choices(popupSegmentations, { required: true, exclusive: exclusiveChoices }),
    type: choice(['info', 'reminder', 'warning'], { required: true }),
    gambar: image({
      required: true,
      maxWidth: 510,
      maxHeight: 636,
      accept: pictureTypes,
      maxBytes: 10_000_000,
    }),
    message: richText({ required: true, max: 120 }),
    with_button: flag({ initial: false }),
    button_title: text({ max: 20, shownWhen: withButton }),
    content_type: choice(['article', 'quote', 'video', 'image', 'event', 'onlineclass'], {
      required: true,
      sections: { event: 'event', onlineclass: 'online-class' },
    }),
    ...referenceFields,
    sequence: number({ readOnly: true, integer: true }),
    is_show: flag({ readOnly: true }),
  },
  rules: [fromTo('campaign_start', 'campaign_end')],
  duplicate: true,
  list: {
    columns: [
      'title',
      'status',
      'click_count',
      'campaign_start',
      'campaign_end',
      'member_type',
      'content_type',
      'is_show',
      '~updated_at',
      '~updated_by',
    ],
    search: ['title'],
    filters: ['status', 'member_type', 'type', 'content_type'],
    dates: ['campaign_start', 'created_at'],
    sort: 'created_at desc',
  },
  views: { active: { stack: true, query: 'status:ACTIVE', sort: 'sequence asc', size: 100 }, all: { stack: true } },
  order: { field: 'sequence', path: '/swap-sequence' },
  switches: { is_show: { by: 'call', path: '/show-hide', when: { field: 'status', is: ['ACTIVE', 'HIDDEN'] } } },
  wire: { commas: ['member_type'], emptyDate: { campaign_end: noEnd }, removal: { by: 'id' } },
})
