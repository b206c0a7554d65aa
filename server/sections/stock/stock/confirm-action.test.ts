import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analysis } from '#contract/sections/stock/analysis.ts'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { createApp } from '#server/app.ts'
import { stockActions, stockSectors, stocks } from '#server/db/tables/stock.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf } from '#tests/support/form.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
let reader: TestRequest
let sector = 0
let made = 0

beforeAll(async () => {
  test = await testPlatform()
  const [row] = await test.platform.database.db.insert(stockSectors).values({ name: 'Energy' }).returning()
  sector = row?.id ?? 0
  const app = createApp(test.platform)
  ask = requestAs(
    app,
    await makePerson(
      test.platform,
      ['get', 'create', 'update', 'delete'].map((action) => `${action} stock`),
    ),
  )
  reader = requestAs(app, await makePerson(test.platform, ['get stock', 'create stock']))
})
afterAll(() => test.close())

async function stock() {
  const code = `K${[26 * 26, 26, 1].map((by) => String.fromCharCode(65 + (Math.floor(made / by) % 26))).join('')}`
  made += 1
  const [row] = await test.platform.database.db
    .insert(stocks)
    .values({ code, company_name: `PT ${code}`, sector_id: sector })
    .returning()
  return { id: row?.id ?? 0, code }
}

/** Rows of June 2026 by day: previous and close, with a range around them. */
const send = (code: string, ...days: [day: number, previous: number, close: number][]) =>
  ask('POST', '/emitten/in/v1/stock-prices/import', {
    rows: days.map(([day, previous, close]) => ({
      ...{ code, date: `2026-06-${String(day).padStart(2, '0')}`, previous, close, volume: 100 },
      ...{ high: Math.max(previous, close), low: Math.min(previous, close) },
    })),
  })
const shown = async (code: string) => (await ask('GET', `/emitten/in/v1/stock-prices/${code}`)).body
const decide = (id: number, what: 'confirm' | 'take-back', by = ask) => by('PUT', `/emitten/in/v1/stock-actions/${id}/${what}`, {})
type Given = [day: number, side: 'buy' | 'sell', shares: number, price: number]
const tradesOf = (...given: Given[]) =>
  given.map(([day, side, shares, price]) => ({ date: `2026-06-${String(day).padStart(2, '0')}`, side, shares, price }))
const hold = async (stock_id: number, product: string, trades: ReturnType<typeof tradesOf>, over: Record<string, unknown> = {}) =>
  (await ask('POST', portofolio.path, { stock_id, product, trades, ...over })).body.data
const one = async (id: number) => (await ask('GET', `${portofolio.path}/${id}`)).body.data

/** A stock split 1:2 on Wednesday the 10th, and the action's id. */
async function halved() {
  const { id, code } = await stock()
  await send(code, [8, 3950, 3950], [9, 3950, 3950], [10, 1975, 1895], [11, 1895, 1895])
  const [action] = (await shown(code)).actions
  return { id, code, action: Number(action.id) }
}

describe('a confirmed action', () => {
  it('moves target and stop of positions that were opened before it, and taking it back returns them exactly', async () => {
    const { id, code, action } = await halved()
    // The results are no ticks.
    const levels = { target: 4430, stop_loss: 3790 }
    const before = await hold(id, 'EMT', tradesOf([9, 'buy', 500, 3950]), levels)
    const onTheDay = await hold(id, 'EMV', tradesOf([10, 'buy', 500, 1900]), { target: 2200, stop_loss: 1800 })
    const after = await hold(id, 'WST', tradesOf([11, 'buy', 500, 1895]), { target: 2210, stop_loss: 1810 })
    await decide(action, 'confirm')
    expect(await one(before.id)).toMatchObject({ held: 1000, average: 1975, target: 2220, stop_loss: 1895, version: 2 })
    expect(await one(onTheDay.id)).toMatchObject({ held: 500, target: 2200, stop_loss: 1800, version: 1 })
    expect(await one(after.id)).toMatchObject({ held: 500, target: 2210, stop_loss: 1810, version: 1 })
    expect((await decide(action, 'take-back')).status).toBe(200)
    expect(await one(before.id)).toMatchObject({ held: 500, average: 3950, ...levels })
    expect((await shown(code)).actions).toMatchObject([{ id: action, confirmed_at: null, confirmed_by: null }])
    // Repetition changes nothing.
    for (const what of ['take-back', 'confirm', 'confirm', 'take-back'] as const) await decide(action, what)
    expect(await one(before.id)).toMatchObject({ held: 500, average: 3950, ...levels })
  })

  it('leaves a level alone that somebody entered since, when it is taken back', async () => {
    const { id, action } = await halved()
    const { id: position } = await hold(id, 'EMT', tradesOf([9, 'buy', 500, 3950]), { target: 4430, stop_loss: 3790 })
    await decide(action, 'confirm')
    await ask('PUT', `${portofolio.path}/${position}`, { ...(await one(position)), option: 'note', target: 2500 })
    await decide(action, 'take-back')
    expect(await one(position)).toMatchObject({ target: 2500, stop_loss: 3790 })
  })

  it('of two is taken back without the other, in whichever order', async () => {
    const { id, code, action: first } = await halved()
    await send(code, [12, 379, 380])
    const second = (await shown(code)).actions.find(({ date }: { date: string }) => date === '2026-06-12').id
    const levels = { target: 4430, stop_loss: 3790 }
    const { id: position } = await hold(id, 'EMT', tradesOf([9, 'buy', 500, 3950]), levels)
    await decide(first, 'confirm')
    await decide(second, 'confirm')
    expect(await one(position)).toMatchObject({ held: 5000, target: 444, stop_loss: 380 })
    await decide(first, 'take-back')
    expect(await one(position)).toMatchObject({ held: 2500, target: 885, stop_loss: 760 })
    await decide(second, 'take-back')
    expect(await one(position)).toMatchObject({ held: 500, ...levels })
  })

  it('keeps its history, also once prices show it no more', async () => {
    const { code, action } = await halved()
    await decide(action, 'confirm')
    // The day before was wrong: there was no split, but one is confirmed.
    await send(code, [9, 3950, 1975])
    expect((await shown(code)).actions).toMatchObject([{ date: '2026-06-10' }])
    expect((await decide(action, 'take-back', reader)).status).toBe(403)
    expect((await decide(action, 'take-back')).status).toBe(200)
    const { actions, log } = await shown(code)
    expect(actions.map(({ date }: { date: string }) => date)).not.toContain('2026-06-10')
    expect(log).toMatchObject([
      { event: 'taken_back', date: '2026-06-10', kind: 'split', numerator: 1975, denominator: 3950 },
      { event: 'confirmed', date: '2026-06-10', kind: 'split' },
    ])
    expect(log[0].created_by).toMatch(/^Person /)
    expect((await decide(action, 'take-back')).status).toBe(404)
    expect((await decide(999_999, 'take-back')).status).toBe(404)
  })

  it('is neither confirmed nor taken back where trades that were entered since do not fit', async () => {
    const { id, action } = await halved()
    const { id: position, trades: bought } = await hold(id, 'EMT', tradesOf([9, 'buy', 500, 3950]))
    await decide(action, 'confirm')
    const trades = [...bought, ...tradesOf([11, 'sell', 800, 1900])]
    expect((await ask('PUT', `${portofolio.path}/${position}`, { ...(await one(position)), option: 'sell', trades })).status).toBe(200)
    const refused = await decide(action, 'take-back')
    expect([refused.status, refused.body.reason]).toMatchObject([422, { code: 'action_trades', params: { product: 'EMT' } }])
    expect(await one(position)).toMatchObject({ held: 200 })

    const other = await halved()
    await hold(other.id, 'EMV', tradesOf([9, 'buy', 500, 3950], [11, 'sell', 500, 1900]))
    await hold(other.id, 'EMV', tradesOf([11, 'buy', 500, 1900]))
    // The first would reopen beside the second.
    expect((await decide(other.action, 'confirm')).body.reason).toMatchObject({ code: 'action_trades', params: { product: 'EMV' } })
  })
})

describe('a lost trading day', () => {
  const pick = async (stock_id: number) => {
    const body = {
      ...{ stock_id, category: 'Swing', buy_price: { from: 3800, to: 3950 }, target_price: [{ price: 4400 }], stop_loss: 1910 },
      ...{ status: 'publish', published_on: '2026-06-08T08:00:00+07:00', audience: ['emt'] },
    }
    return (await ask('POST', `${recommendation.path}/buy`, formOf(recommendation.fields, body))).body.data.id
  }

  it('proposes nothing, is said with its date, and all that followed is computed again when its rows come late', async () => {
    const { id, code } = await stock()
    await send(code, [8, 3950, 3950])
    const alert = formOf(analysis.fields, {
      ...{ title: 'Turun', stock_id: id, body: '<p>-</p>', status: 'draft', audience: ['emt'], alert_price: 3700 },
    })
    const { id: alertId } = (await ask('POST', analysis.path, alert)).body.data
    const buy = await pick(id)
    const state = async () => {
      const [{ alert_fired_on, alert_level }, { life }] = [
        (await ask('GET', `${analysis.path}/${alertId}`)).body.data,
        (await ask('GET', `${recommendation.path}/${buy}`)).body.data,
      ]
      return { alert_fired_on, alert_level, state: life.state }
    }
    // The 9th is absent; the split was on the 10th.
    expect((await send(code, [10, 1975, 1895], [11, 1895, 1895])).body).toMatchObject({ created: 2, alerts: 1 })
    const lost = await shown(code)
    expect(lost.actions).toEqual([])
    expect(lost.prices.map(({ before }: { before: number | null }) => before)).toEqual([null, null, 1895])
    expect(lost.gaps.at(-1)).toEqual({ from: '2026-06-09', to: '2026-06-09', of_all: false })
    expect(await state()).toEqual({ alert_fired_on: '2026-06-10', alert_level: 3700, state: 'closed' })
    expect((await send(code, [9, 3950, 3950])).body).toMatchObject({ created: 1, alerts: 0 })
    const late = await shown(code)
    expect(late.actions).toMatchObject([{ date: '2026-06-10', kind: 'split', confirmed_at: null }])
    expect(late.gaps.map(({ from }: { from: string }) => from)).not.toContain('2026-06-09')
    expect(await state()).toEqual({ alert_fired_on: null, alert_level: 1850, state: 'entered' })
    expect((await send(code, [12, 1895, 1840])).body).toMatchObject({ alerts: 1 })
    expect(await state()).toMatchObject({ alert_fired_on: '2026-06-12' })
    const { db } = test.platform.database
    expect(await db.select().from(stockActions).where(eq(stockActions.stock_id, id))).toHaveLength(1)
  })
})
