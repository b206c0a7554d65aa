/** Returns of portfolios and recommendations (docs/product/picks.md#performance). Gross. */

import { workbookType } from '../import/import-calls.ts'
import { choice, date, type Fields, flag, money, number, percent as percentage, rows, text } from '../kit/field/field.ts'
import type { Drill } from '../kit/report/report.ts'
import { servedReport } from '../kit/report/served-report.ts'
import { call } from '../kit/section/call.ts'
import { pickCategories } from '../sections/stock/categories.ts'
import { portfolioProducts } from '../sections/stock/portofolio.ts'

const asked = {
  product: choice(portfolioProducts),
  category: choice(pickCategories),
  /** WIB days, inclusive; default is everything. */
  from: date(),
  to: date(),
} as const satisfies Fields

/** Percent to 2 decimals; null if undefined. */
const percent = number()
const count = number({ required: true, integer: true })
const rupiah = number({ required: true, integer: true })

export const summaryFields = {
  from: date(),
  to: date({ required: true }),
  positions: count,
  open: count,
  closed: count,
  /** Of positions closed in the period. */
  win_rate: percent,
  /** Time-weighted. */
  twr: percent,
  /** Null below 365 days. */
  annualised: percent,
  drawdown: percent,
  /** Of sales in the period. */
  realised: rupiah,
  unrealised: rupiah,
  /** Mean days from first purchase to last sale of positions closed in the period. */
  holding_days: number(),
} as const satisfies Fields

export const resultFields = {
  id: count,
  ref: text({ required: true }),
  stock_code: text({ required: true }),
  company_name: text({ required: true }),
  product: choice(portfolioProducts, { required: true }),
  gain: number({ required: true }),
  amount: rupiah,
  purchases: money({ required: true }),
  opened_on: date({ required: true }),
  closed_on: date(),
} as const satisfies Fields

export const categoryFields = {
  category: choice(pickCategories, { required: true }),
  /** Recommendations entered in the period, and those with a gain. */
  n: count,
  wins: count,
  rate: percent,
  mean: percent,
  median: percent,
} as const satisfies Fields

export const pointFields = {
  date: date({ required: true }),
  /** Percent since the day before the first. */
  portfolio: number({ required: true }),
  index: number({ required: true }),
} as const satisfies Fields

const path = '/emitten/in/v1/performance'
const read = { kind: 'query', method: 'GET', permission: 'get stock', query: 'list', listQuery: asked } as const

export const performanceSummary = call({ ...read, name: 'performance.summary', path, reply: { of: 'object', fields: summaryFields } })
/** `is_index`: the market is the exchange's own index on all days. */
export const performanceGraph = call({
  ...read,
  name: 'performance.graph',
  path: `${path}/graph`,
  reply: { of: 'object', fields: { data: rows(pointFields, { max: 10_000 }), is_index: flag({ required: true }) } },
})

/** Ten each: by gain, then rupiah, then code; in a period by its gain, against the value at its start. */
const best = { of: 'list', fields: resultFields } as const
export const topProfit = call({ ...read, name: 'performance.top-profit', path: `${path}/top-profit`, reply: best })
export const topLoss = call({ ...read, name: 'performance.top-loss', path: `${path}/top-loss`, reply: best })

export const byRecommendation = call({
  ...read,
  name: 'performance.recommendation',
  path: `${path}/recommendation`,
  reply: { of: 'list', fields: categoryFields },
})
export const byRecommendationExport = call({
  ...read,
  name: 'performance.recommendation-export',
  path: `${path}/recommendation-export`,
  reply: { of: 'blob', type: workbookType },
})

/** Of the products and the horizon that are asked for. */
const chosen = { product: '{product}', category: '{category}' } as const
const positions = { section: 'portofolio', where: {}, date: false } as const
/** Held on a day of the period, held when it ended, closed in it. */
const held: Drill = { ...positions, by: { ...chosen, held_on: '{from}..{to}' }, counts: 'positions' }
const open: Drill = { ...positions, by: { ...chosen, open_at: '{to}' }, counts: 'open' }
const closed: Drill = { ...positions, by: { ...chosen, closed_on: '{from}..{to}' }, counts: 'closed' }
/** Of closed positions: no gain, and without a sign. */
const share = percentage({ min: 0, max: 100 })

/** What the positions of a period came to, and their gain beside the market's. */
export const performance = servedReport('performance', {
  words: 'performance',
  calls: {
    total: { call: performanceSummary },
    chart: { call: performanceGraph, points: 'data', at: 'date', line: 'portfolio', beside: 'index' },
  },
  dimensions: {},
  measures: {
    twr: percentage(),
    annualised: percentage(),
    drawdown: percentage(),
    realised: money(),
    unrealised: money(),
    win_rate: share,
    holding_days: number(),
    positions: count,
    open: count,
    closed: count,
  },
  drill: {
    ...{ twr: held, annualised: held, drawdown: held, realised: held, positions: held },
    ...{ unrealised: open, open, win_rate: closed, holding_days: closed, closed },
  },
})

/** Each row is a position. */
const ranked = {
  words: 'performance',
  dimensions: { stock_code: text({ required: true }), product: choice(portfolioProducts, { required: true }), company_name: text() },
  measures: { gain: percentage({ required: true }), amount: money({ required: true }) },
  drill: {},
} as const
export const profits = servedReport('performance-profit', { ...ranked, calls: { list: { call: topProfit, rows: 'data' } } })
export const losses = servedReport('performance-loss', { ...ranked, calls: { list: { call: topLoss, rows: 'data' } } })

/** What became of recommendations, by their horizon. No list is as long as these numbers: whether one was entered its prices tell. */
export const recommendationResults = servedReport('performance-recommendation', {
  words: 'performance',
  calls: { list: { call: byRecommendation, rows: 'data' } },
  dimensions: { category: choice(pickCategories, { required: true }) },
  measures: { n: count, rate: share, mean: percentage(), median: percentage() },
  drill: {},
})
