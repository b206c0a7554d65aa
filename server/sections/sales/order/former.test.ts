import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { members } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'
import { makePerson } from '#tests/support/api.ts'
import { line, makeOrderWorld, orderPermissions } from '#tests/support/orders.ts'
import { requestAs } from '#tests/support/request.ts'

const { path } = transaction
const world = await makeOrderWorld()
const { app, platform, sell, seller, emt, order, placed } = world
const { db } = platform.database
afterAll(() => world.close())
const crm = ['get crm', 'create crm', 'update crm', 'update assign-sales']
const permissions = [...orderPermissions, ...crm]
const desk = requestAs(app, await makePerson(platform, permissions))
const owner = await makePerson(platform, permissions, 'Sales')
const own = requestAs(app, owner)

let made = 0
/** A member of a salesperson, or of nobody. */
async function memberOf(sales_id: number) {
  const phone = `62813777${10_000 + ++made}`
  return (await desk('POST', member.path, { name: `Pelanggan ${made}`, phone, sales_id })).body.data
}
const change = (id: number, values: Record<string, unknown>) =>
  desk('PUT', `${member.path}/${id}`, values, { 'Update-Mask': Object.keys(values).join() })
const cash = { items: [line(emt)], payment_method: 'cash', payment_status: 'paid' }

it('an order is taken whose member was handed to another meanwhile: they keep the member and are told, its maker keeps the order', async () => {
  const { id, ref, name, phone } = await memberOf(seller.id)
  await change(id, { sales_id: owner.id })
  await change(id, { name: 'Nama Baru', phone: '6281355500011' })
  const one = await placed({ ...cash, member_id: ref }, sell)
  expect(one).toMatchObject({ member_id: id, member_name: name, member_phone: phone, sales: seller.id, flags: ['other_sales'] })
  const [row] = await db.select().from(members).where(eq(members.id, id))
  expect(row).toMatchObject({ sales_id: owner.id, name: 'Nama Baru' })
  const alerts = (await own('GET', `/member/in/v1/histories/alerts?query=member_id:${id}`)).body.data
  expect(alerts.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['other_sales', 'order_paid']))
  const answers = [
    await sell('GET', `${path}/${one.id}`),
    await sell('PUT', `${path}/${one.id}/note`, { note: 'Lunas' }),
    await sell('GET', path),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(JSON.stringify(answers)).not.toMatch(/Nama Baru|6281355500011/)
  expect((await sell('GET', `${member.path}/${id}`)).status).toBe(404)
  expect((await own('GET', `${path}/${one.id}`)).status).toBe(200)
})

it('a member of nobody may be named by everybody who could see them, and one who never was theirs by nobody else', async () => {
  const [free, others] = [await memberOf(0), await memberOf(owner.id)]
  await change(free.id, { sales_id: owner.id })
  expect((await placed({ ...cash, member_id: free.id }, sell)).flags).toEqual(['other_sales'])
  const refused = await order({ ...cash, member_id: others.id }, sell)
  expect([refused.status, refused.body.fields.member_id.code]).toEqual([422, 'unknown_reference'])
})

it('after the time of a late order a former member is one who is not there', async () => {
  const { id } = await memberOf(seller.id)
  await change(id, { sales_id: owner.id })
  await db.update(audit).set({ created_at: sql`now() - interval '32 days'` }).where(eq(audit.record, id))
  expect((await order({ ...cash, member_id: id }, sell)).status).toBe(422)
})

it('the lead of an order may be handed over while the order waits, and is won by it', async () => {
  const phone = '6281377788899'
  const seller2 = await makePerson(platform, permissions, 'Sales')
  const lead = (await desk('POST', leads.path, { name: 'Calon', phone, status: 'prospect', sales: seller2.id })).body.data
  await desk('PUT', `${leads.path}/assign`, { ids: [lead.id], sales: owner.id })
  const one = await placed({ ...cash, customer: { name: 'Calon', phone }, lead_id: lead.ref }, requestAs(app, seller2))
  expect(one.lead_id).toBe(lead.id)
  expect((await own('GET', `${leads.path}/${lead.id}`)).body.data).toMatchObject({ status: 'closing', sales: owner.id })
})
