import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SheetImport } from '#contract/import/import-calls.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import { createApp } from '#server/app.ts'
import { importJob, undoImportJob } from '#server/crud/import/job.ts'
import { stockSectors, stocks } from '#server/db/tables/stock.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fillExchange } from '#tests/support/exchange.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
let exported: () => Promise<string>
const at = `${stock.path}/import`
const work = () => createRunner(test.platform, [importJob, undoImportJob]).idle()

beforeAll(async () => {
  test = await testPlatform()
  await fillExchange(test.platform.database.db, '2021-12-31T12:00:00+07:00')
  const may = ['get stock', 'create stock', 'update stock', 'delete stock']
  const app = createApp(test.platform)
  const person = await makePerson(test.platform, may)
  ask = requestAs(app, person)
  exported = async () =>
    (await app.request(`${stock.path}/export?format=csv`, { headers: { Authorization: `Bearer ${person.token}` } })).text()
})
afterAll(() => test.close())

async function take(text: string, name = 'Daftar Saham - Energy.csv', more: Record<string, string> = {}): Promise<SheetImport> {
  const form = new FormData()
  form.append('file', new File([text], name, { type: 'text/csv' }))
  for (const [key, value] of Object.entries(more)) form.append(key, value)
  const { body } = await ask('POST', at, form)
  await work()
  return (await ask('GET', `${at}/${body.data.ref}`)).body.data
}
const company = async (code: string) => (await test.platform.database.db.select().from(stocks).where(eq(stocks.code, code)))[0]
const header = 'No;Kode;Nama Perusahaan;Tanggal Pencatatan;Saham;Papan Pencatatan'
const problemsOf = ({ failures }: SheetImport) => failures.map(({ row, field, code }) => [row, field, code])

it('the import makes companies of a file of the exchange, each in the sector that the file is named after', async () => {
  const done = await take(
    `${header}\n1;zzaa.jk;Tambang Baru Tbk.;20 Okt 1993;3.889.179.559;Utama\n2;ZZAB;Minyak Tbk.;34262;1.000;Pengembangan\n;;;;;Total`,
  )
  expect(done).toMatchObject({ state: 'done', created: 2, failed: 0 })
  expect(await company('ZZAA')).toMatchObject({ company_name: 'Tambang Baru Tbk.', listed_on: '1993-10-20', listed_shares: 3_889_179_559 })
  expect(await company('ZZAB')).toMatchObject({ listed_on: '1993-10-20', board: 'Pengembangan' })
})

it('the import puts new companies into the sector that was chosen for the file, else into that of its name', async () => {
  const sectors = await test.platform.database.db.select().from(stockSectors)
  const idOf = (name: string) => sectors.find((sector) => sector.name === name)?.id ?? 0
  const rows = (code: string) => [header, `1;${code};Tanpa Sektor Tbk.;;;`].join('\n')
  const named = await take(rows('ZZSA'), 'Daftar Saham - Financials.csv', { dry_run: 'true' })
  expect(named.per_file).toEqual([{ field: 'sector_id', value: String(idOf('Financials')) }])
  await take(rows('ZZSA'), 'Daftar Saham - Financials.csv', { sector_id: String(idOf('Energy')) })
  expect(await company('ZZSA')).toMatchObject({ sector_id: idOf('Energy') })
  const without = await take(rows('ZZSB'), 'Daftar Saham.csv')
  expect(problemsOf(without)).toEqual([[2, 'sector_id', 'required']])
})

it('the import takes a file of the exchange with a title above, empty columns between and a footer below', async () => {
  const lines = [
    'Daftar Saham - Energy;;;;;;',
    ';;;;;;',
    'Per 20 November 2026;;;;;;',
    'No;Kode;;Nama Perusahaan;Tanggal Pencatatan;Saham;Papan Pencatatan',
    '1;ZZTA;;Batu Bara Tbk.;20 Nov 2020;1.000.000;Utama',
    ';;;;;;',
    'Sumber: Bursa Efek Indonesia;;;;;;',
  ]
  expect(await take(lines.join('\n'))).toMatchObject({ state: 'done', created: 1, failed: 0 })
  expect(await company('ZZTA')).toMatchObject({ company_name: 'Batu Bara Tbk.', listed_on: '2020-11-20', listed_shares: 1_000_000 })
})

it('the import takes rows as JSON, a bare array or named, and says of each what is wrong with it', async () => {
  const json = async (body: unknown) => {
    const { status, body: answer } = await ask('POST', at, body)
    if (status !== 200) return { status, fields: answer.fields }
    await work()
    return (await ask('GET', `${at}/${answer.data.ref}`)).body.data
  }
  const rows = [
    { code: 'ZZJA', company_name: 'Satu, "Jaya" Tbk.', sector_id: 'Energy', listed_shares: 1_000 },
    { kode: 'x', code: 'ZZJB9', company_name: 'Dua Tbk.', sector_id: 'Energy' },
  ]
  expect(await json(rows)).toMatchObject({ state: 'done', created: 1, failed: 1 })
  expect(await company('ZZJA')).toMatchObject({ company_name: 'Satu, "Jaya" Tbk.', listed_shares: 1_000 })
  const again = await json({ rows: [{ code: 'ZZJC', company_name: 'Tiga Tbk.', sector_id: 'Energy' }], dry_run: true })
  expect(again).toMatchObject({ state: 'checked', created: 1, dry_run: true })
  expect(await company('ZZJC')).toBeUndefined()
  for (const wrong of [{}, { rows: 'x' }, [1], 'x'])
    expect(await json(wrong)).toMatchObject({ status: 422, fields: { rows: { code: 'type' } } })
})

it('the import knows the names of the answers: stock_code, and the sector by its id; rows without a code are named', async () => {
  const [sector] = await test.platform.database.db.select().from(stockSectors)
  const rows = [
    { stock_code: 'ZZKA', company_name: 'Satu Tbk.', sector: { id: sector?.id }, listed_shares: 1_000 },
    { company_name: 'Tanpa Kode Tbk.', sector: { id: sector?.id } },
    { stock_code: 'ZZKB', company_name: 'Pecahan Tbk.', sector: { id: sector?.id }, listed_shares: 1.125 },
  ]
  const { body } = await ask('POST', at, rows)
  await work()
  const done = (await ask('GET', `${at}/${body.data.ref}`)).body.data
  expect(done).toMatchObject({ state: 'done', created: 1, failed: 2 })
  expect(problemsOf(done).toSorted()).toEqual([
    [3, 'code', 'required'],
    [4, 'listed_shares', 'integer'],
  ])
  expect(await company('ZZKA')).toMatchObject({ sector_id: sector?.id, listed_shares: 1_000 })
  const sheet = await take(
    `Stock Code;Nama Perusahaan;Sektor\nZZKC;Tiga Tbk.;${sector?.name}\n;Tanpa Kode Tbk.;${sector?.name}`,
    'daftar.csv',
  )
  expect([sheet.created, problemsOf(sheet)]).toEqual([1, [[3, 'code', 'required']]])
})

it('the import refuses fractions and amounts with lost digits, and reads those with words', async () => {
  const file = (name: string) => new File([readFileSync(new URL(`../../../../tests/cases/import/${name}`, import.meta.url))], name)
  const all = async (name: string) => {
    const form = new FormData()
    form.append('file', file(name))
    form.append('sector_id', String((await test.platform.database.db.select().from(stockSectors))[0]?.id))
    const { body } = await ask('POST', at, form)
    await work()
    return (await ask('GET', `${at}/${body.data.ref}`)).body.data
  }
  expect(problemsOf(await all('51-stocks-fractions.xlsx')).toSorted()).toEqual([
    [2, 'listed_shares', 'integer'],
    [4, 'listed_shares', 'integer'],
    [5, 'listed_shares', 'digits_lost'],
    [6, 'listed_shares', 'integer'],
  ])
  expect(await company('ZOAB')).toMatchObject({ listed_shares: 1_234_567_890 })
  expect(problemsOf(await all('53-number-spellings.csv')).toSorted()).toEqual([
    [10, 'listed_shares', 'min_value'],
    [14, 'listed_shares', 'number_unit'],
    [6, 'listed_shares', 'digits_lost'],
  ])
  for (const [code, shares] of [
    ['ZNAB', 1_500_000],
    ['ZNAC', 1_500_000],
    ['ZNAD', 1_500_000],
    ['ZNAL', 1_500_000],
    ['ZNAN', 123],
  ] as const)
    expect(await company(code)).toMatchObject({ listed_shares: shares })
})

it('the import names rows that hold no such code, day or number, and stores the others', async () => {
  const rows = [
    '1;BBCA-W;Waran;;;',
    '2;ZZAC;Satu Tbk.;31 Feb 2020;1;Utama',
    '3;ZZAD;Dua Tbk.;;1,5;Utama',
    '4;ZZAE;Tiga Tbk.;03/04/2002;10;Utama',
  ]
  const done = await take([header, ...rows, '5;ZZAF;Empat Tbk.;03/04/2;10;Utama'].join('\n'))
  expect(problemsOf(done)).toEqual([
    [2, 'code', 'stock_code'],
    [3, 'listed_on', 'date'],
    [4, 'listed_shares', 'integer'],
    [6, 'listed_on', 'date'],
  ])
  expect(await company('ZZAE')).toMatchObject({ listed_on: '2002-04-03' })
})

it('the import refuses both rows of a code that stands twice, and a new company without a sector', async () => {
  const done = await take(`${header}\n1;ZZAG;Satu Tbk.;;;\n2;zzag;Dua Tbk.;;;\n3;ZZAH;Tiga Tbk.;;;`, 'daftar.csv')
  expect(problemsOf(done).toSorted()).toEqual([
    [2, 'code', 'duplicate'],
    [3, 'code', 'duplicate'],
    [4, 'sector_id', 'required'],
  ])
})

it('the import clears nothing, keeps a name that the file cut, and is taken back', async () => {
  const before = await company('BBCA')
  const same = await take(`${header}\n1;BBCA;${before?.company_name.slice(0, 9)};;;`)
  expect(same).toMatchObject({ created: 0, updated: 0, skipped: 1 })
  const done = await take(`${header}\n1;BBCA;;;999;`)
  expect(done).toMatchObject({ updated: 1 })
  expect(await company('BBCA')).toMatchObject({ listed_shares: 999, listed_on: before?.listed_on, company_name: before?.company_name })
  await ask('PUT', `${at}/${done.ref}/undo`, {})
  await work()
  expect(await company('BBCA')).toMatchObject({ listed_shares: before?.listed_shares })
})

it('the import finds nothing to change in its own export of the whole exchange', async () => {
  const done = await take(await exported(), 'saham.csv', { dry_run: 'true' })
  expect(done.failures).toEqual([])
  expect(done).toMatchObject({ state: 'checked', created: 0, updated: 0, failed: 0 })
  expect(done.skipped).toBeGreaterThan(950)
})

it.each([
  ['en', ['Code', 'Company', 'Sector', 'Board', 'Sharia', 'Listed on'], ['Main', 'Yes']],
  ['id', ['Kode', 'Nama perusahaan', 'Sektor', 'Papan pencatatan', 'Syariah', 'Tanggal pencatatan'], ['Utama', 'Ya']],
  ['tr', ['KOD', 'ŞİRKET', 'Sektör', 'Pazar', 'İslami uygunluk', 'Borsaya giriş'], ['Ana', 'EVET']],
  ['ar', ['الرمز', 'الشركة', 'القطاع', 'لوحة الإدراج', 'متوافق مع الشريعة', 'تاريخ الإدراج'], ['الرئيسية', 'نعم']],
] as const)('reads a file in the words of the screen (%s), at the first check', async (language, columns, [board, yes]) => {
  const code = `ZW${language.toUpperCase()}`
  const done = await take(`${columns.join(';')}\n${code};Kata Tbk.;Energy;${board};${yes};2020-11-20`, 'saham.csv', { dry_run: 'true' })
  expect(done.columns.map(({ field }) => field)).toEqual(['code', 'company_name', 'sector_id', 'board', 'is_syariah', 'listed_on'])
  expect(done).toMatchObject({ state: 'checked', created: 1, failed: 0 })
  await take(`${columns.join(';')}\n${code};Kata Tbk.;Energy;${board};${yes};2020-11-20`, 'saham.csv')
  expect(await company(code)).toMatchObject({ company_name: 'Kata Tbk.', board: 'Utama', is_syariah: true, listed_on: '2020-11-20' })
})

it('the import takes the stored number or ref of a sector, and names the choices of a refused board', async () => {
  const [energy] = await test.platform.database.db.select().from(stockSectors).where(eq(stockSectors.name, 'Energy'))
  const rows = [`ZZRA;Satu Tbk.;${energy?.id};Utama`, `ZZRB;Dua Tbk.;${energy?.ref};pengembangan`, 'ZZRC;Tiga Tbk.;Energy;Papan Emas']
  const done = await take(['Code;Company;Sector;Board', ...rows].join('\n'), 'saham.csv')
  expect(await company('ZZRA')).toMatchObject({ sector_id: energy?.id })
  expect(await company('ZZRB')).toMatchObject({ sector_id: energy?.id, board: 'Pengembangan' })
  expect(done.failures).toMatchObject([
    {
      row: 4,
      field: 'board',
      value: 'Papan Emas',
      code: 'choice',
      message: 'Choose one of: Utama, Pengembangan, Akselerasi, Ekonomi Baru, Pemantauan Khusus',
    },
  ])
})
