import { choice, date, flag, joined, money, number, reference, rows, text, textarea } from '../../kit/field/field.ts'
import type { Rule } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'
import { roundPrice } from '../../lib/price-tick.ts'
import { tradeWarningCodes } from '../../market/trade-warning.ts'
import { pickCategories } from './categories.ts'

/** Products with a portfolio. */
export const portfolioProducts = ['EMT', 'EMV', 'WST'] as const
/** Changes of a position: named by a PUT, and by the route of its form. */
export const positionOptions = ['sell', 'average', 'note'] as const

const price = { min: 1, max: 10_000_000 } as const
/** Only ticks are traded. */
const isTick = (given: unknown) => typeof given !== 'number' || !(given > 0) || roundPrice(given) === given

const inTicks = <Name extends string>(field: Name): Rule<Name> => ({ field, code: 'tick', test: (record) => isTick(record[field]) })

/** Holdings of products, one record per run of a stock from zero to zero (docs/product/picks.md#positions). */
export const portofolio = section('portofolio', {
  path: '/emitten/in/v1/portfolios',
  nav: { group: 'stock', icon: 'briefcase-business' },
  backOffice: { skipsReads: true },
  permission: 'stock',
  title: 'stock_code',
  routes: { edit: 'edit/{id}/{option}', home: 'buy' },
  fields: {
    stock_id: reference({ required: true, to: 'stock' }),
    stock_code: joined('stock_id.code'),
    company_name: joined('stock_id.company_name'),
    product: choice(portfolioProducts, { required: true, initial: 'EMT' }),
    /** Of the recommendation followed. */
    category: choice(pickCategories),
    /** Kind of change: only sales are added, only buys, or no trades. A full correction has none. */
    option: choice(positionOptions),
    trades: rows(
      {
        date: date({ required: true }),
        side: choice(['buy', 'sell'], { required: true, initial: 'buy' }),
        shares: number({ required: true, integer: true, min: 1, max: 1_000_000_000 }),
        price: money({ required: true, ...price }),
      },
      { required: true, min: 1, max: 500 },
    ),
    /** Warnings about stored trades: the field, such as 'trades.0.price', with the day's low and high. */
    warnings: rows(
      {
        field: text({ required: true }),
        code: choice(tradeWarningCodes, { required: true }),
        message: text({ required: true }),
        low: money(),
        high: money(),
      },
      { readOnly: true },
    ),
    target: money(price),
    stop_loss: money(price),
    notes: textarea({ max: 5_000 }),
    /** Shares. */
    held: number({ readOnly: true, integer: true }),
    average: number({ readOnly: true }),
    /** The newest close. */
    current_price: money({ readOnly: true }),
    last_sale: money({ readOnly: true }),
    cost_left: money({ readOnly: true }),
    /** Cost of all shares ever bought. */
    purchases: money({ readOnly: true }),
    realised: number({ readOnly: true, integer: true }),
    unrealised: number({ readOnly: true, integer: true }),
    /** Percent of all purchases, gross. */
    gain: number({ readOnly: true }),
    opened_on: date({ readOnly: true }),
    closed_on: date({ readOnly: true }),
    is_open: flag({ readOnly: true }),
    has_sales: flag({ readOnly: true }),
  },
  rules: [inTicks('target'), inTicks('stop_loss')],
  groups: [
    { fields: ['stock_id', 'product', 'category'] },
    { title: 'trades', fields: ['option', 'trades'] },
    { title: 'levels', fields: ['target', 'stop_loss', 'notes'] },
  ],
  list: {
    columns: [
      'stock_id',
      'product',
      'held',
      'average',
      'current_price',
      'last_sale',
      'gain',
      'target',
      'stop_loss',
      'opened_on',
      '-category',
      '-closed_on',
      '-realised',
      '-unrealised',
      '-cost_left',
      '-purchases',
      '-notes',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['stock_code', 'company_name', 'notes'],
    filters: ['product', 'category', 'stock_id', 'is_open', 'has_sales'],
    dates: ['opened_on', 'closed_on', 'created_at', 'updated_at'],
    sort: 'opened_on desc',
  },
  views: {
    buy: { at: 'buy', query: 'is_open:true' },
    sell: { at: 'sell', query: 'has_sales:true', sort: 'updated_at desc' },
    all: {},
  },
  trash: {
    list: '/trashed',
    restore: '/restore/{id}',
    erase: '/trashed',
    view: { columns: ['stock_id', 'product', 'held', 'opened_on', 'updated_at', 'updated_by'] },
  },
  calls: {
    /** Open positions in a stock. */
    openOf: { route: 'GET /{code}/code', query: 'list' },
  },
})
