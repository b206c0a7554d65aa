import { afterAll, expect, it } from 'vitest'
import { leads } from '#contract/sections/sales/leads.ts'
import { createApp } from '#server/app.ts'
import { makePerson } from '#tests/support/api.ts'
import { line, makeOrderWorld, orderPermissions } from '#tests/support/orders.ts'
import { requestAs } from '#tests/support/request.ts'

const world = await makeOrderWorld()
const { platform, seller, sell, emt, vip, placed, pay } = world
afterAll(() => world.close())
const crm = ['get', 'create', 'update'].map((action) => `${action} crm`)
const desk = requestAs(createApp(platform), await makePerson(platform, [...orderPermissions, ...crm, 'update assign-sales']))

let made = 0
const customer = (phone: string) => ({ name: `Prospek ${phone.slice(-3)}`, phone })
const newPhone = () => `62813555${10_000 + ++made}`
/** Creates a lead with this phone, of a salesperson or unassigned. */
async function lead(phone: string, sales = 0): Promise<number> {
  const { status, body } = await desk('POST', leads.path, { name: 'Calon', phone, status: 'prospect', sales })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}
const statusOf = async (id: number) => (await desk('GET', `${leads.path}/${id}`)).body.data.status

it('an order keeps the lead that is named; without one it is that of the phone, in any spelling', async () => {
  const phone = newPhone()
  const [first, second] = [await lead(phone), await lead(phone)]
  expect(await placed({ customer: customer(phone), lead_id: first, items: [line(emt)] }, desk)).toMatchObject({ lead_id: first })
  const found = await placed({ customer: customer(`0${phone.slice(2, 5)}-${phone.slice(5)}`), items: [line(emt)] })
  expect(found.lead_id).toBe(second)
  const { member_id } = found
  expect(await placed({ member_id, items: [line(vip)] })).toMatchObject({ lead_id: second })
  expect(await placed({ customer: customer(newPhone()), items: [line(emt)] })).toMatchObject({ lead_id: null })
})

it('a lead of the salesperson comes before a newer one of nobody, and that of a colleague is not touched', async () => {
  const colleague = await makePerson(platform, orderPermissions, 'Sales')
  const phone = newPhone()
  const own = await lead(phone, seller.id)
  await lead(phone)
  expect((await placed({ customer: customer(phone), items: [line(emt)] }, sell)).lead_id).toBe(own)
  const other = newPhone()
  const theirs = await lead(other, colleague.id)
  const cash = { payment_method: 'cash', payment_status: 'paid' }
  expect((await placed({ customer: customer(other), items: [line(emt)], ...cash }, sell)).lead_id).toBeNull()
  expect(await statusOf(theirs)).toBe('prospect')
})

it('the lead of a phone is won once the order is paid', async () => {
  const phone = newPhone()
  const id = await lead(phone)
  const order = await placed({ customer: customer(phone), items: [line(emt)] })
  expect(await statusOf(id)).toBe('prospect')
  expect((await pay(order.id)).status).toBe(200)
  expect(await statusOf(id)).toBe('closing')
})
