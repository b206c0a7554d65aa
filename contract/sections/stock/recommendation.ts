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

/** Kinds that say something of an open buy. */
export const followingKinds = ['sell', 'hold-buy', 'hold-no-buy'] as const
const holds = ['hold-buy', 'hold-no-buy'] as const

/** Milliseconds after which what was published is what members trade on. */
export const freezesAfter = 15 * 60_000
/** What then stays as it is; a hold or a sell changes it. */
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

/** What analysts recommend (docs/product/picks.md#recommendations). The path decides the kind. */
export const recommendation = section('recommendation', {
  path: '/emitten/in/v1/stock-picks',
  nav: {
    group: 'stock',
    icon: 'thumbs-up',
    shortcut: ',',
    begin: { name: 'add-buy', icon: 'circle-plus', search: 'action=buy', shortcut: '.' },
  },
  permission: 'stock',
  title: 'stock_code',
  encoding: 'multipart',
  paths: { create: '/{kind}', update: '/{kind}/{id}' },
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
    /** Days that it waits and is held; those of its category where nothing is given. */
    horizon: number({ integer: true, min: 1, max: 3_650, shownWhen: isBuy }),
    reason: richText({ requiredWhen: needsReason }),
    chart: image({ maxWidth: 1_920, maxHeight: 1_920, accept: ['image/jpeg', 'image/png', 'image/webp'], withoutMetadata: true }),
    current_price: money({ readOnly: true }),
    /** Of a buy that was published: replayed over the prices that there are now (contract/market/pick-life.ts). */
    life: object(
      {
        state: choice(pickStates, { required: true, tones: { waiting: 'info', entered: 'accent' } }),
        closed_by: choice(['target', 'stop', 'sell'], { tones: { target: 'good', stop: 'bad' } }),
        overdue: flag({ required: true }),
        /** Percent; null until it is entered. */
        gain: number(),
        /** Of one that waits: how far the last close is above the highest buying price, percent; below it negative. */
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
      },
      { readOnly: true },
    ),
    /** Of a sell or a hold: what it belongs to. */
    open_buy_id: reference({ to: 'recommendation', readOnly: true }),
    status: choice(['publish', 'draft', 'archived'], { required: true, initial: 'draft' }),
    /** Given by the server when nothing is. In the future it is a schedule. */
    published_on: dateTime({ shownWhen: wasPublished }),
    audience: choices(accessTypes, { required: true, initial: ['emt'] }),
    /** Tells the members of the audience when it is published; of one that is published already, once more. */
    send_push: flag({ initial: false }),
    /** How often they were told. */
    push_count: number({ readOnly: true, integer: true }),
    /** It arrived more than ten minutes after the moment that it names, so it counts in no rate. */
    late: flag({ readOnly: true }),
  },
  rules: pickRules,
  groups: [
    { fields: ['stock_id', 'kind', 'category'] },
    { title: 'prices', fields: ['buy_price', 'target_price', 'stop_loss', 'sell_price', 'risk', 'horizon'] },
    { title: 'reason', fields: ['reason', 'chart'] },
    { title: 'publishing', fields: ['status', 'published_on', 'audience', 'send_push'] },
  ],
  list: {
    columns: [
      'stock_id',
      'kind',
      'category',
      'life',
      'current_price',
      'buy_price',
      'target_price',
      'stop_loss',
      'status',
      'published_on',
      '-risk',
      '-sell_price',
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
  examples: {
    'create.buy': {
      body: { buy_price: { from: 1_000, to: 1_020 }, target_price: [{ price: 1_100 }, { price: 1_200 }], stop_loss: 950, horizon: 30 },
    },
    // Those that the demo recommends to buy.
    'create.sell': { body: { stock_id: 96, sell_price: 7_300 } },
    'create.hold-buy': { body: { stock_id: 102, target_price: [{ price: 4_200 }], stop_loss: 3_700 } },
    'create.hold-no-buy': { body: { stock_id: 871, target_price: [{ price: 4_200 }], stop_loss: 3_700 } },
    // Drafts of each kind.
    'update.sell': { params: { id: '3' } },
    'update.hold-buy': { params: { id: '4' } },
    'update.hold-no-buy': { params: { id: '5' } },
    'update.no-buy': { params: { id: '6' } },
    'update.custom': { params: { id: '7' } },
    'update.watchlist': { params: { id: '8' } },
  },
})
