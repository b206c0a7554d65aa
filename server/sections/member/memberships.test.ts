import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberAlert } from '#contract/sections/member/member-alert.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { createApp } from '#server/app.ts'
import { appendEntries, lockAccounts, serverDay } from '#server/commerce/ledger.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let [ask, read]: TestRequest[] = []
let today = ''
let product = 0
let id = 0

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  const all = ['get', 'create', 'update', 'delete'].flatMap((action) => ['member', 'product', 'transaction'].map((of) => `${action} ${of}`))
  ask = requestAs(app, await makePerson(test.platform, all))
  read = requestAs(app, await makePerson(test.platform, ['get member']))
  today = await serverDay(test.platform.database.db)
  const sold = { name: 'EMT Bulanan', product: 'EMT', fee_type: 'paid', price: 100_000, duration_days: 30 }
  product = (await ask('POST', membership.path, sold))?.body.data.id
  id = (await ask('POST', member.path, { name: 'Rina Wati', phone: '6281300099001' }))?.body.data.id
})
afterAll(() => test.close())

const on = (days: number) => addDays(today, days)

async function buy() {
  const form = new FormData()
  const items = JSON.stringify([{ category: 'membership', product_id: product, qty: 1 }])
  for (const [name, value] of Object.entries({
    member_id: String(id),
    items,
    payment_method: 'cash',
    payment_status: 'paid',
    note: 'Catatan',
  }))
    form.append(name, value)
  const made = await ask?.('POST', transaction.path, form)
  expect(made?.status, JSON.stringify(made?.body)).toBe(201)
  return made?.body.data
}

type AnyEntry = Record<'position', number>

const timeline = async (as = ask) => (await as?.('GET', `${member.path}/${id}/memberships`))?.body.accounts[0]

it('the timeline has the days, gap, source and validity of each entry', async () => {
  await test.platform.database.transaction(async (tx) => {
    const [account] = await lockAccounts(tx, [{ member_id: id, product: 'EMT', type: 'Regular' }])
    await appendEntries(tx, account?.id ?? 0, [{ kind: 'grant', on: on(-40), days: 30, source: 'hand', reason: 'Lama' }], 'Ani')
  })
  const [first, second] = [await buy(), await buy()]
  expect((await ask?.('DELETE', transaction.path, { ids: [second.id] }))?.status).toBe(200)
  const away = { member_id: id, product: 'EMT', start: on(5), end: on(14) }
  expect((await ask?.('POST', memberCuti.path, away))?.status).toBe(201)
  const { entries, ...account } = await timeline()
  expect(account).toEqual({ product: 'EMT', type: 'Regular', expires_on: on(40), remaining: 40 })
  expect(entries).toMatchObject([
    { kind: 'leave', days: 10, before: on(30), after: on(40), leave_start: on(5), leave_end: on(14), is_voided: false },
    { kind: 'void', target: 3, before: on(60), after: on(30), order_number: second.order_number, order_id: null },
    { kind: 'grant', is_voided: true, days: 30, before: on(30), after: on(60), order_number: second.order_number, order_id: null },
    { kind: 'grant', days: 30, before: on(-10), after: on(30), gap: 10, order_number: first.order_number, order_id: first.id },
    { kind: 'grant', before: null, after: on(-10), gap: 0, source: 'hand', reason: 'Lama', created_by: 'Ani', is_voided: false },
  ])
})

it('stands in the history of the member and of all members, each change with its cause', async () => {
  interface Ends {
    products: readonly [readonly { expires_on: string }[], readonly { expires_on: string }[]]
    cause: readonly [null, { source: string; detail: string }]
  }
  const ends = async (path: string) =>
    (await ask?.('GET', path))?.body.data
      .filter(({ changes }: { changes: object }) => 'products' in changes)
      .map(({ changes: { products, cause } }: { changes: Ends }) => {
        const [from, to] = products.map((list) => list.map(({ expires_on }) => expires_on).join())
        return `${from} > ${to} ${cause[1].source} ${cause[1].detail}`
      })
  const { entries } = await timeline()
  const [bought, first] = [entries[1].order_number, entries[3].order_number]
  const expected = [
    `${on(30)} > ${on(40)} leave ${on(5)} – ${on(14)}`,
    `${on(60)} > ${on(30)} order ${bought}`,
    `${on(30)} > ${on(60)} order ${bought}`,
    `${on(-10)} > ${on(30)} order ${first}`,
    ` > ${on(-10)} hand Lama`,
  ]
  expect(await ends(`${member.path}/${id}/history`)).toEqual(expected)
  expect(await ends('/member/in/v1/histories')).toEqual(expected)
})

it('leads to no order that the person may not open', async () => {
  const { entries } = await timeline(read)
  expect(entries[3]).toMatchObject({ source: 'order', order_id: null })
  expect(entries[3].order_number).toMatch(/^TRX-/)
})

it('the salesperson of a member is alerted once of a paid or deleted order', async () => {
  const { entries } = await timeline()
  const [deleted, first] = [entries[1].order_number, entries[3].order_number]
  const alerts = async () =>
    (await ask?.('GET', `${memberAlert.path}?query=member_id:${id}&sort=id%20asc`))?.body.data.map(
      ({ kind, detail }: Record<string, string>) => `${kind} ${detail}`,
    )
  const paid = [`order_paid ${first}`, `order_paid ${deleted}`, `order_deleted ${deleted}`]
  expect((await alerts()).slice(0, 3)).toEqual(paid)
  const trash = (await ask?.('GET', `${transaction.path}/trashed`))?.body.data
  expect((await ask?.('PUT', `${transaction.path}/trashed/${trash[0].id}/restore`))?.status).toBe(200)
  expect((await alerts()).filter((each: string) => each.startsWith('order'))).toEqual(paid)
})

it('lists by status and remaining days are recounted after each order, leave and correction', async () => {
  const total = async (query: string) => (await read?.('GET', `${member.path}?query=${query}`))?.body.total_record
  const count = () => Promise.all(['status:active', 'status:cuti', 'remaining:14'].map(total))
  id = (await ask?.('POST', member.path, { name: 'Sari Dewi', phone: '6281300099002' }))?.body.data.id
  const [active, away, ending] = await count()
  const seen = async () => (await count()).map((now, at) => now - [active, away, ending][at])
  const bought = await buy()
  expect(await seen()).toEqual([1, 0, 0])
  const correction = { product: 'EMT', type: 'Regular', expires_on: on(10), reason: 'Salah hitung' }
  expect((await ask?.('PUT', `${member.path}/${id}/memberships`, correction))?.status).toBe(200)
  expect(await seen()).toEqual([1, 0, 1])
  const leave = await ask?.('POST', memberCuti.path, { member_id: id, product: 'EMT', start: today, end: on(9) })
  expect(leave?.status, JSON.stringify(leave?.body)).toBe(201)
  expect(await seen()).toEqual([0, 1, 0])
  expect((await ask?.('GET', `${memberCuti.path}/${leave?.body.data.id}/stop`))?.status).toBe(200)
  expect((await seen())[1]).toBe(0)
  expect((await ask?.('DELETE', transaction.path, { ids: [bought.id] }))?.status).toBe(200)
  expect(await count()).toEqual([active, away, expect.any(Number)])
})

it('the timeline of a stopped leave adds up, with an end on every line', async () => {
  await test.platform.database.transaction(async (tx) => {
    const [account] = await lockAccounts(tx, [{ member_id: id, product: 'WST', type: 'Regular' }])
    await appendEntries(tx, account?.id ?? 0, [{ kind: 'grant', days: 40, source: 'hand' }], 'Ani')
  })
  const away = { member_id: id, product: 'WST', start: on(20), end: on(29) }
  const made = await ask?.('POST', memberCuti.path, away)
  expect(made?.status, JSON.stringify(made?.body)).toBe(201)
  expect((await ask?.('GET', `${memberCuti.path}/${made?.body.data.id}/stop`))?.status).toBe(200)
  const { accounts } = (await ask?.('GET', `${member.path}/${id}/memberships`))?.body ?? {}
  const { entries, expires_on } = accounts.find((one: Record<string, unknown>) => one.product === 'WST')
  const written = entries.toSorted((a: AnyEntry, b: AnyEntry) => a.position - b.position)
  expect(written.slice(-2)).toMatchObject([
    { kind: 'leave', days: 10, before: on(40), after: on(50) },
    { kind: 'leave', days: -10, before: on(50), after: on(40) },
  ])
  expect(written.at(-1).after).toBe(expires_on)
  for (const [at, { before, after }] of written.entries())
    expect([before, after]).toEqual([written[at - 1]?.after ?? null, expect.any(String)])
})
