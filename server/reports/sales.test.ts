import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drillOf } from '#contract/kit/report/report.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { salesReport } from '#contract/reports/sales-report.ts'
import { scoreboard } from '#contract/reports/scoreboard.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { memberships, merchandises, orderItems, orders } from '#server/db/tables/commerce.ts'
import { users } from '#server/db/tables/people.ts'
import { makePerson, type Person } from '#tests/support/api.ts'
import { line, makeOrderWorld } from '#tests/support/orders.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

type World = Awaited<ReturnType<typeof makeOrderWorld>>
let world: World
let read: TestRequest
let member = 0
let ana: Person
let budi: Person
/** A year that reports reach, whenever this runs, of which every day is over. */
const year = Number(wibDay(new Date()).slice(0, 4)) - 1
const day = (text: string) => `${year}-${text}`

beforeAll(async () => {
  world = await makeOrderWorld()
  read = requestAs(world.app, await makePerson(world.platform, ['get sales-report', 'get transaction']))
  ana = await makePerson(world.platform, ['get sales-report', 'get transaction'], 'Sales')
  budi = await makePerson(world.platform, ['get sales-report', 'get transaction'], 'Sales')
  member = await world.buyer()
})
afterAll(() => world.close())

interface Sale {
  paid: string
  sales?: Person | undefined
  /** Lines of a product and its price. */
  lines: [product: number, price: number, more?: { qty?: number; discount?: number }][]
  status?: string
}

let numbers = 0
/** An order as it stands after it was paid at a moment that no request may name any more. */
async function sell({ paid, sales, lines, status = 'paid' }: Sale): Promise<number> {
  const items = lines.map(([product_id, price, { qty = 1, discount = 0 } = {}]) => {
    return { category: 'membership', product_id, name: `Paket ${product_id}`, price, qty, discount }
  })
  const subtotal = items.reduce((sum, { price, qty }) => sum + price * qty, 0)
  const off = items.reduce((sum, item) => sum + item.discount, 0)
  numbers += 1
  const money = { subtotal, discount: off, total: subtotal - off, items }
  const dates = { order_date: paid, paid_at: paid, created_at: paid }
  const who = { member_id: member, phone: '6281300000001', sales: sales?.id ?? null }
  const { db } = world.platform.database
  const [made] = await db
    .insert(orders)
    .values({ order_number: `TEST-${numbers}`, payment_status: status, ...money, ...dates, ...who })
    .returning({ id: orders.id })
  if (!made) throw new Error('no order')
  await db.insert(orderItems).values(items.map((item, position) => ({ ...item, order_id: made.id, position: position + 1 })))
  return made.id
}

const daily = (of: string) => `period=daily&day=${of}`
const monthly = (of: string) => `period=monthly&month=${of}`
async function get(path: string, as: TestRequest = read) {
  const { status, body } = await as('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const quantityTotal = (query: string, as?: TestRequest) => get(`${salesReport.path}/total?${query}`, as)
const boardTotal = (query: string, as?: TestRequest) => get(`${scoreboard.path}/total?${query}`, as)

describe('the scoreboard', () => {
  it('counts points of each order, and has the total of all beside its rows', async () => {
    await sell({ paid: `${day('05-02')}T03:00:00Z`, sales: ana, lines: [[1, 1_499_000, { discount: 149_900 }]] })
    await sell({ paid: `${day('05-03')}T03:00:00Z`, sales: ana, lines: [[2, 95_000]] })
    await sell({ paid: `${day('05-04')}T03:00:00Z`, sales: budi, lines: [[1, 1_449_000]] })
    const { data, total_record } = await get(`${scoreboard.path}?${monthly(day('05'))}`)
    expect(data.map(({ id, sales_id, point }: AnyRow) => [id, sales_id, point])).toEqual([
      [1, budi.id, 144],
      [2, ana.id, 143],
    ])
    expect(total_record).toBe(2)
    const total = { sales_name: 'Total', point: 287, revenue: 2_893_100, orders: 3 }
    expect(await boardTotal(monthly(day('05')))).toMatchObject({ ...total, from: day('05-01'), to: day('05-31'), previous: null })
    // Over all pages, on whichever one stands.
    expect(await boardTotal(`${monthly(day('05'))}&size=1&page=2`)).toMatchObject(total)
  })

  it('puts equal points in order by revenue, the earlier last payment and the name', async () => {
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => makePerson(world.platform, [], 'Sales')))
    const paid = `${day('06-02')}T03:00:00Z`
    await sell({ paid: `${day('06-03')}T03:00:00Z`, sales: one, lines: [[1, 105_000]] })
    await sell({ paid, sales: other, lines: [[1, 105_000]] })
    await sell({ paid, sales: third, lines: [[1, 109_999]] })
    await sell({ paid, lines: [[1, 20_000]] })
    const { data } = await get(`${scoreboard.path}?${monthly(day('06'))}`)
    expect(data.map((row: AnyRow) => row.sales_id)).toEqual([third?.id, other?.id, one?.id, 0])
    expect(data.at(-1)).toMatchObject({ id: 4, sales_name: 'Unassigned', point: 2 })
    const nobody = await get(`${scoreboard.path}?${monthly(day('06'))}&query=sales_id:0`)
    expect(nobody.data).toEqual([data.at(-1)])
    expect(await boardTotal(`${monthly(day('06'))}&sales_id=0`)).toMatchObject({ point: 2, revenue: 20_000 })
  })

  it('is seen whole by a salesperson, who sees their own of the quantities', async () => {
    const own = requestAs(world.app, ana)
    expect((await get(`${scoreboard.path}?${monthly(day('05'))}`, own)).data).toHaveLength(2)
    const { data } = await get(`${salesReport.path}?${monthly(day('05'))}`, own)
    expect(data.map((row: AnyRow) => row.sales_id)).toEqual([ana.id, ana.id])
    expect(await quantityTotal(monthly(day('05')), own)).toMatchObject({ revenue: 1_444_100, orders: 2 })
    const chart = await get(`${salesReport.path}/chart?${monthly(day('05'))}`, own)
    expect(chart.points.reduce((sum: number, { revenue }: AnyRow) => sum + Number(revenue), 0)).toBe(1_444_100)
    // Another one is not there for them, however they ask.
    expect((await get(`${salesReport.path}?${monthly(day('05'))}&sales_id=${budi.id}`, own)).data).toEqual([])
  })

  it('keeps a salesperson who left', async () => {
    await sell({ paid: `${day('07-02')}T03:00:00Z`, sales: budi, lines: [[1, 50_000]] })
    const { db } = world.platform.database
    await db.update(users).set({ is_active: false }).where(sql`id = ${budi.id}`)
    const { data } = await get(`${scoreboard.path}?${monthly(day('07'))}`)
    expect(data).toMatchObject([{ sales_id: budi.id, point: 5 }])
    expect(data[0].sales_name).not.toBe('Unassigned')
  })
})

describe('the quantities', () => {
  it('are units and revenue of each product and salesperson, in the order of revenue', async () => {
    const paid = `${day('08-10')}T03:00:00Z`
    await sell({
      paid,
      sales: ana,
      lines: [
        [1, 100_000, { qty: 3, discount: 50_000 }],
        [2, 95_000],
        [1, 100_000],
      ],
    })
    await sell({ paid, sales: ana, lines: [[1, 100_000]] })
    await sell({ paid, lines: [[2, 95_000, { qty: 2 }]] })
    await sell({ paid, sales: ana, lines: [[1, 999_999]], status: 'unpaid' })
    const { data } = await get(`${salesReport.path}?${monthly(day('08'))}`)
    expect(data.map((row: AnyRow) => [row.id, row.product_id, row.sales_id, row.units, row.revenue, row.orders])).toEqual([
      [1, 1, ana.id, 5, 450_000, 2],
      [2, 2, 0, 2, 190_000, 1],
      [3, 2, ana.id, 1, 95_000, 1],
    ])
    expect(await quantityTotal(monthly(day('08')))).toMatchObject({ product_name: 'Total', units: 8, revenue: 735_000, orders: 3 })
    expect(await boardTotal(monthly(day('08')))).toMatchObject({ revenue: 735_000, orders: 3 })
    const second = await get(`${salesReport.path}?${monthly(day('08'))}&size=1&page=2&sort=units asc`)
    expect(second).toMatchObject({ total_record: 3, total_page: 3, data: [{ id: 2 }] })
    expect(await get(`${salesReport.path}?${monthly(day('08'))}&page=9`)).toMatchObject({ data: [], total_record: 3 })
    const [named] = await world.platform.database.db.select().from(memberships).where(eq(memberships.id, 2))
    const found = `${monthly(day('08'))}&search=${encodeURIComponent(named?.name.toLowerCase() ?? 'paket 2')}`
    expect((await get(`${salesReport.path}?${found}`)).data.map(({ id }: AnyRow) => id)).toEqual([2, 3])
    expect(await quantityTotal(found)).toMatchObject({ units: 3, revenue: 285_000, orders: 2 })
  })

  it('name a product by itself, not by the variant or the name of its last line', async () => {
    const { db } = world.platform.database
    const image = { url: '/files/kaos.png', name: 'kaos.png', size: 1, type: 'image/png' }
    const [shirt] = await db.insert(merchandises).values({ name: 'Kaos', sku: 'KAOS', price: 50_000, image }).returning()
    if (!shirt) throw new Error('no product')
    const sold = async (name: string, variant: string, qty: number) => {
      const id = await sell({ paid: `${day('02-11')}T05:00:00Z`, lines: [[shirt.id, 50_000, { qty }]] })
      await db.update(orderItems).set({ category: 'merchandise', name, variant }).where(eq(orderItems.order_id, id))
    }
    await sold('Baju, S', 'small', 2)
    await sold('Kaos, M', 'medium', 1)
    const rows = async () => (await get(`${salesReport.path}?${daily(day('02-11'))}`)).data
    expect(await rows()).toMatchObject([{ product_name: 'Kaos', units: 3 }])
    await db.delete(merchandises).where(eq(merchandises.id, shirt.id))
    expect(await rows()).toMatchObject([{ product_name: 'Kaos', units: 3 }])
  })

  it('keep the name of a product that was deleted', async () => {
    const product = await world.product({ name: 'Paket Lama', product: 'WST', price: 10_000 })
    const { id } = await world.placed({
      member_id: member,
      items: [line(product)],
      payment_method: 'cash',
      payment_status: 'paid',
      note: 'Salah',
    })
    expect((await world.ask('DELETE', `${transaction.path}`, { ids: [id] })).status).toBe(200)
    expect((await world.ask('PUT', `${transaction.path}/trashed/${id}/restore`)).status).toBe(200)
    await world.platform.database.db.execute(sql`delete from memberships where id = ${product}`)
    const { data } = await get(`${salesReport.path}?search=paket lama`)
    expect(data).toMatchObject([{ product_id: product, product_name: 'Paket Lama', revenue: 10_000 }])
  })
})

describe('the day that counts', () => {
  it('is that of WIB, on whichever side of midnight', async () => {
    await sell({ paid: `${day('03-31')}T17:30:00Z`, lines: [[1, 70_000]] })
    await sell({ paid: `${day('03-31')}T16:59:59Z`, lines: [[1, 30_000]] })
    // A device in Jayapura calls that moment the next day.
    await sell({ paid: `${day('04-01')}T00:30:00+09:00`, lines: [[1, 1_000]] })
    expect(await boardTotal(daily(day('04-01')))).toMatchObject({ revenue: 70_000, orders: 1 })
    expect(await boardTotal(daily(day('03-31')))).toMatchObject({ revenue: 31_000, orders: 2 })
    expect(await boardTotal(monthly(day('03')))).toMatchObject({ revenue: 31_000 })
  })

  it('is the day of the payment of an order that arrives late, at the price of that day', async () => {
    const product = await world.product({ name: 'Paket Senin', product: 'EMV', price: 1_000_000 })
    const { db } = world.platform.database
    await db.execute(sql`update product_terms set since = since - interval '7 days' where section = 'membership' and product = ${product}`)
    const { data } = (await world.ask('GET', `${membership.path}/${product}`)).body
    expect((await world.ask('PUT', `${membership.path}/${product}`, { ...data, price: 1_200_000 })).status).toBe(200)
    const monday = (await world.inDays(-2)) ?? ''
    const at = `${monday}T10:00:00+07:00`
    const items = [line(product, { price: 1_000_000 })]
    await world.placed({ member_id: member, items, payment_method: 'cash', payment_status: 'paid', order_date: at, paid_at: at })
    expect(await quantityTotal(`${daily(monday)}&search=paket senin`)).toMatchObject({ revenue: 1_000_000, orders: 1 })
    expect(await quantityTotal(`${daily((await world.inDays(0)) ?? '')}&search=paket senin`)).toMatchObject({ revenue: 0, orders: 0 })
  })

  it('moves with an order that is paid, deleted, restored and cancelled in another month', async () => {
    const { id } = await world.placed({
      member_id: member,
      items: [line(world.emt)],
      payment_method: 'cash',
      payment_status: 'paid',
      note: 'Salah',
    })
    await world.platform.database.db.execute(sql`update orders set paid_at = ${`${day('09-15')}T03:00:00Z`} where id = ${id}`)
    const before = { revenue: 1_499_000, orders: 1 }
    const nothing = { revenue: 0, orders: 0 }
    const totals = async () => [await quantityTotal(monthly(day('09'))), await boardTotal(monthly(day('09')))]
    expect(await totals()).toMatchObject([before, before])
    await world.ask('DELETE', transaction.path, { ids: [id] })
    expect(await totals()).toMatchObject([nothing, nothing])
    await world.ask('PUT', `${transaction.path}/trashed/${id}/restore`)
    expect(await totals()).toMatchObject([before, before])
    await world.ask('PUT', `${transaction.path}/${id}/note`, { note: 'Dibatalkan' })
    expect((await world.pay(id, { payment_status: 'cancel' })).status).toBe(200)
    expect(await totals()).toMatchObject([nothing, nothing])
  })

  it('is another one of a custom period that says so', async () => {
    const id = await sell({ paid: `${day('10-05')}T03:00:00Z`, lines: [[1, 40_000]] })
    await world.platform.database.db.execute(sql`update orders set order_date = ${`${day('10-03')}T03:00:00Z`} where id = ${id}`)
    const custom = (category: string) => `period=custom&start_date=${day('10-03')}&end_date=${day('10-04')}&category=${category}`
    expect(await boardTotal(custom('order_date'))).toMatchObject({ revenue: 40_000 })
    expect(await boardTotal(custom('paid_at'))).toMatchObject({ revenue: 0 })
  })
})

describe('a chart', () => {
  it('has a point for every unit, and as much in all as the total', async () => {
    const { unit, points } = await get(`${scoreboard.path}/chart?${monthly(day('05'))}`)
    expect([unit, points.length]).toEqual(['day', 31])
    expect(points[1]).toEqual({ from: day('05-02'), to: day('05-02'), point: 134, revenue: 1_349_100, orders: 1 })
    expect(points[5]).toMatchObject({ point: 0, revenue: 0, orders: 0 })
    const whole = await get(`${scoreboard.path}/chart?period=ytd&year=${year}`)
    expect([whole.unit, whole.points.length]).toEqual(['month', 12])
    const sum = whole.points.reduce((all: number, { revenue }: AnyRow) => all + Number(revenue), 0)
    expect(sum).toBe((await boardTotal(`period=ytd&year=${year}`)).revenue)
  })

  it('has the period before beside it, and so has the total', async () => {
    const asked = `${monthly(day('06'))}&compare=true`
    expect(await boardTotal(asked)).toMatchObject({ previous: { from: day('05-01'), to: day('05-31'), point: 287, orders: 3 } })
    const { points, previous } = await get(`${scoreboard.path}/chart?${asked}`)
    expect([points.length, previous.length, previous[1].point]).toEqual([30, 31, 134])
  })
})

describe('a number', () => {
  it('opens as many orders as it counts, which sum up to it', async () => {
    const period = { from: day('08-01'), to: day('08-31'), date: 'paid_at' }
    for (const report of [salesReport, scoreboard]) {
      const { data } = await get(`${report.path}?${monthly(day('08'))}`)
      expect(data.length).toBeGreaterThan(1)
      for (const row of [...data, null]) {
        const total = row ?? (await get(`${report.path}/total?${monthly(day('08'))}`))
        for (const measure of Object.keys(report.measures)) {
          const drill = drillOf(report, measure, period, row)
          const list = await get(`${transaction.path}?size=100&query=${encodeURIComponent(drill?.query ?? '')}`)
          expect([drill?.section, list.total_record], `${report.name} ${measure}`).toEqual(['transaction', total.orders])
          // The line below the list says the number that was pressed.
          const below = await get(`${transaction.path}/sum?query=${encodeURIComponent(drill?.query ?? '')}`)
          expect(below).toEqual({ orders: total.orders, total: total.revenue })
          if (report.name === 'scoreboard' || !row)
            expect(list.data.reduce((sum: number, order: AnyRow) => sum + Number(order.total), 0)).toBe(total.revenue)
        }
      }
    }
  })
})

it('orders with a proof and those without one are all orders', async () => {
  const of = async (query: string) => (await get(`${transaction.path}?${query}`)).total_record
  expect((await of('has_proof=true')) + (await of('has_proof=false'))).toBe(await of('size=1'))
  expect((await read('GET', `${transaction.path}?has_proof=maybe`)).status).toBe(422)
})

describe('a report without anything in it', () => {
  it('has no row, zeros, and a point for each day', async () => {
    const empty = daily(day('02-28'))
    expect(await get(`${salesReport.path}?${empty}`)).toMatchObject({ data: [], total_record: 0 })
    expect(await quantityTotal(empty)).toMatchObject({ units: 0, revenue: 0, orders: 0 })
    expect((await get(`${salesReport.path}/chart?${empty}`)).points).toEqual([
      { from: day('02-28'), to: day('02-28'), units: 0, revenue: 0, orders: 0 },
    ])
  })
})

describe('bad input', () => {
  it.each([
    ['20 years', `period=custom&start_date=${year - 19}-01-01&end_date=${year}-12-31&category=paid_at`, 'start_date'],
    ['from after to', `period=custom&start_date=${day('03-02')}&end_date=${day('03-01')}&category=paid_at`, 'end_date'],
    ['the 31st of a short month', `period=daily&day=${day('06-31')}`, 'day'],
    ['the 31st in a custom period', `period=custom&start_date=${day('06-01')}&end_date=${day('06-31')}&category=paid_at`, 'end_date'],
    ['no category', `period=custom&start_date=${day('03-01')}&end_date=${day('03-02')}`, 'category'],
    ['another category', `period=custom&start_date=${day('03-01')}&end_date=${day('03-02')}&category=deleted_at`, 'category'],
    ['no week of that year', 'period=weekly&week=2025-W53', 'week'],
    ['a kind that there is not', 'period=hourly', 'period'],
    ['a parameter of another kind', `period=monthly&month=${day('03')}&day=${day('03-01')}`, 'day'],
  ])('is refused by its name: %s', async (_, query, field) => {
    for (const path of [salesReport.path, `${salesReport.path}/total`, `${scoreboard.path}/chart`, `${scoreboard.path}/export`]) {
      const { status, body } = await read('GET', `${path}?${query}`)
      expect([path, status, Object.keys(body.fields)]).toEqual([path, 422, [field]])
    }
  })
})

describe('a file', () => {
  const file = (query: string) =>
    world.app.request(`${salesReport.path}/export?${query}`, { headers: { authorization: `Bearer ${token()}` } })
  const token = () => ana.token

  it('has the rows that its person sees, and is written down', async () => {
    const response = await file(`${monthly(day('05'))}&format=csv&sort=revenue asc`)
    const lines = (await response.text()).trim().split(/\r?\n/)
    expect(lines.map((text) => text.split(',').slice(-3).join())).toEqual(['units,revenue,orders', '1,95000,1', '1,1349100,1'])
    const { rows } = await world.platform.database.db.execute(
      sql`select detail from security_events where event = 'export' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ detail: 'sales-report: 2 rows as csv' }])
  })

  it.each([
    ['', 'Filter date must not be empty'],
    [
      `period=custom&start_date=${day('01-31')}&end_date=${day('02-28')}&category=paid_at`,
      'Data export is limited to 28 days. You entered 29. Please select the period that corresponds to the number of days in the destination month',
    ],
  ])('needs its period, and no longer one than a month: %s', async (query, message) => {
    const response = await file(query)
    expect([response.status, (await response.json()).message]).toEqual([422, message])
  })

  it('may be as long as the month of its end', async () => {
    expect((await file(`period=custom&start_date=${day('02-01')}&end_date=${day('03-03')}&category=paid_at`)).status).toBe(200)
  })
})
