import * as xlsx from '@e965/xlsx'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SheetImport } from '#contract/import/import-calls.ts'
import { guessColumns } from '#contract/import/sheet-columns.ts'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { retentionFields } from '#contract/sections/member/retention-fields.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { createApp } from '#server/app.ts'
import { serverDay } from '#server/commerce/ledger.ts'
import { importJob, undoImportJob } from '#server/crud/import/job.ts'
import { members, membershipAccounts, membershipEntries } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf } from '#tests/support/form.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const at = `${member.path}/import`
let test: TestPlatform
let app: ReturnType<typeof createApp>
let [ask, sell]: TestRequest[] = []
let asker: Person
let seller: Person
let today = ''
let phones = 0
let number = 0

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  const all = ['get', 'create', 'update', 'delete'].flatMap((action) => ['member', 'product', 'transaction'].map((of) => `${action} ${of}`))
  asker = await makePerson(test.platform, [...all, 'update assign-sales'])
  ask = requestAs(app, asker)
  seller = await makePerson(test.platform, all, 'Sales')
  await test.platform.database.db.update(users).set({ name: 'Maya Putri', phone: '6281377700001' }).where(eq(users.id, seller.id))
  sell = requestAs(app, seller)
  today = await serverDay(test.platform.database.db)
})
afterAll(() => test.close())
beforeEach(() => {
  phones += 10
})

const on = (days: number) => addDays(today, days)
/** In stored form. */
const phone = (of = 0) => `62813555${String(10_000 + phones + of)}`
const work = () => createRunner(test.platform, [importJob, undoImportJob]).idle()
const read = async ({ ref }: { ref: string }): Promise<SheetImport> => (await ask?.('GET', `${at}/${ref}`))?.body.data

const header = 'Phone,Name,Product,Type,Expires on,Sales,Note'
const template = `${header},Email,City,Joined at`

async function take(lines: readonly string[], more: Record<string, string> = {}, as = ask, head = header): Promise<SheetImport> {
  number += 1
  const form = new FormData()
  form.append('file', new File([[head, ...lines, ''].join('\n')], `retensi-${number}.csv`, { type: 'text/csv' }))
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  const begun = await as?.('POST', at, form)
  expect(begun?.status, JSON.stringify(begun?.body)).toBe(200)
  await work()
  const done = await as?.('GET', `${at}/${begun?.body.data.ref}`)
  return done?.body.data
}

const undo = async (made: SheetImport): Promise<SheetImport> => {
  expect((await ask?.('PUT', `${at}/${made.ref}/undo`, {}))?.status).toBe(200)
  await work()
  return read(made)
}

/** Fields that an import finds in its own file of rows that were refused. */
async function failureColumns({ ref }: SheetImport): Promise<(string | null)[]> {
  const file = await app.request(`${at}/${ref}/failures`, { headers: { authorization: `Bearer ${asker.token}` } })
  const { Sheets } = xlsx.read(new Uint8Array(await file.arrayBuffer()))
  const [columns = []] = Object.values(Sheets).map((sheet) => xlsx.utils.sheet_to_json<string[]>(sheet, { header: 1 })[0] ?? [])
  expect(columns.slice(-2)).toEqual(['Row', 'Problem'])
  return [...guessColumns(columns.slice(0, -2), member)]
}

const memberOf = async (of = 0) => (await ask?.('GET', `${member.path}?query=${encodeURIComponent(`search:${phone(of)}`)}`))?.body.data[0]
const endsOf = async (of = 0) =>
  (await memberOf(of))?.products.map(({ product, type, expires_on }: Record<string, string>) => `${product} ${type} ${expires_on}`)
const wrong = ({ failures }: SheetImport) => failures.map(({ row, field, code }) => `${row} ${field} ${code}`)

describe('a row of a retention file', () => {
  it('makes a member with access to the day, and brings one who is there to it, later or earlier', async () => {
    const made = await take([`${phone()},Sari Dewi,EMT,,${on(30)},,Pindahan`, `${phone(1)},Budi,WST,VIP,${on(-20)},,`])
    expect(made).toMatchObject({ state: 'done', created: 2, updated: 0, skipped: 0, failed: 0 })
    expect(await memberOf()).toMatchObject({ name: 'Sari Dewi', phone: phone(), status: 'active', sales: { sales_id: 0 } })
    expect([await endsOf(), await endsOf(1)]).toEqual([[`EMT Regular ${on(30)}`], [`WST VIP ${on(-20)}`]])
    const again = await take([
      `${phone()},Nama lain,EMT,active,${on(40)},,`,
      `${phone()},,EMT,VIP,${on(10)},,`,
      `${phone(1)},,WST,vip,${on(-25)},,Salah`,
    ])
    expect(again).toMatchObject({ created: 0, updated: 3, skipped: 0, failed: 0 })
    expect(await memberOf()).toMatchObject({ name: 'Sari Dewi' })
    expect([await endsOf(), await endsOf(1)]).toEqual([[`EMT Regular ${on(40)}`, `EMT VIP ${on(10)}`], [`WST VIP ${on(-25)}`]])
    const { id } = await memberOf(1)
    const { accounts } = (await ask?.('GET', `${member.path}/${id}/memberships`))?.body ?? {}
    expect(accounts[0].entries).toMatchObject([
      { kind: 'adjust', days: -5, source: 'import', reason: 'Salah' },
      { kind: 'grant', on: on(-20), days: 0, source: 'import', reason: `retensi-${number - 1}.csv` },
    ])
  })

  it('does nothing where the end is that day, or lies between it and today', async () => {
    await take([`${phone()},Sari,EMT,,${on(-20)},,`])
    expect(await take([`${phone()},,EMT,,${on(-20)},,`])).toMatchObject({ skipped: 1, updated: 0, undo_until: null })
    expect(await take([`${phone()},,EMT,,${on(-3)},,`])).toMatchObject({ skipped: 1, updated: 0 })
    expect(await take([`${phone()},,EMT,,${today},,`])).toMatchObject({ skipped: 0, updated: 1 })
    expect(await endsOf()).toEqual([`EMT Regular ${today}`])
  })

  it('of one phone in five spellings is of one member, and a second one of an account is refused', async () => {
    const digits = phone().slice(2)
    const spellings = [`0${digits}`, `+62 ${digits.slice(0, 3)}-${digits.slice(3)}`, digits, `62${digits}`, `(+62) 0${digits}`]
    const products = ['EMT', 'EMV', 'WST', 'TTA', 'TAB']
    const made = await take([
      ...spellings.map((each, index) => `${each},${index ? '' : 'Lima Ejaan'},${products[index]},,${on(30)},,`),
      `${spellings[3]},,EMT,reguler,${on(60)},,`,
    ])
    expect(made).toMatchObject({ created: 1, updated: 4, failed: 1 })
    expect(wrong(made)).toEqual(['7 phone duplicate'])
    const found = await test.platform.database.db.select().from(members).where(eq(members.phone, phone()))
    expect(found).toMatchObject([{ name: 'Lima Ejaan' }])
    expect(await endsOf()).toHaveLength(5)
  })

  it('that cannot be is named with its column, and the others are stored', async () => {
    await take([`${phone(1)},Terhapus,EMT,,${on(5)},,`])
    const { id } = await memberOf(1)
    expect((await ask?.('DELETE', member.path, { ids: [id] }))?.status).toBe(200)
    const made = await take([
      `${phone()},,EMT,,${on(5)},,`,
      `${phone(1)},Terhapus,EMT,,${on(9)},,`,
      `123,Budi,EMT,,${on(5)},,`,
      `${phone(2)},Budi,XYZ,,kapan-kapan,,`,
      `${phone(3)},Budi,EMT,,${on(5)},Entah Siapa,`,
      `${phone(4)},<b>Budi</b>,EMT,Cuti,${on(5)},,`,
      `${phone(5)},Budi,EMT,,${on(5)},,`,
    ])
    expect(made).toMatchObject({ created: 1, failed: 6 })
    expect(wrong(made)).toEqual([
      '2 name required',
      '3 phone member_deleted',
      '4 phone phone_short',
      '5 product choice',
      '5 expires_on date',
      '6 sales unknown_reference',
      '7 name html',
      '7 type choice',
    ])
  })
})

describe('a file of another system', () => {
  it('has mail, city, day of joining and type in its own words; a member who is there gets what they lack', async () => {
    const head = 'Nama Depan,Nama Belakang,No WA,Email,Kota,Paket,Tipe,Berlaku sampai,Tgl gabung,PIC'
    const lines = [
      `Sari,Dewi,${phone()},Sari@Contoh.id,Solo,EMT,vip,${on(30)},3 Agt 2019,${seller.email}`,
      `Budi,Dua,${phone(1)},,,WST,Reguler,${on(5)},,`,
    ]
    expect(await take(lines, {}, ask, head)).toMatchObject({ state: 'done', created: 2, failed: 0, warnings: [] })
    const sari = { name: 'Sari Dewi', email: 'sari@contoh.id', city: 'Solo', joined_at: '2019-08-03', sales_id: seller.id }
    expect(await memberOf()).toMatchObject(sari)
    expect([await endsOf(), await endsOf(1)]).toEqual([[`EMT VIP ${on(30)}`], [`WST Regular ${on(5)}`]])
    const more = await take(
      [`Lain,Nama,${phone()},lain@contoh.id,Medan,EMT,VIP,${on(30)},,`, `,,${phone(1)},budi@contoh.id,Kediri,WST,Reguler,${on(5)},,`],
      {},
      ask,
      head,
    )
    expect(more).toMatchObject({ created: 0, updated: 1, skipped: 1, failed: 0 })
    expect(await memberOf()).toMatchObject(sari)
    expect(await memberOf(1)).toMatchObject({ email: 'budi@contoh.id', city: 'Kediri' })
    expect(await undo(more)).toMatchObject({ state: 'undone', undone: 1, kept: 0 })
    expect((await memberOf(1)).email).toBeNull()
  })

  it('is told where a type is absent, and a type that is none is refused', async () => {
    const warned = ({ warnings }: SheetImport) => warnings.map(({ row, field, code }) => `${row} ${field} ${code}`)
    const some = await take(
      [`${phone()},Sari,EMT,,${on(5)}`, `${phone(1)},Budi,EMT,VIP,${on(5)}`, `${phone(2)},Ani,EMT,Premium,${on(5)}`],
      {},
      ask,
      'Phone,Name,Product,Tipe,Expires on',
    )
    expect([warned(some), wrong(some)]).toEqual([['2 type type_absent'], ['4 type choice']])
    const none = await take([`${phone(3)},Eko,EMT,${on(5)}`, `${phone(4)},Dwi,EMT,${on(5)}`], {}, ask, 'Phone,Name,Product,Expires on')
    expect([none.created, warned(none)]).toEqual([2, ['2 type type_absent']])
  })
})

describe('rows that are stored together', () => {
  it('have the same outcome as one by one, also where one of them is refused', async () => {
    const colleague = await makePerson(test.platform, ['get member'], 'Sales')
    const lines = (of: number) => [
      `${phone(of)},Sari,EMT,Regular,${on(30)},,`,
      `${phone(of)},,WST,VIP,${on(-5)},,`,
      `${phone(of + 1)},Budi,EMT,Regular,${on(10)},,Pindahan`,
      `${phone(of + 1)},,EMT,VIP,${on(20)},,`,
    ]
    expect(await take(lines(0), {}, sell)).toMatchObject({ created: 2, updated: 2, failed: 0 })
    const mixed = await take([...lines(2), `${phone(4)},Lain,EMT,Regular,${on(5)},${colleague.email},`], {}, sell)
    expect(mixed).toMatchObject({ created: 2, updated: 2, failed: 1 })
    expect(wrong(mixed)).toEqual(['6 sales not_allowed'])
    for (const of of [0, 2]) {
      expect([await endsOf(of), await endsOf(of + 1)]).toEqual([
        [`EMT Regular ${on(30)}`, `WST VIP ${on(-5)}`],
        [`EMT VIP ${on(20)}`, `EMT Regular ${on(10)}`],
      ])
      const { id } = await memberOf(of + 1)
      const { accounts } = (await ask?.('GET', `${member.path}/${id}/memberships`))?.body ?? {}
      expect(accounts.flatMap(({ entries }: { entries: { reason: string }[] }) => entries.map(({ reason }) => reason))).toContain(
        'Pindahan',
      )
    }
    const moved = await take([
      `${phone()},,EMT,Regular,${on(40)},,`,
      `${phone()},,WST,VIP,${on(-5)},,`,
      `${phone(1)},,EMT,Regular,${on(12)},,`,
    ])
    expect(moved).toMatchObject({ created: 0, updated: 2, skipped: 1, failed: 0 })
    expect(await undo(moved)).toMatchObject({ undone: 2, kept: 0 })
    expect(await endsOf()).toEqual([`EMT Regular ${on(30)}`, `WST VIP ${on(-5)}`])
  })
})

describe('a row of an exported file', () => {
  const head = 'Name,Phone,Sales,Product,EMT VIP ends,EMT VIP days left,WST Regular ends,Notes'
  const takeExported = (lines: readonly string[], more: Record<string, string> = {}) => take(lines, more, ask, head)

  it('brings each account that it has a day of, and makes a member who has none', async () => {
    const lines = [
      `Sari Dewi,${phone()},Maya Putri,"EMT, WST",${on(30)},30,${on(-20)},Catatan`,
      `Budi,${phone(1)},,WST,,,${on(5)},`,
      `Tanpa Akses,${phone(2)},,,,,,`,
    ]
    expect(await takeExported(lines)).toMatchObject({ state: 'done', created: 3, updated: 0, skipped: 0, failed: 0 })
    expect([await endsOf(), await endsOf(1), await endsOf(2)]).toEqual([
      [`EMT VIP ${on(30)}`, `WST Regular ${on(-20)}`],
      [`WST Regular ${on(5)}`],
      [],
    ])
    expect(await memberOf()).toMatchObject({ name: 'Sari Dewi', sales_id: seller.id })
    expect(await takeExported(lines)).toMatchObject({ created: 0, updated: 0, skipped: 3, failed: 0 })
    const made = await takeExported([`Nama lain,${phone()},,,${on(10)},10,${today},`])
    expect(made).toMatchObject({ updated: 1, failed: 0 })
    expect(await endsOf()).toEqual([`EMT VIP ${on(10)}`, `WST Regular ${today}`])
    expect(await undo(made)).toMatchObject({ state: 'undone', undone: 1, kept: 0 })
    expect(await endsOf()).toEqual([`EMT VIP ${on(30)}`, `WST Regular ${on(-20)}`])
  })

  it('is stored as a whole or not at all, and a second one of an account is refused', async () => {
    const made = await takeExported([
      `Salah,${phone()},,,${on(30)},,kapan-kapan,`,
      `Dua,${phone(1)},,,${on(30)},,,`,
      `Dua,${phone(1)},,,,,${on(30)},`,
      `Dua,${phone(1)},,,${on(40)},,${on(40)},`,
    ])
    expect(made).toMatchObject({ created: 1, updated: 1, failed: 2 })
    expect(wrong(made)).toEqual(['2 WST_Regular_ends date', '5 phone duplicate'])
    expect([await memberOf(), await endsOf(1)]).toEqual([undefined, [`EMT VIP ${on(30)}`, `WST Regular ${on(30)}`]])
    expect(await failureColumns(made)).toEqual(['name', 'phone', 'sales', 'EMT_VIP_ends', 'WST_Regular_ends'])
  })

  it('may also have a product of its own; without columns of ends it must', async () => {
    const both = 'Phone,Name,Product,Expires on,WST VIP ends'
    const made = await take(
      [`${phone()},Sari,EMT,${on(5)},${on(9)}`, `${phone(1)},Budi,EMT,,${on(9)}`, `${phone(2)},Ani,,,${on(9)}`],
      {},
      ask,
      both,
    )
    expect(made).toMatchObject({ created: 2, failed: 1 })
    expect(wrong(made)).toEqual(['3 expires_on required'])
    expect([await endsOf(), await endsOf(2)]).toEqual([[`WST VIP ${on(9)}`, `EMT Regular ${on(5)}`], [`WST VIP ${on(9)}`]])
    const without = await take([`${phone(3)},Eko`], {}, ask, 'Phone,Name')
    expect(without).toMatchObject({ state: 'failed', problem: "No column holds 'Product'." })
  })
})

describe('the salesperson of a row', () => {
  it('is found by name, mail or phone, and given where the person may', async () => {
    const names = ['maya putri', seller.email, '0813-7770-0001']
    const made = await take(names.map((name, index) => `${phone(index)},Budi,EMT,,${on(5)},${name},`))
    expect(made).toMatchObject({ created: 3, failed: 0 })
    for (const index of [0, 1, 2]) expect((await memberOf(index)).sales_id).toBe(seller.id)
    expect(await take([`${phone()},,EMT,,${on(5)},-,`])).toMatchObject({ updated: 1 })
    expect((await memberOf()).sales_id).toBe(0)
    const boss = await makePerson(test.platform, ['get member'], 'Boss')
    expect(wrong(await take([`${phone()},,EMT,,${on(5)},${boss.email},`]))).toEqual(['2 sales unknown_reference'])
  })

  it('stays with a member whom they have after they left, and is given no other', async () => {
    const gone = await makePerson(test.platform, ['get member'], 'Sales')
    await take([`${phone()},Milik Lama,EMT,,${on(5)},${gone.email},`, `${phone(1)},Lain,EMT,,${on(5)},,`])
    await test.platform.database.db.update(users).set({ is_active: false }).where(eq(users.id, gone.id))
    const made = await take([`${phone()},,EMT,,${on(9)},${gone.email},`, `${phone(1)},,EMT,,${on(9)},${gone.email},`])
    expect(made).toMatchObject({ updated: 1, failed: 1 })
    expect(wrong(made)).toEqual(['3 sales unknown_reference'])
    expect((await memberOf()).sales_id).toBe(gone.id)
  })

  it('may be oneself or nobody; the members of colleagues are not touched', async () => {
    const colleague = await makePerson(test.platform, ['get member'], 'Sales')
    await take([`${phone(1)},Milik Rekan,EMT,,${on(5)},${colleague.email},`])
    const made = await take(
      [
        `${phone()},Budi,EMT,,${on(5)},${seller.email},`,
        `${phone(1)},,EMT,,${on(9)},,`,
        `${phone(2)},Budi,EMT,,${on(5)},${colleague.email},`,
      ],
      {},
      sell,
    )
    expect(made).toMatchObject({ created: 1, failed: 2 })
    expect(wrong(made)).toEqual(['3 phone taken', '4 sales not_allowed'])
    expect(await endsOf(1)).toEqual([`EMT Regular ${on(5)}`])
    expect(await memberOf(2)).toBeUndefined()
  })
})

it('a dry run says what would happen and writes nothing', async () => {
  await take([`${phone()},Ada,EMT,,${on(5)},,`])
  const { db } = test.platform.database
  const counts = () => Promise.all([members, membershipAccounts, membershipEntries].map((table) => db.$count(table)))
  const before = await counts()
  const dry = await take([`${phone()},,EMT,,${on(9)},,`, `${phone(1)},Baru,EMT,,${on(5)},,`, `${phone(1)},,WST,,${on(5)},,`], {
    dry_run: 'true',
  })
  expect(dry).toMatchObject({ state: 'checked', created: 1, updated: 2, failed: 0, undo_until: null })
  expect(await counts()).toEqual(before)
  expect(await endsOf()).toEqual([`EMT Regular ${on(5)}`])
})

describe('undo', () => {
  it('takes grants and corrections back, and members who have nothing else; their phones are free for the right file', async () => {
    await take([`${phone()},Ada,EMT,,${on(30)},,`])
    const made = await take([
      `${phone()},,EMT,,${on(10)},${seller.email},`,
      `${phone()},,EMT,VIP,${on(10)},,`,
      `${phone(1)},Salah Nama,EMT,,${on(5)},,`,
    ])
    expect(await undo(made)).toMatchObject({ state: 'undone', undone: 2, kept: 0, kept_rows: [] })
    expect(await endsOf()).toEqual([`EMT Regular ${on(30)}`])
    expect((await memberOf()).sales_id).toBe(0)
    expect(await memberOf(1)).toBeUndefined()
    expect(await take([`${phone(1)},Nama Benar,EMT,,${on(5)},,`])).toMatchObject({ created: 1, failed: 0 })
    expect(await memberOf(1)).toMatchObject({ name: 'Nama Benar' })
  })

  it('keeps and lists what a later order builds on, and members whom somebody changed', async () => {
    const made = await take([
      `${phone()},Pembeli,EMT,,${on(5)},,`,
      `${phone(1)},Diubah,EMT,,${on(5)},,`,
      `${phone(2)},Lain,EMT,,${on(5)},,`,
    ])
    const sold = { name: 'EMT Bulanan', product: 'EMT', fee_type: 'paid', price: 100_000, duration_days: 30 }
    const product = (await ask?.('POST', membership.path, sold))?.body.data.id
    const form = new FormData()
    const items = JSON.stringify([{ category: 'membership', product_id: product, qty: 1 }])
    const order = { member_id: String((await memberOf()).id), items, payment_method: 'cash', payment_status: 'paid' }
    for (const [name, value] of Object.entries(order)) form.append(name, value)
    expect((await ask?.('POST', transaction.path, form))?.status).toBe(201)
    const { id } = await memberOf(1)
    await ask?.('PUT', `${member.path}/${id}`, { city: 'Bandung' }, { 'Update-Mask': 'city' })
    const undone = await undo(made)
    expect(undone).toMatchObject({ state: 'undone', undone: 1, kept: 2 })
    expect(undone.kept_rows).toMatchObject([
      { row: 2, name: 'Pembeli', gone: false },
      { row: 3, name: 'Diubah', gone: false },
    ])
    expect(await endsOf()).toEqual([`EMT Regular ${on(35)}`])
    expect([await endsOf(1), await memberOf(2)]).toEqual([[], undefined])
  })

  it('a second time takes back what the first had to keep, once nothing builds on it any more', async () => {
    const made = await take([`${phone()},Pembeli,EMT,,${on(5)},,`, `${phone(1)},Lain,EMT,,${on(5)},,`])
    const sold = { name: 'EMT Sebulan', product: 'EMT', fee_type: 'paid', price: 100_000, duration_days: 30 }
    const product = (await ask?.('POST', membership.path, sold))?.body.data.id
    const items = [{ category: 'membership', product_id: product, qty: 1 }]
    const values = { member_id: (await memberOf()).id, items, payment_method: 'cash', payment_status: 'paid', note: 'Catatan' }
    const order = (await ask?.('POST', transaction.path, formOf(transaction.fields, values)))?.body.data
    const first = await undo(made)
    expect(first).toMatchObject({ undone: 1, kept: 1, kept_rows: [{ row: 2 }] })
    expect(first.undo_until).not.toBeNull()
    expect(await undo(made)).toMatchObject({ undone: 1, kept: 1, kept_rows: [{ row: 2 }] })
    expect(await endsOf()).toEqual([`EMT Regular ${on(35)}`])
    expect((await ask?.('DELETE', transaction.path, { ids: [order.id] }))?.status).toBe(200)
    // The order needs the member, who stays; the file's grants are void.
    expect(await undo(made)).toMatchObject({ state: 'undone', undone: 1, kept: 1 })
    expect(await endsOf()).toEqual([])
  })

  it('is possible for 30 days', async () => {
    const made = await take([`${phone()},Budi,EMT,,${on(5)},,`])
    await test.platform.database.db.execute(sql`update imports set changed_at = now() - interval '31 days' where ref = ${made.ref}`)
    expect((await ask?.('PUT', `${at}/${made.ref}/undo`, {}))?.status).toBe(410)
  })
})

it('the import gives a spreadsheet to fill in, whose columns it knows again', async () => {
  const { token } = await makePerson(test.platform, ['get member', 'create member'])
  const file = await app.request(`${at}/template`, { headers: { authorization: `Bearer ${token}` } })
  expect(file.headers.get('content-disposition')).toContain('member-template.xlsx')
  const { Sheets } = xlsx.read(new Uint8Array(await file.arrayBuffer()))
  const [columns = []] = Object.values(Sheets).map((sheet) => xlsx.utils.sheet_to_json<string[]>(sheet, { header: 1 })[0] ?? [])
  expect(columns.join()).toBe(template)
  expect(guessColumns(columns, member)).toEqual(Object.keys(retentionFields))
})
