import { afterAll, beforeAll, expect, it } from 'vitest'
import { member } from '#contract/sections/member/member.ts'
import { merchandise } from '#contract/sections/product/merchandise.ts'
import { onePixel } from '#tests/support/example.ts'
import { formOf } from '#tests/support/form.ts'
import { line, makeOrderWorld } from '#tests/support/orders.ts'

let world: Awaited<ReturnType<typeof makeOrderWorld>>
beforeAll(async () => {
  world = await makeOrderWorld()
})
afterAll(() => world.close())

it('who buys a shirt is a customer, and joins with the first membership', async () => {
  const shirt = { name: 'Kaos', sku: 'KAOS-1', price: 95_000, stock: 5, is_active: true, image: onePixel() }
  const { body } = await world.ask('POST', merchandise.path, formOf(merchandise.fields, shirt))
  const paid = { payment_method: 'cash', payment_status: 'paid' }
  const items = [{ category: 'merchandise', product_id: body.data.id, qty: 1 }]
  const { member_id } = await world.placed({ customer: { name: 'Ratna', phone: '6281300077001' }, items, ...paid })
  const ratna = async () => (await world.ask('GET', `${member.path}/${member_id}`)).body.data
  expect(await ratna()).toMatchObject({ status: 'customer', joined_at: null })
  const joined = `${member.path}?query=joined_at:${await world.inDays(0)}..`
  expect((await world.ask('GET', joined)).body.total_record).toBe(0)

  await world.placed({ member_id, items: [line(world.emt)], ...paid })
  expect(await ratna()).toMatchObject({ status: 'active', joined_at: await world.inDays(0) })
  expect((await world.ask('GET', joined)).body.total_record).toBe(1)
})
