import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { createApp } from '#server/app.ts'
import { memberships } from '#server/db/tables/commerce.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { memberInbox } from '#server/db/tables/member-app.ts'
import { memberLeaves, members, membershipAccounts } from '#server/db/tables/members.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { stockPrices, stockSectors, stocks } from '#server/db/tables/stock.ts'
import { pickFacts } from '#server/market/facts/pick-facts.ts'
import { followBuys } from '#server/market/picks/lives.ts'
import { pickMessages } from '#server/market/picks/push.ts'
import { followPrices } from '#server/market/stocks/store-prices.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf } from '#tests/support/form.ts'
import { requestAs, type TestRequest, type TestResponse } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
let sector = 0
let made = 0
const today = wibDay(new Date())
const day = (days: number) => addDays(today, days)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Before opening on that day. */
const morning = (days: number) => `${day(days)}T08:00:00+07:00`

beforeAll(async () => {
  test = await testPlatform({ DEMO: 'true', DEMO_PUBLIC: 'true' })
  const [row] = await test.platform.database.db.insert(stockSectors).values({ name: 'Energy' }).returning()
  sector = row?.id ?? 0
  ask = requestAs(
    createApp(test.platform),
    await makePerson(
      test.platform,
      ['get', 'create', 'update', 'delete'].map((action) => `${action} stock`),
    ),
  )
})
afterAll(() => test.close())

/** A stock with these days, as 'high/low' from so many days ago. */
async function stock({
  prices = [],
  since = 0,
  delisted_on = null,
}: {
  prices?: string[]
  since?: number
  delisted_on?: string | null
} = {}) {
  const { db } = test.platform.database
  const code = `Q${[26 * 26, 26, 1].map((by) => String.fromCharCode(65 + (Math.floor(made / by) % 26))).join('')}`
  made += 1
  const [row] = await db
    .insert(stocks)
    .values({ code, company_name: `PT ${code}`, sector_id: sector, delisted_on })
    .returning()
  const id = row?.id ?? 0
  const rows = prices.map((text, at) => {
    const [high = 0, low = 0] = text.split('/').map(Number)
    return { stock_id: id, date: day(since + at), previous: low, high, low, close: low, volume: 100 }
  })
  if (rows.length) await db.insert(stockPrices).values(rows)
  return id
}

const buyPrices = { buy_price: { from: 1000, to: 1020 }, target_price: [{ price: 1100 }, { price: 1200 }], stop_loss: 950 }
const buyOf = (stock_id: number, over: Record<string, unknown> = {}) => ({
  stock_id,
  category: 'Swing',
  ...buyPrices,
  status: 'publish',
  audience: ['emt'],
  ...over,
})
const post = (kind: string, body: Record<string, unknown>) =>
  ask('POST', `${recommendation.path}/${kind}`, formOf(recommendation.fields, { status: 'draft', ...body }))
const put = (kind: string, id: number, body: Record<string, unknown>, headers?: Record<string, string>) =>
  ask('PUT', `${recommendation.path}/${kind}/${id}`, formOf(recommendation.fields, { status: 'draft', ...body }), headers)
const one = async (id: number) => (await ask('GET', `${recommendation.path}/${id}`)).body.data
const problems = ({ status, body }: TestResponse) => [
  status,
  Object.fromEntries(Object.entries(body.fields ?? {}).map(([name, problem]) => [name, (problem as { code: string }).code])),
]
async function published(stock_id: number, over: Record<string, unknown> = {}) {
  const answer = await post('buy', buyOf(stock_id, over))
  expect([answer.status, answer.body.fields]).toEqual([201, undefined])
  return answer.body.data
}

describe('a kind', () => {
  it('is that of the path, whatever is sent', async () => {
    const stock_id = await stock()
    const answer = await post('watchlist', { stock_id, kind: 'buy', reason: '<p>Menarik</p>', audience: ['emt'], ...buyPrices })
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { kind: 'watchlist', status: 'draft', buy_price: null, target_price: [], life: null },
    ])
    expect((await post('hedge', { stock_id })).status).toBe(405)
    const { id } = answer.body.data
    expect((await put('no-buy', id, { stock_id, reason: '<p>x</p>', audience: ['emt'] })).status).toBe(404)
    expect((await put('watchlist', id, { stock_id, reason: '<p>Tetap</p>', audience: ['emt'] })).status).toBe(200)
  })

  it('needs a reason where it has no prices', async () => {
    const stock_id = await stock()
    for (const kind of ['no-buy', 'custom', 'watchlist'])
      expect(problems(await post(kind, { stock_id, audience: ['emt'] }))).toEqual([422, { reason: 'required' }])
  })
})

describe('the prices of a buy', () => {
  it.each([
    [{ buy_price: { from: 1001, to: 1020 } }, { 'buy_price.from': 'tick' }],
    [{ buy_price: { from: 1025, to: 1020 } }, { 'buy_price.to': 'before_start' }],
    [{ target_price: [{ price: 1020 }] }, { 'target_price.0.price': 'targets_rising' }],
    [{ target_price: [{ price: 1200 }, { price: 1100 }] }, { 'target_price.1.price': 'targets_rising' }],
    [{ target_price: [{ price: 5012 }] }, { 'target_price.0.price': 'tick' }],
    [{ target_price: [1100, 1200, 1300, 1400].map((price) => ({ price })) }, { target_price: 'max_entries' }],
    [{ target_price: [] }, { target_price: 'required' }],
    [{ stop_loss: 1000 }, { stop_loss: 'stop_below' }],
    [{ stop_loss: 0 }, { stop_loss: 'min_value' }],
    [{ stop_loss: -5 }, { stop_loss: 'min_value' }],
    [{ category: 'Hedge' }, { category: 'choice' }],
  ])('are refused: %j', async (over, expected) => {
    expect(problems(await post('buy', buyOf(1, over)))).toEqual([422, expected])
  })

  it('are not refused for what a day of the exchange allows', async () => {
    const stock_id = await stock({ prices: ['300/290'] })
    expect((await published(stock_id)).current_price).toBe(290)
  })

  it('are none of a stock that left the exchange', async () => {
    expect(problems(await post('buy', buyOf(await stock({ delisted_on: day(-1) }))))).toEqual([422, { stock_id: 'delisted' }])
    await published(await stock({ delisted_on: today }))
  })
})

describe('the life of a buy', () => {
  it('stands in the list with its gain and the price that there is now', async () => {
    const stock_id = await stock({ since: -4, prices: ['1050/1030', '1030/1010', '1105/1040', '1000/940'] })
    const { id } = await published(stock_id, { published_on: morning(-4) })
    const { body } = await ask('GET', `${recommendation.path}?query=stock_id:${stock_id}`)
    expect(body.data).toMatchObject([
      {
        id,
        current_price: 940,
        late: true,
        life: { state: 'closed', closed_by: 'stop', gain: 0.49, entered_on: day(-3), entry_price: 1020 },
      },
    ])
    expect(body.data[0].life.exits).toMatchObject([{ price: 1100, part: 50 }, { price: 950 }])
  })

  it('is read of many with the queries of one', async () => {
    const { db } = test.platform.database
    const counted = async (condition: ReturnType<typeof sql>) => {
      let queries = 0
      const counting = new Proxy(db, {
        get(target, name) {
          if (name === 'select') queries += 1
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      await followBuys(counting, condition)
      return queries
    }
    for (let at = 0; at < 5; at++) await published(await stock({ since: -2, prices: ['1030/1010'] }))
    expect(await counted(sql`true`)).toBe(await counted(sql`${stockPicks.id} = (select max(id) from stock_picks)`))
  })

  it('that waits is told at its distance from the buying price, and never as a gain', async () => {
    const { id } = await published(await stock({ since: -1, prices: ['1080/1071'] }))
    const { life } = await one(id)
    expect(life).toMatchObject({ state: 'waiting', gain: null, distance: 5 })
    expect(life).not.toHaveProperty('ratio')
  })

  it('begins when its moment comes', async () => {
    const { id } = await published(await stock(), { published_on: morning(2) })
    expect(await one(id)).toMatchObject({ life: null, late: false })
  })
})

describe('a second open buy', () => {
  it('of the same stock and category is refused, also while the first is scheduled', async () => {
    const stock_id = await stock()
    await published(stock_id, { published_on: morning(1) })
    expect(problems(await post('buy', buyOf(stock_id)))).toEqual([422, { category: 'second_buy' }])
    await published(stock_id, { category: 'Super' })
    expect((await post('buy', buyOf(stock_id, { status: 'draft' }))).status).toBe(201)
  })

  it('may follow one that is closed', async () => {
    const stock_id = await stock({ since: -1, prices: ['1030/940'] })
    await published(stock_id, { published_on: morning(-1) })
    await published(stock_id)
  })

  it('of two at one time is stored once', async () => {
    const stock_id = await stock()
    const answers = await Promise.all([1, 2, 3].map(() => post('buy', buyOf(stock_id))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })
})

describe('holds and sells', () => {
  it('need an open buy, and belong to the newest', async () => {
    const stock_id = await stock({ since: -1, prices: ['1030/1010', '1060/1040'] })
    const sell = { stock_id, sell_price: 1050, status: 'publish', audience: ['emt'] }
    expect(problems(await post('sell', sell))).toEqual([422, { stock_id: 'open_buy' }])
    expect(problems(await post('hold-buy', { stock_id, audience: ['emt'] }))).toEqual([422, { stock_id: 'open_buy' }])
    const first = await published(stock_id, { published_on: morning(-1) })
    const hold = await post('hold-buy', {
      stock_id,
      target_price: [{ price: 1150 }],
      stop_loss: 1000,
      status: 'publish',
      audience: ['emt'],
    })
    expect(hold.body.data).toMatchObject({ open_buy_id: first.id })
    const second = await published(stock_id, { category: 'Super' })
    expect((await post('hold-no-buy', { stock_id, audience: ['emt'] })).body.data).toMatchObject({ open_buy_id: second.id })
    await put('buy', second.id, { ...second, status: 'archived' })
    const sold = await post('sell', sell)
    expect(sold.body.data).toMatchObject({ open_buy_id: first.id })
    expect(await one(first.id)).toMatchObject({
      life: { state: 'closed', closed_by: 'sell', gain: 2.94, exits: [{ price: 1050, date: today }] },
    })
    expect(problems(await post('sell', sell))).toEqual([422, { stock_id: 'open_buy' }])
  })

  it('are told with the buy while it is open: the first sell that is published or scheduled', async () => {
    const stock_id = await stock({ since: -2, prices: ['1030/1010', '1060/1040'] })
    const { id } = await published(stock_id, { published_on: morning(-2) })
    const readSell = async () => {
      const { state, sell_id, sell_at, sell_price } = (await one(id)).life
      return { state, sell_id, sell_price, isComing: sell_at && Date.parse(sell_at) > Date.now() }
    }
    const sell = { stock_id, sell_price: 1050, status: 'publish', audience: ['emt'] }
    await post('sell', { ...sell, status: 'draft' })
    expect(await readSell()).toEqual({ state: 'entered', sell_id: null, sell_price: null, isComing: null })
    const planned = (await post('sell', { ...sell, published_on: morning(1) })).body.data
    expect(await readSell()).toEqual({ state: 'entered', sell_id: planned.id, sell_price: 1050, isComing: true })
    // Nothing was imported of today.
    const sold = (await post('sell', { ...sell, sell_price: 1055 })).body.data
    expect(await readSell()).toEqual({ state: 'entered', sell_id: sold.id, sell_price: 1055, isComing: false })
    await test.platform.database.db
      .insert(stockPrices)
      .values({ stock_id, date: today, previous: 1040, high: 1060, low: 1045, close: 1050, volume: 100 })
    expect(await readSell()).toEqual({ state: 'closed', sell_id: null, sell_price: null, isComing: null })
  })

  it('keep to ticks, and a hold keeps its stop below what is still to come', async () => {
    const stock_id = await stock()
    await published(stock_id)
    expect(problems(await post('sell', { stock_id, sell_price: 1051, audience: ['emt'] }))).toEqual([422, { sell_price: 'tick' }])
    expect(problems(await post('sell', { stock_id, audience: ['emt'] }))).toEqual([422, { sell_price: 'required' }])
    const hold = { stock_id, target_price: [{ price: 1100 }], stop_loss: 1100, audience: ['emt'] }
    expect(problems(await post('hold-buy', hold))).toEqual([422, { stop_loss: 'stop_below' }])
  })
})

describe('what was published', () => {
  it('freezes fifteen minutes later', async () => {
    const stock_id = await stock()
    const { id, published_on, ...pick } = await published(stock_id, { published_on: ago(14) })
    expect((await put('buy', id, { ...pick, published_on, stop_loss: 945 })).status).toBe(200)
    const { db } = test.platform.database
    await db
      .update(stockPicks)
      .set({ published_on: ago(16) })
      .where(eq(stockPicks.id, id))
    const frozen = await one(id)
    const change = async (over: Record<string, unknown>) => problems(await put('buy', id, { ...frozen, ...over }))
    expect(await change({ stop_loss: 940 })).toEqual([422, { stop_loss: 'frozen' }])
    expect(await change({ category: 'Super' })).toEqual([422, { category: 'frozen' }])
    expect(await change({ target_price: [{ price: 1300 }] })).toEqual([422, { target_price: 'frozen' }])
    expect(await change({ published_on: ago(60) })).toEqual([422, { published_on: 'frozen' }])
    expect(await change({ stock_id: await stock() })).toEqual([422, { stock_id: 'frozen' }])
    expect(await change({ status: 'draft' })).toEqual([422, { status: 'frozen' }])
    expect(await change({ reason: '<p>Tetap menarik</p>', published_on: null, target_price: buyPrices.target_price })).toEqual([200, {}])
    expect(await change({ status: 'archived' })).toEqual([200, {}])
    expect(await change({ status: 'publish' })).toEqual([422, { status: 'frozen' }])
  })

  it('is late when it arrives more than ten minutes after its moment', async () => {
    expect(await published(await stock(), { published_on: ago(9) })).toMatchObject({ late: false })
    expect(await published(await stock(), { published_on: ago(11) })).toMatchObject({ late: true })
  })

  it('is neither archived nor deleted while it is held', async () => {
    const stock_id = await stock({ since: -1, prices: ['1030/1010'] })
    const { id } = await published(stock_id, { published_on: morning(-1) })
    expect(problems(await put('buy', id, { ...(await one(id)), status: 'archived' }))).toEqual([422, { status: 'held' }])
    const removed = await ask('DELETE', recommendation.path, { ids: [id] })
    expect([removed.status, removed.body.reason]).toMatchObject([422, { code: 'pick_held' }])
    const lost = await published(await stock({ since: -1, prices: ['1030/940'] }), { published_on: morning(-1) })
    const kept = await ask('DELETE', recommendation.path, { ids: [lost.id] })
    expect([kept.status, kept.body.reason]).toMatchObject([422, { code: 'pick_counted' }])
    expect((await put('buy', lost.id, { ...(await one(lost.id)), status: 'archived' })).body.data.life).toMatchObject({ closed_by: 'stop' })
    const waiting = await published(await stock())
    expect((await ask('DELETE', recommendation.path, { ids: [waiting.id] })).status).toBe(200)
  })

  it('is changed by the one who saw it alone', async () => {
    const { id, version, ...pick } = await published(await stock())
    expect((await put('buy', id, { ...pick, risk: 'low' }, { 'if-match': `"${version}"` })).status).toBe(200)
    const second = await put('buy', id, { ...pick, risk: 'high' }, { 'if-match': `"${version}"` })
    expect([second.status, second.body.current]).toMatchObject([412, { risk: 'low' }])
  })
})

describe('send push', () => {
  const run = () => createRunner(test.platform, [pickMessages]).idle()
  let phone = 0
  async function member(product: string, ends: number, leave = false): Promise<number> {
    const { db } = test.platform.database
    phone += 1
    const [row] = await db
      .insert(members)
      .values({ name: `Member ${phone}`, phone: `62812${String(phone).padStart(8, '0')}` })
      .returning()
    const member_id = row?.id ?? 0
    await db.insert(membershipAccounts).values({ member_id, product, type: 'Regular', expires_on: day(ends) })
    if (leave) await db.insert(memberLeaves).values({ member_id, product, start: day(-1), end: day(1) })
    return member_id
  }
  const readMessages = async (pick_id: number) =>
    (await test.platform.database.db.select().from(memberInbox).where(eq(memberInbox.pick_id, pick_id)).orderBy(memberInbox.id)).map(
      ({ member_id, round }) => `${member_id}:${round}`,
    )

  it('tells each member with access today once, however often the job runs', async () => {
    const [first, second, vip] = [await member('EMT', 0), await member('EMT', 30), await member('EMT', 3)]
    await test.platform.database.db.insert(membershipAccounts).values({ member_id: vip, product: 'EMT', type: 'VIP', expires_on: day(90) })
    await member('EMT', -1)
    await member('EMV', 30)
    await member('EMT', 30, true)
    const pick = await published(await stock(), { send_push: true })
    expect(pick).toMatchObject({ send_push: false, push_count: 1 })
    expect(await readMessages(pick.id)).toEqual([])
    await run()
    const once = [`${first}:1`, `${second}:1`, `${vip}:1`]
    expect((await readMessages(pick.id)).sort()).toEqual(once.sort())
    // Killed after its work, before that was recorded.
    await test.platform.database.db
      .update(jobs)
      .set({ state: 'waiting', holder: null, lease_until: null })
      .where(and(eq(jobs.kind, 'recommendation-push')))
    await run()
    expect((await readMessages(pick.id)).sort()).toEqual(once.sort())
    const stored = await test.platform.database.db.select({ state: jobs.state }).from(jobs).where(eq(jobs.kind, 'recommendation-push'))
    expect(stored.map(({ state }) => state)).toEqual(stored.map(() => 'done'))
    await put('buy', pick.id, { ...(await one(pick.id)), reason: '<p>Catatan</p>' })
    await run()
    expect(await readMessages(pick.id)).toHaveLength(3)
    await put('buy', pick.id, { ...(await one(pick.id)), send_push: true })
    await run()
    expect(await readMessages(pick.id)).toHaveLength(6)
  })

  it('is read by two members of the audience once each, and not by a third whose access ended yesterday', async () => {
    const [first, second, third] = [await member('TAB', 5), await member('TAB', 0), await member('TAB', -1)]
    const inbox = async (id: number) => (await ask('GET', `/utility/public/v1/simulator/inbox?member=${id}`)).body.messages
    await test.platform.database.db.insert(memberships).values({
      name: 'TAB Bulanan',
      product: 'TAB',
      type: 'Regular',
      fee_type: 'paid',
      duration_days: 30,
      access_type: ['emv'],
      sort: 1,
    })
    const waiting = await stock({ since: -1, prices: ['1080/1071'] })
    const pick = await published(waiting, { send_push: true, audience: ['emv'], reason: '<p>Menarik</p>' })
    // The publishing server is gone; the next one sends.
    await run()
    await run()
    const expected = { pick: pick.ref, round: 1, kind: 'buy', category: 'Swing', buy_price: { from: 1000, to: 1020 }, stop_loss: 950 }
    for (const id of [first, second]) {
      const messages = await inbox(id)
      expect(messages).toHaveLength(1)
      expect(messages[0]).toMatchObject({ ...expected, stock_code: pick.stock_code, reason: '<p>Menarik</p>', read_at: null })
      expect(messages[0].life).toEqual({ state: 'waiting', gain: null, distance: 5 })
    }
    expect(await inbox(third)).toEqual([])
    await ask('POST', '/utility/public/v1/simulator/inbox/read', { member: first })
    expect((await inbox(first))[0].read_at).not.toBeNull()
    expect((await inbox(second))[0].read_at).toBeNull()
    const found = await ask('GET', '/utility/public/v1/simulator/members?search=member%20')
    const listed: { id: number; products: string | null }[] = found.body.members
    expect(listed.find(({ id }) => id === second)).toMatchObject({ products: 'TAB' })
    expect(listed.find(({ id }) => id === third)).toMatchObject({ products: null })
  })

  it('waits for its moment, and tells nobody of what was taken back', async () => {
    const member_id = await member('WST', 30)
    const later = await published(await stock(), { send_push: true, audience: ['wst'], published_on: morning(1) })
    const gone = await published(await stock(), { send_push: true, audience: ['wst'] })
    await put('buy', gone.id, { ...gone, status: 'archived' })
    await run()
    expect([await readMessages(later.id), await readMessages(gone.id)]).toEqual([[], []])
    const { db } = test.platform.database
    await db
      .update(stockPicks)
      .set({ published_on: ago(1) })
      .where(eq(stockPicks.id, later.id))
    await db
      .update(jobs)
      .set({ run_at: ago(1) })
      .where(eq(jobs.state, 'waiting'))
    await run()
    expect(await readMessages(later.id)).toEqual([`${member_id}:1`])
  })

  it('leaves a draft alone until it is published', async () => {
    const stock_id = await stock()
    const draft = await post('buy', buyOf(stock_id, { status: 'draft', send_push: true }))
    expect(draft.body.data).toMatchObject({ send_push: true, push_count: 0 })
    const answer = await put('buy', draft.body.data.id, { ...draft.body.data, status: 'publish' })
    expect(answer.body.data).toMatchObject({ send_push: false, push_count: 1 })
  })
})

describe('the list of bought picks near a level', () => {
  const near = async () => (await ask('GET', `${recommendation.path}?size=1000&query=near:true`)).body
  const near3 = { published_on: morning(-1) }

  it('has those whose last close is within 3 % of a remaining target or the stop, and no others', async () => {
    const before = (await near()).total_record
    const bought = (last: string) => stock({ since: -1, prices: ['1030/1010', last] })
    const nearTarget = await published(await bought('1070/1067'), near3)
    const nearStop = await published(await bought('1000/978'), near3)
    const between = await published(await bought('1050/1020'), near3)
    const closed = await published(await bought('1000/950'), near3)
    const waiting = await published(await stock({ since: -1, prices: ['1080/1071'] }), near3)
    const draft = (await post('buy', buyOf(await bought('1070/1067'), { status: 'draft' }))).body.data
    const { data, total_record } = await near()
    const ids = data.map(({ id }: { id: number }) => id)
    const listed = [nearTarget, nearStop, between, closed, waiting, draft].map(({ id }) => ids.includes(id))
    expect(listed).toEqual([true, true, false, false, false, false])
    expect((await one(nearTarget.id)).life).toMatchObject({ targets: [{ price: 1100 }, { price: 1200 }], stop: 950 })
    expect(total_record).toBe(before + 2)
  })

  it('is kept until a price or a pick changes, or the time of one comes', async () => {
    const { database } = test.platform
    const stock_id = await stock({ since: -1, prices: ['1030/1010', '1070/1067'] })
    const { id } = await published(stock_id, near3)
    const isNear = async (pick: number) => (await near()).data.some((row: { id: number }) => row.id === pick)
    expect(await isNear(id)).toBe(true)
    const ofToday = and(eq(stockPrices.stock_id, stock_id), eq(stockPrices.date, today))
    await database.db.update(stockPrices).set({ previous: 1010, close: 1020, low: 1020 }).where(ofToday)
    expect(await isNear(id)).toBe(true)
    await database.transaction((tx) => followPrices(test.platform, tx, [stock_id], today))
    expect(await isNear(id)).toBe(false)

    const held = await stock({ since: -1, prices: ['1030/1010', '1070/1067'] })
    const bought = await published(held, near3)
    const sell = { stock_id: held, sell_price: 1065, status: 'publish', audience: ['emt'], published_on: morning(1) }
    const sold = (await post('sell', sell)).body.data
    expect(await isNear(bought.id)).toBe(true)
    await database.db
      .update(stockPicks)
      .set({ published_on: ago(0) })
      .where(eq(stockPicks.id, sold.id))
    expect(await isNear(bought.id)).toBe(false)
  })

  it('has one value', async () => {
    for (const value of ['false', 'true,near:true', 'x'])
      expect((await ask('GET', `${recommendation.path}?query=near:${encodeURIComponent(value)}`)).status).toBe(422)
  })
})

describe('what the bot says of a stock', () => {
  it('is the newest pick that members of these products were shown, and how it goes', async () => {
    const { db } = test.platform.database
    const stock_id = await stock({ since: -1, prices: ['1030/1010', '1071/1050'] })
    const { stock_code: code } = await published(stock_id, { published_on: morning(-1), audience: ['wst'] })
    await post('no-buy', { stock_id, reason: '<p>Tunggu</p>', audience: ['emt'] })
    const facts = async (...products: string[]) => (await pickFacts(db, [code], { member: 1, products })).map(({ text }) => text)
    expect(await facts()).toEqual([])
    expect(await facts('EMT')).toEqual([])
    expect(await facts('WST')).toEqual([expect.stringMatching(/beli, di 1\.000-1\.020, sudah dibeli dan masih dipegang, \+2,94 %\.$/)])
    const waiting = await stock({ since: -1, prices: ['1080/1071'] })
    const { stock_code: other } = await published(waiting, { audience: ['wst'] })
    const [fact] = await pickFacts(db, [other], { member: 1, products: ['WST'] })
    expect(fact?.text).toMatch(/menunggu harga beli, harga terakhir 5 % di atas harga beli\.$/)
    await post('no-buy', { stock_id, reason: '<p>Tunggu</p>', audience: ['emt'], status: 'publish' })
    expect(await facts('EMT', 'WST')).toEqual([expect.stringMatching(/: jangan beli\.$/)])
  })
})
