import {
  choice,
  date,
  dateTime,
  flag,
  image,
  joined,
  money,
  number,
  object,
  reference,
  references,
  richText,
  rows,
  text,
  textarea,
} from '../../kit/field/field.ts'
import { fromTo } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'

export const boards = ['Utama', 'Pengembangan', 'Akselerasi', 'Ekonomi Baru', 'Pemantauan Khusus'] as const

const code = text({ required: true, max: 12, unique: true, pattern: { regex: /^[A-Za-z]{4}(?:\.[Jj][Kk])?$/, code: 'stock_code' } })
const listedShares = number({ integer: true, min: 1, max: 1_000_000_000_000_000 })

/** Columns of a companies file; empty cells clear nothing. */
const imported = {
  code,
  company_name: text({ max: 160 }),
  sector_id: reference({ to: 'stock-sector' }),
  board: choice(boards),
  is_syariah: flag(),
  listed_on: date(),
  listed_shares: listedShares,
  delisted_on: date(),
}

/** Listed companies (docs/product/stock.md#companies). */
export const stock = section('stock', {
  path: '/emitten/in/v1/stocks',
  nav: { group: 'stock', icon: 'building' },
  permission: 'stock',
  title: 'code',
  options: { detail: 'company_name' },
  fields: {
    /** Stored in capitals, without the '.JK' of foreign sources. */
    code: { ...code, aliases: ['stock_code'] },
    /** Alias for other clients (docs/product/stock.md#companies). */
    stock_code: text({ readOnly: true }),
    company_name: text({ required: true, max: 160 }),
    sector_id: reference({ required: true, to: 'stock-sector', aliases: ['sector'] }),
    sector_name: joined('sector_id.name'),
    /** The sector in the base contract's form (docs/product/stock.md#companies). */
    sector: object({ id: number({ required: true, integer: true }), name: text() }, { readOnly: true }),
    /** Further ones. */
    sectors: references({ to: 'stock-sector', max: 20 }),
    board: choice(boards),
    is_syariah: flag({ initial: false }),
    listed_on: date(),
    listed_shares: listedShares,
    delisted_on: date(),
    logo: image({ maxWidth: 1_000, maxHeight: 1_000, maxBytes: 5_000_000, accept: ['image/jpeg', 'image/png', 'image/webp'] }),
    description: richText(),
    /** The newest close, and its day. */
    last_price: money({ readOnly: true, min: 1 }),
    last_price_on: date({ readOnly: true }),
  },
  groups: [
    { fields: ['code', 'company_name', 'sector_id', 'sectors', 'board', 'is_syariah'] },
    { title: 'listing', fields: ['listed_on', 'listed_shares', 'delisted_on'] },
    { title: 'profile', fields: ['logo', 'description'] },
  ],
  encoding: 'multipart',
  list: {
    columns: [
      'code',
      'company_name',
      'last_price',
      'sector_id',
      'board',
      'is_syariah',
      'listed_on',
      '-listed_shares',
      '-delisted_on',
      '-last_price_on',
      '-logo',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['code', 'company_name'],
    filters: ['sector_id', 'board', 'is_syariah'],
    dates: ['listed_on', 'created_at', 'updated_at'],
    sort: 'code asc',
    omit: ['description'],
  },
  children: [
    {
      section: 'recommendation',
      parent: 'stock_id',
      columns: ['kind', 'category', 'life', 'buy_price', 'target_price', 'stop_loss', 'status', 'published_on'],
    },
    { section: 'analysis', parent: 'stock_id', columns: ['title', 'state', 'level', 'alert_price', 'is_breakout', 'published_at'] },
    {
      section: 'portofolio',
      parent: 'stock_id',
      columns: ['product', 'held', 'average', 'current_price', 'gain', 'opened_on', 'closed_on'],
    },
  ],
  rules: [fromTo('listed_on', 'delisted_on')],
  calls: {
    /** Without a price all is null; price, lower and upper default to 0, 1 and 1000000 (docs/product/stock.md#last-price). */
    lastPrice: {
      route: 'GET /emitten/in/v1/stock-prices/{code}/last-price',
      reply: {
        of: 'object',
        fields: {
          code: text({ required: true }),
          close: money(),
          low_all_time: money(),
          high_all_time: money(),
          previous: money(),
          date: date(),
          provisional: flag({ required: true }),
          stale: flag({ required: true }),
          band: object({ low: money({ required: true }), high: money({ required: true }) }),
        },
      },
    },
    /**
     * The newest five hundred days, unadjusted, each with the previous trading day's close, null over a gap; also splits and rights issues.
     */
    prices: {
      route: 'GET /emitten/in/v1/stock-prices/{code}',
      reply: {
        of: 'object',
        fields: {
          code: text({ required: true }),
          board: choice(boards),
          prices: rows({
            date: date({ required: true }),
            previous: money({ required: true }),
            high: money({ required: true }),
            low: money({ required: true }),
            close: money({ required: true }),
            volume: number({ required: true }),
            before: money(),
          }),
          actions: rows({
            id: number({ required: true }),
            date: date({ required: true }),
            kind: choice(['split', 'rights'], { required: true }),
            numerator: number({ required: true }),
            denominator: number({ required: true }),
            confirmed_at: dateTime(),
            confirmed_by: text(),
          }),
          /** Confirmations and their reversals, newest first, also of actions no longer in prices. */
          log: rows({
            id: number({ required: true }),
            event: choice(['confirmed', 'taken_back'], { required: true }),
            date: date({ required: true }),
            kind: choice(['split', 'rights'], { required: true }),
            numerator: number({ required: true }),
            denominator: number({ required: true }),
            created_at: dateTime({ required: true }),
            created_by: text(),
          }),
          /** Trading days without a row, newest first; `of_all`: no stock has one. */
          gaps: rows({ from: date({ required: true }), to: date({ required: true }), of_all: flag({ required: true }) }),
          /** Of the exchange, from the first of these days. */
          holidays: rows({ date: date({ required: true }) }),
        },
      },
    },
    /** Turns a proposal from prices into an action that portfolios follow. */
    confirmAction: {
      route: 'PUT /emitten/in/v1/stock-actions/{action_id}/confirm',
      reply: { of: 'message' },
      undoneBy: 'takeBackAction',
    },
    /** Reverts a confirmation: portfolios, target and stop are restored. */
    takeBackAction: {
      route: 'PUT /emitten/in/v1/stock-actions/{action_id}/take-back',
      reply: { of: 'message' },
      undoneBy: 'confirmAction',
    },
    /** Daily prices as rows, or as separated values with a header. A verdict per row; repeating it changes nothing. */
    importPrices: {
      route: 'POST /emitten/in/v1/stock-prices/import',
      permission: 'create stock',
      body: {
        rows: rows(
          {
            code: text({ max: 20 }),
            date: text({ max: 40 }),
            previous: number(),
            high: number(),
            low: number(),
            close: number(),
            volume: number(),
          },
          { max: 5_000 },
        ),
        csv: textarea({ max: 900_000 }),
        /** Reports effects, and stores nothing. */
        dry_run: flag(),
      },
      reply: {
        of: 'object',
        fields: {
          created: number({ required: true }),
          updated: number({ required: true }),
          unchanged: number({ required: true }),
          refused: number({ required: true }),
          /** Alerts of analyses reached. */
          alerts: number({ required: true }),
          verdicts: rows({
            row: number({ required: true }),
            code: text(),
            date: text(),
            verdict: choice(['created', 'updated', 'unchanged', 'refused'], { required: true }),
            field: text(),
            problem: text(),
            message: text(),
          }),
        },
      },
    },
  },
  export: { path: '/export' },
  import: { path: '/import', key: 'code', fields: imported, perFile: ['sector_id'] },
})
