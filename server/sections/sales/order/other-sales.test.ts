import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { members } from '#server/db/tables/members.ts'
import { makePerson } from '#tests/support/api.ts'
import { line, makeOrderWorld, orderPermissions as permissions } from '#tests/support/orders.ts'
import { requestAs } from '#tests/support/request.ts'

const { path } = transaction
const world = await makeOrderWorld()
const { app, sell, seller, emt, vip, placed, get } = world
const { db } = world.platform.database
afterAll(() => world.close())

it('the member of another salesperson is not named: the given name stands, the member stays, and their salesperson is told', async () => {
  const owner = await makePerson(world.platform, permissions, 'Sales')
  const own = requestAs(app, owner)
  const phone = '6281377001122'
  const known = (await own('POST', member.path, { name: 'Rahasia Pelanggan', phone, sales_id: owner.id })).body.data
  const customer = { name: 'Nama Diberi', phone: '0813-7700-1122' }
  const made = await placed({ customer, items: [line(emt)], payment_method: 'cash', payment_status: 'paid' }, sell)
  expect(made).toMatchObject({ member_name: 'Nama Diberi', member_phone: phone, sales: seller.id, flags: ['other_sales'] })
  const list = async (query: string) =>
    (await sell('GET', `${path}?query=${encodeURIComponent(query)}`))?.body.data.map(({ id }: { id: number }) => id)
  expect(await list('search:Nama Diberi')).toEqual([made.id])
  expect(await list('search:Rahasia')).toEqual([])
  const day = (ago: number) => wibDay(new Date(Date.now() - ago * 86_400_000))
  const sheet = `${path}/export?format=csv&query=${encodeURIComponent(`created_at:${day(1)}..${day(0)}`)}`
  const file = await (await get(sheet, seller)).text()
  expect(file).toContain('Nama Diberi')
  const answers = [
    await sell('GET', `${path}/${made.id}`),
    await sell('GET', path),
    await sell('PUT', `${path}/${made.id}/note`, { note: 'Titip' }),
    await sell('GET', `${path}/${made.id}/history`),
    await sell('GET', `${path}/history/phone?query=phone:${phone}`),
    file,
  ]
  expect(JSON.stringify(answers)).not.toContain('Rahasia')
  const [row] = await db.select().from(members).where(eq(members.id, known.id))
  expect(row).toMatchObject({ name: 'Rahasia Pelanggan', sales_id: owner.id, version: known.version })
  const alerts = (await own('GET', `/member/in/v1/histories/alerts?query=member_id:${known.id}&sort=id%20asc`)).body.data
  expect(alerts).toMatchObject([
    { kind: 'other_sales', detail: made.order_number, member_name: 'Rahasia Pelanggan' },
    { kind: 'order_paid', detail: made.order_number },
  ])
  expect((await own('GET', `${path}/${made.id}`)).status).toBe(200)
  // No flag for the member's own salesperson, or an unassigned member.
  expect((await placed({ customer, items: [line(vip)] }, own)).flags).toEqual([])
})
