import { dateTime, type Fields, flag, number, text, url } from '../../kit/field/field.ts'
import { fromTo } from '../../kit/field/rule.ts'
import { call } from '../../kit/section/call.ts'
import { section } from '../../kit/section/section.ts'

/** Ticker of the members' app. Its run time is computed from the log of its switch. */
export const ticker = section('ticker', {
  path: '/console/in/v1/tickers',
  nav: { group: 'promotion', icon: 'gallery-horizontal-end' },
  permission: 'promotion',
  title: 'text',
  fields: {
    text: text({ required: true, max: 200 }),
    link: url(),
    start: dateTime({ required: true }),
    end: dateTime({ required: true }),
    is_active: flag({ initial: true }),
    /** Seconds on within its window so far. */
    run_time: number({ readOnly: true, integer: true }),
  },
  rules: [fromTo('start', 'end')],
  list: {
    columns: ['text', 'start', 'end', 'is_active', 'run_time', '-link', 'updated_at', '-updated_by'],
    search: ['text'],
    filters: ['is_active'],
    dates: ['start', 'created_at'],
    sort: 'start desc',
    bulkEdit: ['is_active'],
  },
  switches: { is_active: { by: 'get', path: '/toggle' } },
  wire: { removal: { by: 'id', as: 'text' }, omitTotal: true },
})

/** One run of a ticker; the last may continue. */
export const tickerRun = {
  id: number({ required: true, integer: true }),
  on_at: dateTime({ required: true }),
  on_by: text(),
  off_at: dateTime(),
  off_by: text(),
  /** Seconds within the ticker's window, until now. */
  seconds: number({ required: true, integer: true }),
} as const satisfies Fields

const log = '/console/in/v1/ticker-log/{id}'

export const tickerLog = call({
  name: 'ticker.log',
  section: 'ticker',
  kind: 'query',
  method: 'GET',
  path: log,
  permission: 'get promotion',
  query: 'list',
  reply: { of: 'list', fields: tickerRun, omitTotal: true },
})

export const tickerRuntime = call({
  name: 'ticker.runtime',
  section: 'ticker',
  kind: 'query',
  method: 'GET',
  path: `${log}/runtime`,
  permission: 'get promotion',
  reply: { of: 'object', fields: { TotalRuntime: number({ required: true, integer: true }) } },
})
