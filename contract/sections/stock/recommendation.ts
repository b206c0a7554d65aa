import { accessTypes } from '../../choices/options.ts'
import {
  choice,
  choices,
  date,
  dateTime,
  flag,
  image,
  joined,
  money,
  number,
  object,
  reference,
  richText,
  rows,
} from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { pickStates } from '../../market/pick-life.ts'
import { pickCategories } from './categories.ts'
import { pickRules } from './pick-rules.ts'

export const pickKinds = ['buy', 'sell', 'hold-buy', 'hold-no-buy', 'no-buy', 'custom', 'watchlist'] as const
export type PickKind = (typeof pickKinds)[number]

/** Kinds that follow an open buy. */
export const followingKinds = ['sell', 'hold-buy', 'hold-no-buy'] as const
const holds = ['hold-buy', 'hold-no-buy'] as const

/** Milliseconds after which fields of a published one are frozen. */
export const freezesAfter = 15 * 60_000
/** Frozen fields; changed by a hold or a sell. */
export const frozenFields = [
  'stock_id',
  'category',
  'buy_price',
  'target_price',
  'stop_loss',
  'sell_price',
  'horizon',
  'published_on',
] as const

const price = { min: 1, max: 10_000_000, tick: true } as const
const isBuy = { field: 'kind', is: ['buy'] } as const
const hasLevels = { field: 'kind', is: ['buy', ...holds] } as const
const needsReason = { field: 'kind', is: ['no-buy', 'custom', 'watchlist'] } as const
const wasPublished = { field: 'status', is: ['publish', 'archived'] } as const

/** Picks of analysts (docs/product/picks.md#recommendations). The path decides the kind. */
export const recommendation = section('recommendation', {
  path: '/emitten/in/v1/stock-picks',
  nav: {
    group: 'stock',
    icon: 'thumbs-up',
    shortcut: ',',
  },
  permission: 'stock',
  title: 'stock_code',
  encoding: 'multipart',
  search: { action: { sets: 'kind' } },
  fields: {
    stock_id: reference({ required: true, to: 'stock' }),
    stock_code: joined('stock_id.code'),
    company_name: joined('stock_id.company_name'),
    kind: choice(pickKinds, {
      required: true,
      initial: 'buy',
      tones: { buy: 'good', sell: 'bad', 'no-buy': 'bad', 'hold-buy': 'info', 'hold-no-buy': 'info', watchlist: 'accent' },
    }),
    category: choice(pickCategories, { required: true, initial: 'Swing', shownWhen: isBuy }),
    buy_price: object(
      { from: money({ required: true, ...price }), to: money({ required: true, ...price }) },
      { required: true, shownWhen: isBuy },
    ),
    target_price: rows({ price: money({ required: true, ...price }) }, { max: 3, shownWhen: hasLevels, requiredWhen: isBuy }),
    stop_loss: money({ ...price, shownWhen: hasLevels, requiredWhen: isBuy }),
    sell_price: money({ ...price, required: true, shownWhen: { field: 'kind', is: ['sell'] } }),
    risk: choice(['low', 'mid', 'high'], { shownWhen: isBuy }),
    /** Days of waiting and holding; default by category. */
    horizon: number({ integer: true, min: 1, max: 3_650, shownWhen: isBuy }),
    reason: richText({ requiredWhen: needsReason }),
    chart: image({ maxWidth: 1_920, maxHeight: 1_920, accept: ['image/jpeg', 'image/png', 'image/webp'] }),
    current_price: money({ readOnly: true, min: 1 }),
    /** Of a published buy: computed from current prices (contract/market/pick-life.ts). */
    life: object(
      {
        state: choice(pickStates, { required: true, tones: { waiting: 'info', entered: 'accent' } }),
        closed_by: choice(['target', 'stop', 'sell'], { tones: { target: 'good', stop: 'bad' } }),
        overdue: flag({ required: true }),
        /** Percent; null before entry. */
        gain: number(),
        /** While waiting: distance of the last close from the buying prices in percent; 0 inside them, negative below. */
        distance: number(),
        entered_on: date(),
        entry_price: number(),
        exits: rows({
          date: date({ required: true }),
          price: number({ required: true }),
          kind: choice(['target', 'stop', 'sell'], { required: true }),
          /** Percent of the whole. */
          part: number({ required: true }),
        }),
        until: date({ required: true }),
        /** Targets that remain, and the stop, in prices of the last day. */
        targets: rows({ price: number({ required: true }) }),
        stop: number(),
        /** While it is open: the first sell of it that is published or, if `sell_at` is to come, scheduled. */
        sell_id: number({ integer: true }),
        sell_at: dateTime(),
        sell_price: number(),
      },
      { readOnly: true },
    ),
    /** Of a sell or a hold: the buy it follows. */
    open_buy_id: reference({ to: 'recommendation', readOnly: true }),
    status: choice(['publish', 'draft', 'archived'], { required: true, initial: 'draft' }),
    /** Set by the server if empty. A future time is a schedule. */
    published_on: dateTime({ shownWhen: wasPublished }),
    audience: choices(accessTypes, { required: true, initial: ['emt'] }),
    /** Notifies members of the audience on publishing; if published already, again. */
    send_push: flag({ initial: false }),
    /** Number of notifications. */
    push_count: number({ readOnly: true, integer: true }),
    /** Received more than ten minutes after the time it names: excluded from rates. */
    late: flag({ readOnly: true }),
  },
  rules: pickRules,
  groups: [
    { fields: ['stock_id', 'kind', 'category'] },
    { title: 'prices', fields: ['buy_price', 'target_price', 'stop_loss', 'sell_price', 'risk', 'horizon'] },
    { title: 'reason', fields: ['reason', 'chart'] },
    { title: 'publishing', fields: ['status', 'published_on', 'audience', 'send_push'], side: true },
  ],
  list: {
    columns: [
      'stock_id',
      'kind',
      '~category',
      'life',
      'current_price',
      'buy_price',
      'target_price',
      'stop_loss',
      '~sell_price',
      'status',
      'published_on',
      '-risk',
      '-horizon',
      '-audience',
      '-late',
      '-push_count',
      '-open_buy_id',
      '-chart',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['stock_code', 'company_name', 'reason'],
    filters: ['stock_id', 'kind', 'category', 'status', 'risk', 'audience', 'late', 'open_buy_id'],
    dates: ['published_on', 'created_at', 'updated_at'],
    sort: 'created_at desc',
    omit: ['reason'],
  },
  wire: { paths: { create: '/{kind}', update: '/{kind}/{id}' } },
})
