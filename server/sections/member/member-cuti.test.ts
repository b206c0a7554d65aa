import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '#contract/kit/field/permission.ts'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { createApp } from '#server/app.ts'
import { stopLeave } from '#server/commerce/leaves.ts'
import { appendEntries, lockAccounts, serverDay } from '#server/commerce/ledger.ts'
import { membershipAccounts, membershipEntries } from '#server/db/tables/members.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const caring: Permission[] = ['get member', 'create member', 'update member', 'delete member']
const { path } = memberCuti
let test: TestPlatform
let seller: Person
let today: string
let [ask, sell]: TestRequest[] = []
let phones = 0

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  seller = await makePerson(test.platform, caring, 'Sales')
  ask = requestAs(app, await makePerson(test.platform, [...caring, 'update assign-sales']))
  sell = requestAs(app, seller)
  today = await serverDay(test.platform.database.db)
})
afterAll(() => test.close())

const on = (days: number) => addDays(today, days)

/** A member with EMT accounts that end in so many days. */
async function memberWith(ends: { Regular?: number; VIP?: number }, values = {}): Promise<number> {
  phones += 1
  const made = await ask?.('POST', member.path, { name: `Cuti ${phones}`, phone: `62812555${10_000 + phones}`, ...values })
  expect(made?.status, JSON.stringify(made?.body)).toBe(201)
  const member_id: number = made?.body.data.id
  await test.platform.database.transaction(async (tx) => {
    for (const type of ['Regular', 'VIP'] as const) {
      const days = ends[type]
      const [account] = await lockAccounts(tx, days === undefined ? [] : [{ member_id, product: 'EMT', type }])
      if (account && days !== undefined) await appendEntries(tx, account.id, [{ kind: 'grant', days, source: 'hand' }], null)
    }
  })
  return member_id
}

const endsOf = async (member_id: number) =>
  Object.fromEntries(
    (await test.platform.database.db.select().from(membershipAccounts).where(eq(membershipAccounts.member_id, member_id))).map(
      ({ product, type, expires_on }) => [product === 'EMT' ? type : `${product} ${type}`, expires_on],
    ),
  )

const plan = (member_id: number, start: number, end: number, more = {}) => ({
  member_id,
  product: 'EMT',
  start: on(start),
  end: on(end),
  ...more,
})
const post = async (values: object, as = ask) => (await as?.('POST', path, values)) ?? { status: 0, body: {} }
const put = async (id: number, values: object) => (await ask?.('PUT', `${path}/update/${id}`, values)) ?? { status: 0, body: {} }
const stop = (id: number, as = ask) => as?.('GET', `${path}/${id}/stop`)

async function planned(values: object) {
  const made = await post(values)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data
}

describe('planning leave', () => {
  it('moves the end by its days, both ends counted (vector 10)', async () => {
    const id = await memberWith({ Regular: 26 })
    const leave = await planned(plan(id, 5, 14, { reason: 'Umrah' }))
    expect(leave).toMatchObject({ days: 10, status: 'planned', reason: 'Umrah', stopped_on: null })
    expect(await endsOf(id)).toEqual({ Regular: on(36) })
  })

  it('moves every account of the product that runs on its first day, and no other', async () => {
    const id = await memberWith({ Regular: 26, VIP: 3 })
    await planned(plan(id, 4, 6))
    expect(await endsOf(id)).toEqual({ Regular: on(29), VIP: on(3) })
  })

  it('begins within access (vector 13), not in the past, beside no other, for 90 days at most', async () => {
    const id = await memberWith({ Regular: 26 })
    const problems = async (values: object) => (await post(values)).body.fields
    expect(await problems(plan(id, 27, 28))).toMatchObject({ start: { code: 'no_access' } })
    expect(await problems(plan(id, -1, 3))).toMatchObject({ start: { code: 'past' } })
    expect(await problems(plan(id, 5, 4))).toMatchObject({ end: { code: 'before_start' } })
    expect(await problems(plan(id, 1, 91))).toMatchObject({ end: { code: 'leave_length' } })
    expect(await problems(plan(id, 1, 3, { product: 'WST' }))).toMatchObject({ start: { code: 'no_access' } })
    await planned(plan(id, 26, 30))
    expect(await problems(plan(id, 30, 33))).toMatchObject({ start: { code: 'overlaps' } })
    await planned(plan(id, 31, 31))
    expect(await endsOf(id)).toEqual({ Regular: on(32) })
  })

  it('of two at once one is made', async () => {
    const id = await memberWith({ Regular: 26 })
    const answers = await Promise.all([post(plan(id, 2, 4)), post(plan(id, 3, 5))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(await endsOf(id)).toEqual({ Regular: on(29) })
  })

  it('is refused for days that are none', async () => {
    const id = await memberWith({ Regular: 26 })
    for (const values of [{ start: '2026-02-30' }, { end: 'besok' }, { start: 5 }, { product: 'XXX' }, { member_id: 9_999_999 }])
      expect((await post({ ...plan(id, 1, 2), ...values })).status).toBe(422)
    expect(await endsOf(id)).toEqual({ Regular: on(26) })
  })
})

describe('stopping leave', () => {
  it('before it began gives everything back (vector 11)', async () => {
    const id = await memberWith({ Regular: 26 })
    const leave = await planned(plan(id, 5, 14))
    expect((await stop(leave.id))?.body.data).toMatchObject({ status: 'stopped', stopped_on: today, days: 0 })
    expect(await endsOf(id)).toEqual({ Regular: on(26) })
    expect((await stop(leave.id))?.status).toBe(422)
  })

  it('while it runs keeps the days that were taken (vector 11)', async () => {
    const id = await memberWith({ Regular: 26 })
    const leave = await planned(plan(id, 5, 14))
    await test.platform.database.transaction((tx) => stopLeave(tx, { ...plan(id, 5, 14), id: leave.id }, on(8), null))
    expect(await endsOf(id)).toEqual({ Regular: on(29) })
  })

  it('on its first day takes none of them, and there is access again', async () => {
    const id = await memberWith({ Regular: 26 })
    const leave = await planned(plan(id, 0, 9))
    const status = async () => (await ask?.('GET', `${member.path}/${id}`))?.body.data.status
    expect([leave.status, await status()]).toEqual(['running', 'cuti'])
    await stop(leave.id)
    expect([await status(), await endsOf(id)]).toEqual(['active', { Regular: on(26) }])
  })
})

describe('changing leave', () => {
  it('while it is planned changes everything, and the ends with it', async () => {
    const id = await memberWith({ Regular: 26, VIP: 3 })
    const { id: leave } = await planned(plan(id, 4, 6))
    await put(leave, plan(id, 2, 6))
    expect(await endsOf(id)).toEqual({ Regular: on(31), VIP: on(8) })
    await put(leave, plan(id, 20, 20))
    expect(await endsOf(id)).toEqual({ Regular: on(27), VIP: on(3) })
    const other = await memberWith({ Regular: 40 })
    expect((await put(leave, plan(other, 20, 24))).status).toBe(200)
    expect([await endsOf(id), await endsOf(other)]).toEqual([{ Regular: on(26), VIP: on(3) }, { Regular: on(45) }])
  })

  it('is judged without its own days', async () => {
    const id = await memberWith({ Regular: 10 })
    const { id: leave } = await planned(plan(id, 5, 9))
    expect((await put(leave, plan(id, 12, 13))).body.fields).toMatchObject({ start: { code: 'no_access' } })
    expect(await endsOf(id)).toEqual({ Regular: on(15) })
  })

  it('may begin within access that was bought after it was planned', async () => {
    const id = await memberWith({ Regular: 10 })
    const { id: leave } = await planned(plan(id, 5, 9))
    await test.platform.database.transaction(async (tx) => {
      const [account] = await lockAccounts(tx, [{ member_id: id, product: 'EMT', type: 'Regular' }])
      if (account) await appendEntries(tx, account.id, [{ kind: 'grant', days: 30, source: 'hand' }], null)
    })
    expect((await put(leave, plan(id, 20, 22))).status).toBe(200)
    expect(await endsOf(id)).toEqual({ Regular: on(43) })
    await stop(leave)
    expect(await endsOf(id)).toEqual({ Regular: on(40) })
  })

  it('while it runs changes its end alone (vector 12), and afterwards the reason alone', async () => {
    const id = await memberWith({ Regular: 26 })
    const { id: leave } = await planned(plan(id, 0, 9))
    expect((await put(leave, plan(id, 1, 9))).body.fields).toMatchObject({ start: { code: 'fixed' } })
    expect((await put(leave, plan(id, 0, 6))).status).toBe(200)
    expect(await endsOf(id)).toEqual({ Regular: on(33) })
    expect((await put(leave, plan(id, 0, -1))).status).toBe(422)
    await stop(leave)
    expect((await put(leave, plan(id, 0, 5))).body.fields).toMatchObject({ end: { code: 'fixed' } })
    expect((await put(leave, plan(id, 0, 6, { reason: 'Batal berangkat' }))).body.data).toMatchObject({ reason: 'Batal berangkat' })
    expect(await endsOf(id)).toEqual({ Regular: on(26) })
  })
})

describe('whose leave', () => {
  it('is that of whose members one sees, and tells the salesperson', async () => {
    const [own, other] = [await memberWith({ Regular: 26 }, { sales_id: seller.id }), await memberWith({ Regular: 26 })]
    const mine = await planned(plan(own, 2, 3))
    const [another] = [await makePerson(test.platform, caring, 'Sales')]
    const stranger = requestAs(createApp(test.platform), another)
    expect((await stranger('GET', `${path}/${mine.id}`)).status).toBe(404)
    expect((await stop(mine.id, stranger))?.status).toBe(404)
    expect((await post(plan(own, 6, 7), stranger)).body.fields).toHaveProperty('member_id')
    expect((await stranger('GET', path)).body.data.map((row: { member_id: number }) => row.member_id)).not.toContain(own)
    expect((await sell?.('GET', `${path}?query=status:planned,member_id:${own}`))?.body).toMatchObject({ total_record: 1 })
    const alerts = await sell?.('GET', `/member/in/v1/histories/alerts?query=member_id:${own}`)
    expect(alerts?.body.data).toMatchObject([{ kind: 'leave', product: 'EMT', detail: `${on(2)} – ${on(3)}` }])
    await planned(plan(other, 2, 3))
    await ask?.('DELETE', member.path, { ids: [other] })
    expect((await ask?.('GET', `${path}?query=member_id:${other}`))?.body.data).toEqual([])
    expect((await post(plan(other, 8, 9))).status).toBe(422)
  })
})

describe('the ledger', () => {
  it('is only added to', async () => {
    const { db } = test.platform.database
    await memberWith({ Regular: 5 })
    await expect(db.update(membershipEntries).set({ days: 1 })).rejects.toThrow()
    await expect(db.delete(membershipEntries)).rejects.toThrow()
  })
})
