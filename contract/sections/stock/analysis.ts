import { accessTypes } from '../../choices/options.ts'
import { choice, choices, date, dateTime, files, flag, joined, money, number, reference, richText, text } from '../../kit/field/field.ts'
import { publishFields, publishRevisions } from '../../kit/section/publish.ts'
import { section } from '../../kit/section/section.ts'

/** Analyses of stocks, with price alerts for their authors (docs/product/picks.md#analyses). */
export const analysis = section('analysis', {
  path: '/content/in/v1/analysis',
  nav: { group: 'stock', icon: 'chart-candlestick' },
  permission: 'stock',
  title: 'title',
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 160 }),
    stock_id: reference({ required: true, to: 'stock' }),
    stock_code: joined('stock_id.code'),
    company_name: joined('stock_id.company_name'),
    category_id: reference({ to: 'category', query: 'model:analysis' }),
    category_name: joined('category_id.name'),
    body: richText({ required: true, tools: ['heading', 'quote', 'table', 'picture', 'embed'], pictures: 'media' }),
    charts: files({
      max: 6,
      maxBytes: 10_000_000,
      accept: ['image/jpeg', 'image/png', 'image/webp'],
    }),
    /** The close at the last save. */
    level: money({ readOnly: true }),
    close_price: money({ readOnly: true }),
    is_breakout: flag({ initial: false }),
    /** The close is above the twenty previous traded days, with volume. */
    breakout_suggested: flag({ readOnly: true }),
    alert_price: money({ min: 1, max: 10_000_000, tick: true }),
    /** Adjusted for splits and rights issues since it was armed. */
    alert_level: money({ readOnly: true }),
    /** Direction of the price to the level. */
    alert_direction: choice(['up', 'down'], { readOnly: true }),
    /** Trading day on which it was reached, and time of detection. */
    alert_fired_on: date({ readOnly: true }),
    alert_fired_at: dateTime({ readOnly: true }),
    is_alerted: flag({ readOnly: true }),
    ...publishFields,
    audience: choices(accessTypes, { required: true, initial: ['emt'] }),
    /** Newest published one of its stock. */
    is_latest: flag({ readOnly: true }),
    /** The post made from it. */
    post_id: number({ readOnly: true, integer: true }),
  },
  groups: [
    { fields: ['title', 'stock_id', 'category_id', 'body', 'charts'] },
    { title: 'price', fields: ['alert_price', 'is_breakout'] },
    { title: 'publishing', fields: ['status', 'published_at', 'audience'] },
  ],
  list: {
    columns: [
      'title',
      'stock_id',
      'state',
      'level',
      'close_price',
      'alert_price',
      'is_breakout',
      'category_id',
      'published_at',
      '-alert_direction',
      '-alert_fired_on',
      '-audience',
      '-created_at',
      '~updated_at',
      '-updated_by',
    ],
    search: ['title', 'stock_code'],
    filters: ['state', 'stock_id', 'category_id', 'is_breakout', 'audience', 'is_alerted', 'is_latest'],
    dates: ['published_at', 'created_at', 'updated_at'],
    sort: 'created_at desc',
    omit: ['body'],
    bulkEdit: ['status', 'category_id', 'audience'],
  },
  views: {
    all: {},
    alert: {
      at: 'alert',
      backOffice: 'hidden',
      query: 'is_alerted:true',
      sort: 'alert_fired_at desc',
      columns: [
        'title',
        'stock_id',
        'alert_price',
        'alert_direction',
        'alert_fired_on',
        'alert_fired_at',
        'close_price',
        '-level',
        'state',
      ],
    },
    latest: {
      at: 'latest',
      backOffice: 'hidden',
      query: 'is_latest:true',
      sort: 'published_at desc',
      columns: ['stock_id', 'title', 'level', 'close_price', 'is_breakout', 'category_id', 'published_at', 'audience'],
    },
  },
  switches: { is_breakout: { by: 'call', path: '/update-breakout' } },
  calls: {
    /** Creates one draft; repeating it changes nothing. */
    generatePost: {
      route: 'GET /{id}/generate-post',
      kind: 'mutation',
      placement: 'record',
      success: 'Success Generate Post',
      undoneBy: 'post.remove',
    },
  },
  revisions: publishRevisions,
})
