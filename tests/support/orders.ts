/** An API with memberships, an office user and a salesperson, and helpers of order tests. */
import { sql } from 'drizzle-orm'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, testPlatform } from './api.ts'
import { onePixel } from './example.ts'
import { formOf } from './form.ts'
import { requestAs, type TestRequest, type TestResponse } from './request.ts'

type Values = Record<string, unknown>

const areas = ['member', 'product', 'transaction']
export const orderPermissions = [
  ...['get', 'create', 'update', 'delete'].flatMap((action) => areas.map((area) => `${action} ${area}`)),
  'export transaction',
]

function madeBy({ status, body }: TestResponse) {
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Order line of a membership. */
export const line = (product_id: number, more: Values = {}) => ({ category: 'membership', product_id, qty: 1, ...more })

export async function makeOrderWorld(env: Readonly<Record<string, string>> = {}) {
  const { platform, close } = await testPlatform(env)
  const app = createApp(platform)
  const ask = requestAs(app, await makePerson(platform, orderPermissions))
  const seller = await makePerson(platform, orderPermissions, 'Sales')
  const sell = requestAs(app, seller)
  let phones = 0
  const product = async (values: Values): Promise<number> =>
    madeBy(await ask('POST', membership.path, { fee_type: 'paid', duration_days: 30, ...values })).id
  const order = (values: Values, as: TestRequest = ask) => as('POST', transaction.path, formOf(transaction.fields, values))
  return {
    ...{ platform, app, ask, seller, sell, product, order, close },
    emt: await product({ name: 'EMT Bulanan', product: 'EMT', price: 1_499_000 }),
    vip: await product({ name: 'EMT VIP', product: 'EMT', type: 'VIP', price: 1_000_000 }),
    /** Creates an unassigned member. */
    async buyer(): Promise<number> {
      phones += 1
      return madeBy(await ask('POST', member.path, { name: `Pembeli ${phones}`, phone: `62813000${10_000 + phones}` })).id
    },
    placed: async (values: Values, as: TestRequest = ask) => madeBy(await order(values, as)),
    pay: (id: number, values: Values = { payment_status: 'paid', proof: [onePixel()] }) =>
      ask('PUT', `${transaction.path}/${id}/payment-status`, formOf(payBody, values)),
    /** With a person, or anonymous. */
    get: (url: string, person?: Person) => app.request(url, { headers: person ? { authorization: `Bearer ${person.token}` } : {} }),
    /** The Jakarta day this many days ahead. */
    async inDays(days: number): Promise<string | undefined> {
      const day = sql`((now() at time zone 'Asia/Jakarta')::date + ${days}::int)::text`
      const { rows } = await platform.database.db.execute<{ day: string }>(sql`select ${day} as day`)
      return rows[0]?.day
    },
  }
}
