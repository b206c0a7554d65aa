import { beforeEach, describe, expect, it } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { performance } from '#contract/reports/performance.ts'
import { salesActivity } from '#contract/reports/sales-activity.ts'
import { salesReport } from '#contract/reports/sales-report.ts'
import { scoreboard } from '#contract/reports/scoreboard.ts'
import { supportActivity } from '#contract/reports/support-activity.ts'
import { drillLink, formatMeasure, labelsOf, mainMeasure, measuresOf, toneOf } from './report-fields.ts'
import { isEmptyTotal } from './report-queries.ts'
import { changeOf } from './total-tiles.tsx'

const period = { kind: 'monthly', from: '2026-11-01', to: '2026-11-30', date: 'paid_at', before: null } as const
const sold = { id: 1, product_category: 'membership', product_id: 4, product_name: 'EMT', sales_id: 7, sales_name: 'Sari' }
const place = (sales_id: number) => ({ id: 1, sales_id, sales_name: 'Sari' })
const may = { isNarrowed: false, mayOpen: () => true }

function signIn(role: string): void {
  const user = { id: 7, ref: 'r', name: 'Sari', email: 'sari@lapangan.test' }
  const session = { token: 't', roles: [role], permissions: [], roleRead: [], user }
  sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
}

beforeEach(() => signIn('Admin'))

describe('drillLink', () => {
  const month = 'payment_status:paid,paid_at:2026-11-01..2026-11-30'

  it('opens the orders of a row and of the whole', () => {
    expect(drillLink(salesReport, 'revenue', period, { ...may, row: sold })).toEqual({
      section: 'transaction',
      query: `${month},credit:7,product:membership/4`,
    })
    expect(drillLink(scoreboard, 'point', period, { ...may, row: place(0) })?.query).toBe(`${month},credit:0`)
    expect(drillLink(salesReport, 'orders', period, { ...may, row: null })?.query).toBe(month)
  })

  it('opens nothing that would be longer or shorter than the number', () => {
    expect(drillLink(salesReport, 'orders', period, { ...may, row: null, isNarrowed: true })).toBeNull()
    expect(drillLink(salesReport, 'orders', period, { ...may, row: sold, mayOpen: () => false })).toBeNull()
    expect(drillLink(salesReport, 'id', period, { ...may, row: sold })).toBeNull()
  })

  it('opens their own orders to a salesperson', () => {
    signIn('Sales')
    expect(drillLink(salesReport, 'orders', period, { ...may, row: null })?.query).toBe(`${month},credit:7`)
    expect(drillLink(scoreboard, 'orders', period, { ...may, row: place(7) })?.query).toBe(`${month},credit:7`)
    expect([place(8), null].map((row) => drillLink(scoreboard, 'orders', period, { ...may, row }))).toEqual([null, null])
  })

  it('opens records of activity to those who see all of them, not to a salesperson, whose list may be shorter', () => {
    const links = () => [
      drillLink(salesActivity, 'leads_moved', period, { ...may, row: place(7) })?.query ?? null,
      drillLink(salesActivity, 'chats', period, { ...may, row: null })?.query ?? null,
    ]
    expect(links()).toEqual(['moved:2026-11-01..2026-11-30/7', 'replied:2026-11-01..2026-11-30'])
    const handled = () => drillLink(supportActivity, 'handled', period, { ...may, row: null })?.query
    expect(handled()).toBe('status:open,status:answered,status:ended,handled:2026-11-01..2026-11-30')
    signIn('Sales')
    expect(links()).toEqual([null, null])
    expect(handled()).toBe('status:open,status:answered,status:ended,handled:2026-11-01..2026-11-30/7')
  })

  it('opens nothing behind replies, answers and the first reply, which are no records of a list', () => {
    const measures = ['replies', 'first_reply'].map((measure) => drillLink(salesActivity, measure, period, { ...may, row: place(7) }))
    expect([...measures, drillLink(supportActivity, 'answered', period, { ...may, row: null })]).toEqual([null, null, null])
  })
})

it('labelsOf begins with what a row is called and leaves out numbers of records', () => {
  expect(labelsOf(salesReport).map(([name]) => name)).toEqual(['product_name', 'product_category', 'sales_name'])
  expect(labelsOf(scoreboard).map(([name]) => name)).toEqual(['sales_name'])
})

it('measuresOf leaves out what only says how long a list is', () => {
  expect(measuresOf(supportActivity).map(([name]) => name)).toEqual(['handled', 'answered', 'rating'])
  expect(measuresOf(salesActivity).map(([name]) => name)).not.toContain('leads_followed_up')
})

it('isEmptyTotal is true of a total without a number, and 0 is one', () => {
  const nothing = { from: '2026-11-01', to: '2026-11-30', previous: null, handled: null, rating: null }
  expect([nothing, { ...nothing, handled: 0 }].map((total) => isEmptyTotal(supportActivity, total))).toEqual([true, false])
})

it('mainMeasure is money where there is some', () => {
  expect([salesReport, scoreboard].map((report) => mainMeasure(report)?.[0])).toEqual(['revenue', 'revenue'])
})

it('changeOf is none of nothing', () => {
  expect([changeOf(150, 100), changeOf(50, 100), changeOf(0, 100), changeOf(5, 0), changeOf(null, null)]).toEqual([
    0.5,
    -0.5,
    -1,
    null,
    null,
  ])
})

describe('a gain', () => {
  const { twr, win_rate } = performance.measures
  const days = { from: '2026-11-01', to: '2026-11-30', date: '' }

  it('says its sign and has its colour, a share has neither', () => {
    if (!twr || !win_rate) throw new Error('performance lost its measures')
    expect([5, -2.1, 0, null].map((value) => formatMeasure(value, twr))).toEqual(['+5 %', '-2.1 %', '0 %', '–'])
    expect(formatMeasure(50, win_rate)).toBe('50 %')
    expect([5, -2.1, 0].map((value) => toneOf(value, twr))).toEqual(['text-primary-text', 'text-danger-text', ''])
    expect(toneOf(50, win_rate)).toBe('')
  })

  it('opens the same list for a salesperson, whose numbers are the same', () => {
    signIn('Sales')
    const row = { product: 'EMT', positions: 3 }
    expect(drillLink(performance, 'twr', days, { ...may, row })).toEqual({
      section: 'portofolio',
      query: 'product:EMT,held_on:2026-11-01..2026-11-30',
    })
  })
})
