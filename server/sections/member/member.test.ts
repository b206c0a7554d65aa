import * as xlsx from '@e965/xlsx'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatFilters, formatSort } from '#contract/kit/field/list-query.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { endingMemberships } from '#contract/quick-panel.ts'
import { member } from '#contract/sections/member/member.ts'
import { createApp } from '#server/app.ts'
import { alertEnds } from '#server/commerce/alerts.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { memberLeaves, members, membershipAccounts } from '#server/db/tables/members.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { eraseSome } from './erasure/erase.ts'

const selling: Permission[] = ['get member', 'create member', 'update member', 'delete member']
const { path } = member
let test: TestPlatform
let seller: Person
let [ask, sell]: TestRequest[] = []
let phones = 0

async function make(as: TestRequest | undefined, values: Record<string, unknown> = {}) {
  phones += 1
  const made = await as?.('POST', path, { name: `Member ${phones}`, phone: `62812000${String(10_000 + phones)}`, ...values })
  expect(made?.status, JSON.stringify(made?.body)).toBe(201)
  return made?.body.data
}
const names = async (query: string, as = ask): Promise<string[]> => {
  const list = await as?.('GET', `${path}?query=${encodeURIComponent(query)}&sort=id%20asc&size=100`)
  expect(list?.status, JSON.stringify(list?.body)).toBe(200)
  return list?.body.data.map(({ name }: { name: string }) => name)
}
const day = (from: number) => sql`(now() at time zone 'Asia/Jakarta')::date + ${from}::int`

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, [...selling, 'update assign-sales']))
  seller = await makePerson(test.platform, selling, 'Sales')
  sell = requestAs(app, seller)
})
afterAll(() => test.close())

describe('whose member it is', () => {
  it('a salesperson sees their own and those of nobody; the salesperson stands beside the member', async () => {
    const own = await make(sell, { sales_id: seller.id, tags: ['whose'] })
    expect(own.sales).toMatchObject({ sales_id: seller.id, sales_email: seller.email })
    const nobodys = await make(ask, { tags: ['whose'] })
    expect(nobodys.sales).toMatchObject({ sales_id: 0, sales_name: null })
    const colleague = await makePerson(test.platform, selling, 'Sales')
    const other = await make(ask, { sales_id: colleague.id, tags: ['whose'] })
    expect(await names('tags:whose', sell)).toEqual([own.name, nobodys.name])
    expect((await sell?.('GET', `${path}/${other.id}`))?.status).toBe(404)
    expect((await sell?.('PUT', `${path}/${own.id}`, { ...own, sales_id: colleague.id }))?.body.fields).toHaveProperty('sales_id')
    const moved = await ask?.('PUT', `${path}/assign`, { ids: [own.id, nobodys.id], sales_id: colleague.id })
    expect(moved?.body.success_entities).toHaveLength(2)
    expect(await names('tags:whose', sell)).toEqual([])
  })

  it('is found by name, mail and the phone in any spelling, and a phone belongs to one', async () => {
    const { phone } = await make(ask, { name: 'Dewi Lestari', email: 'dewi@contoh.test' })
    for (const term of ['dewi les', 'DEWI@contoh', phone, `0${phone.slice(2)}`])
      expect(await names(`search:${term}`)).toEqual(['Dewi Lestari'])
    const again = await ask?.('POST', path, { name: 'Again', phone })
    expect(again?.body.fields).toMatchObject({ phone: { code: 'taken' } })
  })
})

it('a member keeps a generated day when a client sends the whole member without it', async () => {
  const made = await make(ask)
  expect(made.joined_at).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  const sent = { name: 'Nama Lain', phone: made.phone, city: 'Medan' }
  const saved = await ask?.('PUT', `${path}/${made.id}`, sent)
  expect(saved?.body.data).toMatchObject({ ...sent, joined_at: made.joined_at })
})

describe('what they have access to', () => {
  it('tells status, access and days left of each product, and is filtered by them', async () => {
    const { db } = test.platform.database
    const [active, vip, losing, over, away, none] = await Promise.all(
      ['active', 'vip', 'losing', 'over', 'away', 'none'].map((name) => make(ask, { name, tags: ['access'] })),
    )
    const account = (one: { id: number }, product: string, type: string, from: number) => ({
      member_id: one.id,
      product,
      type,
      expires_on: day(from),
    })
    await db
      .insert(membershipAccounts)
      .values([
        account(active, 'EMT', 'Regular', 0),
        account(vip, 'EMV', 'Regular', 14),
        account(vip, 'EMV', 'VIP', 60),
        account(losing, 'WST', 'Regular', 200),
        account(losing, 'WST', 'VIP', 2),
        account(over, 'EMT', 'VIP', -1),
        account(away, 'WST', 'Regular', 30),
      ])
    await db.insert(memberLeaves).values({ member_id: away.id, product: 'WST', start: day(-1), end: day(1), ref: crypto.randomUUID() })
    const seen = await ask?.('GET', `${path}/${vip.id}`)
    expect(seen?.body.data).toMatchObject({
      status: 'active',
      access: 'vip',
      remaining: [],
      product: ['EMV'],
      products: [
        { product: 'EMV', type: 'VIP', remaining: 60 },
        { type: 'Regular', remaining: 14 },
      ],
    })
    const found = async (query: string) => (await names(`tags:access,${query}`)).toSorted()
    expect(await found('status:active')).toEqual(['active', 'losing', 'vip'])
    expect(await found('status:cuti')).toEqual(['away'])
    expect(await found('status:expired')).toEqual(['over'])
    expect(await found('status:customer')).toEqual(['none'])
    expect(await found('access:vip')).toEqual(['losing', 'vip'])
    expect(await found('product:EMT')).toEqual(['active', 'over'])
    // Regular days of a product that continues as VIP do not end it; VIP ends though Regular continues.
    expect(await found('remaining:3')).toEqual(['active', 'losing'])
    expect(await found('remaining:14')).toEqual(['active', 'losing'])
    expect(await found('remaining:30')).toEqual(['active', 'away', 'losing'])
    const lost = (await ask?.('GET', `${path}/${losing.id}`))?.body.data
    const [{ expires_on }] = lost.products.filter(({ type }: { type: string }) => type === 'VIP')
    expect(lost).toMatchObject({ remaining: [30, 14, 3], ends_on: expires_on })
    expect(none.status).toBe('customer')
    expect(await found('remaining:5')).toEqual([])
  })
})

it('the list of members by end of access starts with the nearest end, the last day first', async () => {
  const ends: [name: string, accounts: [product: string, type: string, from: number][]][] = [
    ['in nine days', [['EMT', 'Regular', 9]]],
    ['today', [['WST', 'Regular', 0]]],
    // Past ends do not count, and a product's longest account does.
    [
      'in two days',
      [
        ['EMT', 'Regular', -4],
        ['EMV', 'Regular', 1],
        ['EMV', 'VIP', 2],
        ['WST', 'Regular', 200],
      ],
    ],
    ['later', [['EMT', 'VIP', 80]]],
    ['over', [['EMT', 'VIP', -1]]],
  ]
  for (const [name, accounts] of ends) {
    const { id } = await make(ask, { name, tags: ['ending'] })
    const rows = accounts.map(([product, type, from]) => ({ member_id: id, product, type, expires_on: day(from) }))
    await test.platform.database.db.insert(membershipAccounts).values(rows)
  }
  const { filters, sort } = endingMemberships
  const listed = async (query: string, by: string) =>
    (await ask?.('GET', `${path}?${new URLSearchParams({ query: `tags:ending${query}`, sort: by })}`))?.body.data
  const soon = await listed(`,${formatFilters(filters, '')}`, formatSort(sort))
  expect(soon.map(({ name }: { name: string }) => name)).toEqual(['today', 'in two days', 'in nine days'])
  expect(soon[0].ends_on).toBe(wibDay(new Date()))
  const first = await listed('', 'ends_on asc')
  expect(first.map(({ name }: { name: string }) => name).slice(0, 4)).toEqual(['today', 'in two days', 'in nine days', 'later'])
  const all = await listed('', 'ends_on desc')
  expect(all.map(({ ends_on }: { ends_on: string | null }) => ends_on === null)).toEqual([false, false, false, false, true])
})

describe('deleting', () => {
  const deletions = '/member/in/v1/account-deletion'

  it('hides at once, keeps the phone taken, and is undone by reactivating', async () => {
    const { id, name, phone } = await make(ask)
    expect((await ask?.('DELETE', path, { ids: [id] }))?.status).toBe(200)
    expect((await ask?.('GET', `${path}/${id}`))?.status).toBe(404)
    expect((await ask?.('POST', path, { name: 'Other', phone }))?.body.fields).toMatchObject({ phone: { code: 'taken' } })
    expect((await ask?.('GET', deletions))?.body.data).toMatchObject([{ id, name, status: 'deleted' }])
    expect((await ask?.('GET', `${deletions}/${id}`))?.status).toBe(200)
    expect((await ask?.('POST', `${deletions}/reactivate`, { id }))?.status).toBe(200)
    expect((await ask?.('GET', `${path}/${id}`))?.body.data).toMatchObject({ name, phone, status: 'customer' })
    expect((await ask?.('POST', `${deletions}/reactivate`, { id }))?.status).toBe(404)
  })
})

describe('what a salesperson must know', () => {
  const alertsPath = '/member/in/v1/histories/alerts'
  const kinds = async (as: TestRequest | undefined, of: string) =>
    (await as?.('GET', `${alertsPath}?query=${encodeURIComponent(`search:${of}`)}&sort=id%20asc`))?.body.data.map(
      ({ kind, expires_on, detail }: Record<string, unknown>) => `${kind} ${detail ?? expires_on}`,
    )

  it('an end that is near has one alert a step, and only the smallest when late', async () => {
    const { db } = test.platform.database
    await alertEnds(db)
    const [near, late, long] = await Promise.all(['Ends Near', 'Ends Late', 'Ends Long'].map((name) => make(ask, { name })))
    const values = (one: { id: number }, type: string, from: number) => ({ member_id: one.id, product: 'EMT', type, expires_on: day(from) })
    await db
      .insert(membershipAccounts)
      .values([values(near, 'Regular', 14), values(late, 'Regular', -2), values(long, 'Regular', 2), values(long, 'VIP', 90)])
    expect(await alertEnds(db)).toBe(2)
    expect(await alertEnds(db)).toBe(0)
    expect((await kinds(ask, 'Ends Near'))[0]).toMatch(/^expiring /)
    expect((await kinds(ask, 'Ends Late'))[0]).toMatch(/^expired /)
    expect(await kinds(ask, 'Ends Long')).toEqual([])
    await db
      .update(membershipAccounts)
      .set({ expires_on: day(3) })
      .where(eq(membershipAccounts.member_id, near.id))
    expect(await alertEnds(db)).toBe(1)
  })

  it('another phone is an alert of the salesperson alone, who dismisses it for themselves', async () => {
    const own = await make(ask, { name: 'Tells Seller', sales_id: seller.id })
    const changed = await ask?.('PUT', `${path}/${own.id}`, { name: own.name, sales_id: seller.id, phone: '628129998887' })
    expect(changed?.status).toBe(200)
    expect(await kinds(ask, 'Tells Seller')).toEqual([])
    expect(await kinds(sell, 'Tells Seller')).toEqual([`phone ${own.phone} → 628129998887`])
    const [{ id }] = (await sell?.('GET', alertsPath))?.body.data ?? []
    expect((await ask?.('DELETE', `${alertsPath}/${id}`))?.status).toBe(404)
    expect((await sell?.('DELETE', `${alertsPath}/${id}`))?.status).toBe(200)
    expect(await kinds(sell, 'Tells Seller')).toEqual([])
    const log = (await sell?.('GET', '/member/in/v1/histories?query=search:Tells'))?.body.data
    expect(log).toMatchObject([
      { action: 'update', changes: { phone: [own.phone, '628129998887'] }, member_name: own.name },
      { action: 'create' },
    ])
  })
})

describe('erasing', () => {
  it('takes the personal data of who was deleted 30 days ago, frees the phone and cannot be undone', async () => {
    const { db } = test.platform.database
    const [old, recent] = [await make(ask, { city: 'Bandung' }), await make(ask)]
    await ask?.('DELETE', path, { ids: [old.id, recent.id] })
    const hours = (ago: number, id: number) =>
      db
        .update(members)
        .set({ deleted_at: sql`now() - make_interval(hours => ${ago}::int)` })
        .where(eq(members.id, id))
    await hours(720, old.id)
    await hours(719, recent.id)
    const again = (id: number) => ask?.('POST', '/member/in/v1/account-deletion/reactivate', { id })
    // Its time is over, although no job has run yet.
    expect((await again(old.id))?.status).toBe(410)
    expect([await eraseSome(db), await eraseSome(db)]).toEqual([1, 0])
    const [row] = await db.select().from(members).where(eq(members.id, old.id))
    expect(row).toMatchObject({ name: `#${old.id}`, phone: '', city: null, search_text: '' })
    expect((await again(old.id))?.status).toBe(410)
    expect((await again(recent.id))?.status).toBe(200)
    await make(ask, { phone: old.phone })
  })
})

describe('a correction of an end by hand', () => {
  it('brings the end to the day, with its reason in the timeline', async () => {
    const { id } = await make(ask)
    const { rows } = await test.platform.database.db.execute<{ day: string }>(sql`select (${day(0)})::text as day`)
    const on = (from: number) => addDays(rows[0]?.day ?? '', from)
    const put = (expires_on: string, values = {}) =>
      ask?.('PUT', `${path}/${id}/memberships`, { product: 'EMT', type: 'Regular', expires_on, reason: 'Salah input', ...values })
    const end = async () => (await ask?.('GET', `${path}/${id}`))?.body.data.products[0]?.expires_on
    for (const from of [20, 45, 5, -2, 10]) {
      expect((await put(on(from)))?.status).toBe(200)
      expect(await end()).toBe(on(from))
    }
    // The same day, and days between today and a passed end.
    expect((await put(on(10)))?.status).toBe(200)
    await put(on(-5))
    expect((await put(on(-3)))?.body.fields).toMatchObject({ expires_on: { code: 'past' } })
    expect((await put(on(30), { reason: '' }))?.status).toBe(422)
    const { accounts } = (await ask?.('GET', `${path}/${id}/memberships`))?.body ?? {}
    expect(accounts).toMatchObject([{ product: 'EMT', type: 'Regular', remaining: -5 }])
    expect(accounts[0].entries.map(({ kind, days }: Record<string, unknown>) => `${kind} ${days}`)).toEqual([
      'adjust -15',
      'grant 10',
      'adjust -7',
      'adjust -40',
      'grant 25',
      'grant 20',
    ])
    expect(accounts[0].entries[0]).toMatchObject({ source: 'hand', reason: 'Salah input' })
    expect((await put(on(-9), { product: 'WST' }))?.status).toBe(200)
    const [, old] = (await ask?.('GET', `${path}/${id}/memberships`))?.body.accounts ?? []
    expect(old).toMatchObject({ remaining: -9, entries: [{ kind: 'grant', days: 0, on: on(-9) }] })
  })
})

it('a detail of the back office is one of its company', async () => {
  const { id } = await make(ask, { company_code: 'ETF' })
  const other = await make(ask)
  const one = (of: number) => ask?.('GET', `${path}/${of}?query=company_code:ETF`)
  expect([(await one(id))?.status, (await one(other.id))?.status]).toEqual([200, 404])
})

describe('the room of a phone', () => {
  it('says whose member it is, while there is one', async () => {
    const { db } = test.platform.database
    const number = await makeNumber(test.platform)
    const twoPhones = ['628129000001', '628129000002']
    await db
      .insert(rooms)
      .values(twoPhones.map((customer_phone) => ({ whatsapp_number: number, whatsapp_number_name: 'Nomor', customer_phone })))
    const owners = async () => (await db.select({ id: rooms.customer_id }).from(rooms).orderBy(rooms.id)).map(({ id: owner }) => owner)
    const { id, name } = await make(ask, { phone: twoPhones[0] })
    expect(await owners()).toEqual([id, null])
    await ask?.('PUT', `${path}/${id}`, { name, phone: twoPhones[1] })
    expect(await owners()).toEqual([null, id])
    await ask?.('DELETE', path, { ids: [id] })
    expect(await owners()).toEqual([null, null])
    await ask?.('POST', '/member/in/v1/account-deletion/reactivate', { id })
    expect(await owners()).toEqual([null, id])
  })
})

it('an export has the filtered members that the person sees, without a date filter', async () => {
  const colleague = await makePerson(test.platform, selling, 'Sales')
  const [own, other] = [
    await make(ask, { city: 'Ekspor', sales_id: seller.id }),
    await make(ask, { city: 'Ekspor', sales_id: colleague.id }),
  ]
  const app = createApp(test.platform)
  const exported = async (token: string) => {
    const query = new URLSearchParams({ query: 'city:Ekspor', format: 'csv', columns: 'phone' })
    const response = await app.request(`${path}/export?${query}`, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, lines: (await response.text()).trim().split('\r\n').slice(1) }
  }
  expect(await exported(seller.token)).toEqual({ status: 200, lines: [own.phone] })
  const root = await makePerson(test.platform, [], 'Root', true)
  expect((await exported(root.token)).lines.toSorted()).toEqual([own.phone, other.phone].toSorted())
})

it('an export has the end of each product, and the days left as numbers', async () => {
  const made = await make(ask, { city: 'Sisa' })
  const accounts = [
    { product: 'EMT', type: 'VIP', expires_on: day(12) },
    { product: 'WST', type: 'Regular', expires_on: day(-3) },
  ] as const
  for (const { product, type, expires_on } of accounts)
    await test.platform.database.db.insert(membershipAccounts).values({ member_id: made.id, product, type, expires_on })
  const person = await makePerson(test.platform, [], 'Root', true)
  const query = new URLSearchParams({ query: 'city:Sisa', columns: 'name,products' })
  const response = await createApp(test.platform).request(`${path}/export?${query}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const book = xlsx.read(new Uint8Array(await response.arrayBuffer()))
  const [row] = xlsx.utils.sheet_to_json<Record<string, unknown>>(Object.values(book.Sheets)[0] ?? {})
  expect(row).toEqual({
    Name: made.name,
    'EMT VIP ends': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    'EMT VIP days left': 12,
    'WST Regular ends': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    'WST Regular days left': -3,
  })
})
