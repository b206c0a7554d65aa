import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberAccess } from '#contract/commerce/member-access.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import type { Changes } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { appendEntries, lockAccounts } from '#server/commerce/ledger.ts'
import { members } from '#server/db/tables/members.ts'
import { eraseSome } from '#server/sections/member/erasure/erase.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const selling: Permission[] = ['get member', 'create member', 'update member', 'delete member']
const { path } = member
let test: TestPlatform
let [ani, budi]: Person[] = []
let ask: Record<'manager' | 'ani' | 'budi', TestRequest>
const form = (values: Record<string, string>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(values)) body.set(name, value)
  return body
}
const today = wibDay(new Date())
let made = 0

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  ani = await makePerson(test.platform, selling, 'Sales')
  budi = await makePerson(test.platform, selling, 'Sales')
  const manager = await makePerson(test.platform, [...selling, 'update assign-sales', 'get user', 'update user'])
  ask = { manager: requestAs(app, manager), ani: requestAs(app, ani), budi: requestAs(app, budi) }
})
afterAll(() => test.close())

async function make(name: string, sales_id = 0): Promise<{ id: number; ref: string; version: number }> {
  made += 1
  const { status, body } = await ask.manager('POST', path, { name, phone: `62813000${10_000 + made}`, sales_id })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

const page = async (who: TestRequest, cursor: string, limit = 1_000): Promise<Changes> => {
  const query = new URLSearchParams({ area: 'member', limit: String(limit), ...(cursor && { cursor }) })
  const { status, body } = await who('GET', `/sync/in/v1/changes?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Pulls into `stored` to the end, and returns the cursor. */
async function pull(who: TestRequest, stored: Map<string, Changes['changes'][number]['row']>, cursor: string, limit = 2): Promise<string> {
  for (let at = cursor; ; ) {
    const { changes, cursor: next, more, resync } = await page(who, at, limit)
    expect(resync).toBe(false)
    for (const { area, ref, row } of changes) {
      expect(area).toBe('member')
      if (row) stored.set(ref, row)
      else stored.delete(ref)
    }
    at = next
    if (!more) return at
  }
}
const device = async (who: TestRequest) => {
  const rows = new Map<string, Changes['changes'][number]['row']>()
  let cursor = await pull(who, rows, '')
  return {
    rows,
    names: () => [...rows.values()].map((row) => String(row?.name)).sort(),
    again: async () => {
      cursor = await pull(who, rows, cursor)
    },
    news: async () => (await page(who, cursor)).changes,
  }
}

/** Moves an account's end, like an order. */
const grant = (member_id: number, days: number, type: 'Regular' | 'VIP' = 'Regular', product = 'EMT') =>
  test.platform.database.transaction(async (tx) => {
    const [account] = await lockAccounts(tx, [{ member_id, product, type }])
    if (account) await appendEntries(tx, account.id, [{ kind: 'grant', days, source: 'hand' }], null)
  })

describe('the feed of members', () => {
  it('brings own members and those of nobody; what is reassigned or deleted leaves, what is restored comes back', async () => {
    const [kept, moved, removed] = [await make('Kept', ani?.id), await make('Moved', ani?.id), await make('Removed', ani?.id)]
    await make('Other', budi?.id)
    const free = await make('Free')
    const phone = await device(ask.ani)
    expect(phone.names()).toEqual(['Free', 'Kept', 'Moved', 'Removed'])
    await ask.manager('PUT', `${path}/assign`, { ids: [moved.id, free.ref], sales_id: budi?.ref })
    await ask.manager('DELETE', path, { ids: [removed.id] })
    await ask.ani('PUT', `${path}/${kept.id}`, { city: 'Bandung' }, { 'Update-Mask': 'city' })
    await phone.again()
    expect(phone.names()).toEqual(['Kept'])
    expect(phone.rows.get(kept.ref)).toMatchObject({ city: 'Bandung', sales: { sales_email: ani?.email } })
    expect((await ask.manager('POST', '/member/in/v1/account-deletion/reactivate', { id: removed.id })).status).toBe(200)
    await phone.again()
    expect(phone.names()).toEqual(['Kept', 'Removed'])

    await ask.manager('DELETE', path, { ids: [removed.id] })
    const { db } = test.platform.database
    await db.update(members).set({ deleted_at: sql`now() - interval '31 days'` }).where(sql`${members.id} = ${removed.id}`)
    await test.platform.database.transaction(eraseSome)
    await phone.again()
    expect(phone.names()).toEqual(['Kept'])
    expect((await device(ask.ani)).names()).toEqual(['Kept'])
  })

  it('tells of an end that the ledger moved, of leave, and of another name of the salesperson', async () => {
    const one = await make('Ledger', ani?.id)
    const phone = await device(ask.ani)
    await grant(one.id, 30)
    expect(await phone.news()).toMatchObject([{ ref: one.ref, row: { status: 'active', products: [{ expires_on: addDays(today, 30) }] } }])
    await phone.again()
    expect(await phone.news()).toEqual([])

    const start = addDays(today, 2)
    const leave = { member_id: one.id, product: 'EMT', start, end: addDays(today, 6), reason: 'Umrah' }
    expect((await ask.ani('POST', '/member/in/v1/member_cuti', leave)).status).toBe(201)
    expect(await phone.news()).toMatchObject([{ row: { leaves: [{ product: 'EMT', start, end: addDays(today, 6) }] } }])
    await phone.again()

    const renamed = await ask.manager('PUT', `/admin/in/v1/users/${ani?.id}`, form({ name: 'Ani Baru' }), { 'Update-Mask': 'name' })
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
    await phone.again()
    expect(phone.rows.get(one.ref)).toMatchObject({ sales_name: 'Ani Baru', sales: { sales_name: 'Ani Baru' } })
  })

  it('has in a row what the device derives the same from, on the same day', async () => {
    const ends = [
      [[30, 'Regular', 'EMT']],
      [
        [2, 'VIP', 'WST'],
        [90, 'Regular', 'WST'],
      ],
      [
        [14, 'Regular', 'EMT'],
        [3, 'Regular', 'TTA'],
      ],
    ] as const
    const madeMembers: { id: number }[] = [await make('Nothing', ani?.id)]
    for (const accounts of ends) {
      const one = await make('Access', ani?.id)
      for (const [days, type, product] of accounts) await grant(one.id, days, type, product)
      madeMembers.push(one)
    }
    const away = madeMembers.at(1)
    await ask.ani('POST', '/member/in/v1/member_cuti', { member_id: away?.id, product: 'EMT', start: today, end: addDays(today, 3) })
    const { rows } = await device(ask.ani)
    const seen = [...rows.values()].flatMap((row) => row ?? []).filter(({ id }) => madeMembers.some((one) => one.id === id))
    expect(seen.map(({ status }) => status).sort()).toEqual(['active', 'active', 'customer', 'cuti'])
    for (const row of seen) {
      const { products, leaves } = row
      if (!Array.isArray(products) || !Array.isArray(leaves)) throw new Error('no facts')
      expect(row).toMatchObject(memberAccess(products, leaves, today))
    }
  })

  it('is for salespeople: whoever sees all members keeps none, and who stops being one starts again without any', async () => {
    const { cursor } = await page(ask.ani, '')
    expect(await page(ask.manager, '')).toMatchObject({ changes: [], more: false, resync: false, total: 0 })
    expect((await page(ask.manager, cursor)).resync).toBe(true)
    expect((await page(ask.budi, cursor)).resync).toBe(true)
  })

  it('has a cursor of its own, and leads have theirs', async () => {
    const { cursor } = await page(ask.ani, '')
    const leads = await ask.ani('GET', `/sync/in/v1/changes?${new URLSearchParams({ area: 'leads', cursor })}`)
    expect(leads.body.resync).toBe(true)
    expect((await ask.ani('GET', '/sync/in/v1/changes?area=users')).status).toBe(422)
  })
})
