import * as xlsx from '@e965/xlsx'
import { inArray, sql } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SheetImport } from '#contract/import/import-calls.ts'
import { importLimits } from '#contract/import/limits.ts'
import type { Job } from '#contract/jobs.ts'
import { jobList, jobUndo } from '#contract/jobs.ts'
import { fillPath } from '#contract/kit/section/call.ts'
import { campaigns } from '#server/db/tables/crm.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { mountJobs } from '#server/platform/jobs/api.ts'
import { forgetJobs } from '#server/platform/jobs/forget.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { campaignApi } from '#server/sections/promotion/campaign.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { makeThings, thing, thingApi, things } from '#tests/support/things.ts'
import { startForgettingImports } from './forget.ts'
import { importJob, undoImportJob } from './job.ts'
import { mountImportTasks } from './tasks.ts'

const at = `${thing.path}/import`
const may = ['get content', 'create content', 'update content', 'delete content', 'get event']

let test: TestPlatform
let app: Hono
let ani: Person
let ask: TestRequest
let gajian = 0
let campaignIds: number[] = []

beforeAll(async () => {
  test = await testPlatform()
  await makeThings(test.platform.database.db)
  app = new Hono()
  mountFailures(app, test.platform)
  thingApi.mount(app, test.platform)
  mountJobs(app, test.platform)
  mountImportTasks(app, test.platform)
  campaignApi.mount(app, test.platform)
  ani = await makePerson(test.platform, may)
  ask = requestAs(app, ani)
  const made = await test.platform.database.db
    .insert(campaigns)
    .values(['Gajian', 'Lebaran'].map((name) => ({ name, channel: 'ads', status: 'active', start: '2026-11-01' })))
    .returning()
  campaignIds = made.map(({ id }) => id)
  gajian = campaignIds[0] ?? 0
})
afterAll(() => test.close())
beforeEach(() =>
  test.platform.database.db.execute(sql`truncate things, jobs, report_exports, imports, import_parts, import_rows, import_failures`),
)

const work = () => createRunner(test.platform, [importJob, undoImportJob]).idle()

async function begin(file: string | File, more: Record<string, string> = {}, who = ask): Promise<SheetImport> {
  const form = new FormData()
  form.append('file', typeof file === 'string' ? new File([file], 'barang.csv', { type: 'text/csv' }) : file)
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  const { status, body } = await who('POST', at, form)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const read = async ({ ref }: { ref: string }, who = ask): Promise<SheetImport> => (await who('GET', `${at}/${ref}`)).body.data

async function take(file: string | File, more: Record<string, string> = {}): Promise<SheetImport> {
  const made = await begin(file, more)
  expect(made.state).toBe('running')
  await work()
  return read(made)
}

const all = () => test.platform.database.db.select().from(things).orderBy(things.code)
const rows = (...lines: string[]) => ['Code,Name,Price,Campaign,Days', ...lines].join('\n')

it('an import creates records of rows, by headers of an export, with names for references', async () => {
  const done = await take(rows('A1,Satu,"Rp 1.500.000",gajian,"mon, wed"', 'A2,Dua,,,'))
  expect(done).toMatchObject({
    state: 'done',
    total: 2,
    created: 2,
    failed: 0,
    undo_until: expect.any(String),
    created_by: expect.any(String),
  })
  expect(await all()).toMatchObject([
    { code: 'A1', name: 'Satu', price: 1_500_000, campaign_id: gajian, days: ['mon', 'wed'], is_active: true, kind: 'small', version: 1 },
    { code: 'A2', name: 'Dua', price: null, campaign_id: null, days: [] },
  ])
  const { jobs }: { jobs: Job[] } = (await ask('GET', jobList.path)).body
  expect(jobs).toMatchObject([{ kind: 'import', state: 'done', section: 'thing', subject: 'barang.csv', done: 2, total: 2, result: null }])
})

it('an import uses the given columns', async () => {
  const file = 'x,y,z\nSatu,?,A1\n'
  expect(await take(file)).toMatchObject({
    state: 'failed',
    problem_code: 'mapping',
    problem: "No column holds 'Code'.",
    columns: ['x', 'y', 'z'].map((header) => ({ header, field: null })),
  })
  expect(await take(file, { mapping: '["name",null,"code"]' })).toMatchObject({ state: 'done', created: 1 })
  const refused = await take(file, { mapping: '["name","name","code"]' })
  expect(refused).toMatchObject({ state: 'failed', problem: "Two columns hold 'Name'." })
  const form = new FormData()
  form.append('file', new File([file], 'a.csv', { type: 'text/csv' }))
  form.append('mapping', 'name')
  expect(await ask('POST', at, form)).toMatchObject({ status: 422, body: { fields: { mapping: { code: 'type' } } } })
})

/** As Excel writes a workbook with a password: its bytes are encrypted in the container of older documents. */
function lockedBook(): Uint8Array {
  const container = xlsx.CFB.utils.cfb_new()
  xlsx.CFB.utils.cfb_add(container, '/EncryptedPackage', strToU8('x'.repeat(5_000)))
  return new Uint8Array(xlsx.CFB.write(container, { type: 'array' }) as ArrayBuffer)
}
const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
it.each<[string, string | Uint8Array, string | null]>([
  ['tabs.xls', 'Code\tName\nA1\tSatu\n', null],
  ['tabs.tsv', 'Code\tName\nA1\tSatu\n', null],
  ['unmarked.csv', utf16('Code;Name\r\nA1;Satu\r\n'), null],
  ['page.xls', '<html><table><tr><td>Code</td></tr></table></html>', 'web_page'],
  [
    'sheet.ods',
    zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'), 'content.xml': strToU8('<a/>') }),
    'open_document',
  ],
  ['list.pdf', '%PDF-1.7\n', 'pdf'],
  ['locked.xlsx', lockedBook(), 'password'],
])('a file %s is read, or named for what it is', async (name, content, problem) => {
  const done = await take(new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
  expect([done.state, done.problem_code, done.created]).toEqual(problem ? ['failed', problem, 0] : ['done', null, 1])
})

it('an import names every row that cannot be stored, and stores the others', async () => {
  const done = await take(rows('A1,Satu,satu,,', 'A2,Dua,,Tidak ada,', 'A3,,,,', 'A4,Empat,,,sun', 'A5,Lima,,,'))
  expect(done).toMatchObject({ state: 'done', total: 5, created: 1, failed: 4 })
  expect(done.failures.map(({ row, field, value, code }) => [row, field, value, code])).toEqual([
    [2, 'price', 'satu', 'number'],
    [3, 'campaign_id', 'Tidak ada', 'unknown_reference'],
    [4, 'name', '', 'required'],
    [5, 'days', 'sun', 'choice'],
  ])
  const { message, params } = done.failures.find(({ field }) => field === 'campaign_id') ?? {}
  expect([message, params]).toEqual(['Choose one of: Gajian, Lebaran', { values: 'Gajian, Lebaran' }])
  expect((await all()).map(({ code }) => code)).toEqual(['A5'])
})

it('an unknown name is answered with the possible ones, for those who may see them', async () => {
  const { db } = test.platform.database
  const stranger = requestAs(
    app,
    await makePerson(
      test.platform,
      may.filter((permission) => permission !== 'get event'),
    ),
  )
  const made = await begin(rows('A1,Satu,,Tidak ada,'), {}, stranger)
  await work()
  expect((await read(made, stranger)).failures).toMatchObject([{ message: 'Does not exist', params: null }])
  const more = Array.from({ length: 19 }, (_, n) => ({ name: `Promo ${n}`, channel: 'ads', status: 'active', start: '2026-11-01' }))
  const added = await db.insert(campaigns).values(more).returning()
  expect((await take(rows('A1,Satu,,Tidak ada,'))).failures).toMatchObject([{ message: 'Does not exist', params: null }])
  const ids = added.map(({ id }) => id)
  await db.delete(campaigns).where(inArray(campaigns.id, ids))
})

describe('the file of rows that were not stored', () => {
  const sheetOf = async (path: string) => {
    const response = await app.request(path, { headers: { authorization: `Bearer ${ani.token}` } })
    expect(response.status).toBe(200)
    const book = xlsx.read(new Uint8Array(await response.arrayBuffer()))
    return xlsx.utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] ?? {}, { header: 1, defval: '' })
  }

  it('has complete cells and their errors; corrected, it is imported again', async () => {
    const notes = `=${'catatan panjang '.repeat(30).trim()}`
    const header = 'Kode barang,Name,Account,Price,Notes'
    const mapping = JSON.stringify(['code', 'name', 'account', 'price', 'notes'])
    const lines = [`A1,Satu,0012345,seribu,${notes}`, 'A2,Dua,0054321,2000,', `A3,,0099999,dua,${notes}`]
    const made = await take([header, ...lines].join('\n'), { mapping })
    expect(made).toMatchObject({ created: 1, failed: 2, failed_rows: 2 })
    const cells = await sheetOf(`${at}/${made.ref}/failures`)
    expect(cells).toEqual([
      ['Code', 'Name', 'Account', 'Price', 'Notes', 'Row', 'Problem'],
      ['A1', 'Satu', '0012345', 'seribu', notes, 2, 'Price: Enter a number'],
      ['A3', '', '0099999', 'dua', notes, 4, 'Price: Enter a number; Name: Enter a name'],
    ])
    const { jobs }: { jobs: Job[] } = (await ask('GET', jobList.path)).body
    expect(jobs[0]?.result).toBe('barang-problems.xlsx')
    expect(await sheetOf(`${jobList.path}/${jobs[0]?.ref}/result`)).toEqual(cells)

    const [columns = [], first = [], second = []] = cells
    const corrected = xlsx.utils.aoa_to_sheet([columns, first.with(3, '1000'), second.with(1, 'Tiga').with(3, '3000')])
    const book = xlsx.utils.book_new(corrected)
    const again = await take(new File([xlsx.write(book, { type: 'array' })], 'barang-problems.xlsx'))
    expect(again).toMatchObject({ created: 2, failed: 0, failed_rows: 0 })
    expect(await all()).toMatchObject([
      { code: 'A1', account: '0012345', price: 1_000, notes },
      { code: 'A2', account: '0054321', price: 2_000 },
      { code: 'A3', name: 'Tiga', account: '0099999', price: 3_000, notes },
    ])
    expect((await ask('GET', `${at}/${again.ref}/failures`)).status).toBe(404)
  })

  it('keeps the headers of the original file', async () => {
    const made = await take('CODE;name;PRICE\nA1;Satu;x')
    expect((await sheetOf(`${at}/${made.ref}/failures`))[0]).toEqual(['CODE', 'name', 'PRICE', 'Row', 'Problem'])
  })

  it('is limited in rows, and not read by the list of imports', async () => {
    const wide = `😀${'x'.repeat(5_000)}`
    const made = await take(rows(...Array.from({ length: 1_010 }, (_, n) => `A${n},${wide},satu,,`)))
    expect(made).toMatchObject({ failed: 1_010, total: 1_010 })
    expect(made.failed_rows).toBeGreaterThan(900)
    expect(made.failed_rows).toBeLessThanOrEqual(1_000)
    expect(made.failures).toHaveLength(1_000)
    expect(Math.max(...made.failures.map(({ value }) => value?.length ?? 0))).toBeLessThanOrEqual(200)
    const { rows: stored } = await test.platform.database.db.execute<{ size: number }>(sql`select length(i::text) as size from imports i`)
    expect(stored.map(({ size }) => size < 2_000)).toEqual([true])
    expect(JSON.stringify((await ask('GET', at)).body)).not.toContain('xxxx')
  })

  it('is read on download, and not by polls of the import', async () => {
    const { db } = test.platform.database
    const made = await take(rows('A1,Satu,satu,,', 'A2,Dua,,,'))
    // A statement that reads one of these fails.
    await db.execute(sql`alter table import_failures rename column cells to kept_cells`)
    expect(await read(made)).toMatchObject({ state: 'done', failed_rows: 1, failures: [{ row: 2, field: 'price' }] })
    expect((await ask('GET', `${at}/${made.ref}/failures`)).status).toBe(500)
    await db.execute(sql`alter table import_failures rename column problems to kept_problems`)
    for (const state of ['running', 'undoing']) {
      await db.execute(sql`update imports set state = ${state}`)
      expect(await read(made)).toMatchObject({ state, failed: 1, failed_rows: 1, failures: [] })
    }
    await db.execute(sql`alter table import_failures rename column kept_cells to cells`)
    await db.execute(sql`alter table import_failures rename column kept_problems to problems`)
  })

  it('is deleted a week after its import', async () => {
    const made = await take(rows('A1,Satu,satu,,'))
    await test.platform.database.db.execute(sql`update imports set changed_at = now() - interval '8 days'`)
    await startForgettingImports(test.platform)
    expect(await read(made)).toMatchObject({ failed: 1, failed_rows: 0, failures: [] })
    expect((await ask('GET', `${at}/${made.ref}/failures`)).status).toBe(404)
  })

  it('is for those who see the import', async () => {
    const made = await take(rows('A1,Satu,satu,,'))
    const other = requestAs(app, await makePerson(test.platform, may))
    expect((await other('GET', `${at}/${made.ref}/failures`)).status).toBe(404)
    const reader = requestAs(app, await makePerson(test.platform, ['get content']))
    expect((await reader('GET', `${at}/${made.ref}/failures`)).status).toBe(403)
  })
})

describe('a row whose key a record has', () => {
  beforeEach(async () => void (await take(rows('A1,Satu,1000,gajian,mon'))))

  it('is skipped', async () => {
    expect(await take(rows('A1,Lain,,,', 'A2,Dua,,,', 'A2,Lagi,,,'))).toMatchObject({ created: 1, skipped: 2, updated: 0 })
    expect((await all()).map(({ name }) => name)).toEqual(['Satu', 'Dua'])
  })

  it('is merged into the record: filled cells replace, empty ones do not', async () => {
    const update = { duplicates: 'update' }
    const file = rows('A1,Lain,,,', 'A2,Dua,,,', 'A2,Lagi,,,')
    expect(await take(file, update)).toMatchObject({ created: 1, updated: 2, skipped: 0 })
    expect(await all()).toMatchObject([
      { name: 'Lain', price: 1_000, campaign_id: gajian, version: 2 },
      { name: 'Lagi', version: 2 },
    ])
    expect(await take(rows('A1,Lain,1000,gajian,mon'), update)).toMatchObject({ updated: 0, skipped: 1 })
  })

  it('needs the permission to update', async () => {
    const form = new FormData()
    form.append('file', new File([rows('A1,Lain,,,')], 'a.csv', { type: 'text/csv' }))
    form.append('duplicates', 'update')
    const weak = requestAs(app, await makePerson(test.platform, ['get content', 'create content']))
    expect(await weak('POST', at, form)).toMatchObject({ status: 422, body: { fields: { duplicates: { code: 'not_allowed' } } } })
  })
})

it('a dry run does everything and stores nothing', async () => {
  await take(rows('A1,Satu,,,'))
  const file = rows('A1,Lain,,,', 'A2,Dua,,,', 'A2,Lagi,,,', 'A3,,,,')
  const dry = await take(file, { dry_run: 'true', duplicates: 'update' })
  expect(dry).toMatchObject({ state: 'checked', total: 4, created: 1, updated: 2, failed: 1, undo_until: null })
  expect(await all()).toMatchObject([{ code: 'A1', name: 'Satu', version: 1 }])
})

describe('undo', () => {
  const undo = async (made: SheetImport) => {
    expect((await ask('PUT', `${at}/${made.ref}/undo`, {})).body.data.state).toBe('undoing')
    await work()
    return read(made)
  }

  it('deletes created records and restores changed ones, except those changed since', async () => {
    await take(rows('A1,Satu,1000,gajian,mon'))
    const made = await take(rows('A1,Lain,5,,', 'A2,Dua,,,', 'A3,Tiga,,,'), { duplicates: 'update' })
    const third = (await all()).find(({ code }) => code === 'A3')
    await ask('PUT', `${thing.path}/${third?.id}`, { name: 'Diubah' }, { 'Update-Mask': 'name' })
    expect(await undo(made)).toMatchObject({ state: 'undone', undone: 2, kept: 1, undo_until: null })
    expect(await all()).toMatchObject([
      { code: 'A1', name: 'Satu', price: 1_000, campaign_id: gajian },
      { code: 'A3', name: 'Diubah' },
    ])
  })

  it('stands among the tasks, which name the file, its counts and what became of it, and can be undone there', async () => {
    const made = await take(rows('A1,Satu,,,', 'A2,Dua,,,', 'A3,,,,'))
    const jobs = async (): Promise<Job[]> => (await ask('GET', jobList.path)).body.jobs
    const [task] = await jobs()
    const counts = { created: 2, updated: 0, skipped: 0, failed: 1 }
    expect(task).toMatchObject({ kind: 'import', state: 'done', subject: 'barang.csv', section: thing.name })
    expect(task?.import).toMatchObject({ ref: made.ref, state: 'done', ...counts, undo_until: made.undo_until })
    const { db } = test.platform.database
    expect(task?.result).toBe('barang-problems.xlsx')
    await db.execute(sql`update jobs set ended_at = now() - interval '29 days'`)
    await forgetJobs(db)
    expect((await jobs()).map(({ result }) => result)).toEqual([null])
    const other = requestAs(app, await makePerson(test.platform, ['get content', 'get event']))
    const undoAt = (job?: Job) => fillPath(jobUndo.path, { id: job?.ref ?? '' })
    expect((await other('PUT', undoAt(task), {})).status).toBe(404)
    expect(await ask('PUT', undoAt(task), {})).toMatchObject({ status: 200, body: { data: { import: { state: 'undoing' } } } })
    await work()
    expect((await jobs()).map(({ kind, import: outcome }) => [kind, outcome?.state, outcome?.undone, outcome?.undo_until])).toEqual([
      ['undo-import', 'undone', 2, null],
      ['import', 'undone', 2, null],
    ])
    await db.execute(sql`update jobs set ended_at = now() - interval '31 days'`)
    await forgetJobs(db)
    expect(await jobs()).toEqual([])
  })

  it('is possible for 30 days, also once clean-up has run', async () => {
    const made = await take(rows('A1,Satu,,,'))
    const past = (days: number) =>
      test.platform.database.db.execute(
        sql`update imports set changed_at = now() - make_interval(days => ${days}), created_at = changed_at`,
      )
    await past(29)
    await startForgettingImports(test.platform)
    expect(await undo(made)).toMatchObject({ state: 'undone', undone: 1 })
    const later = await take(rows('A1,Satu,,,'))
    await past(30)
    expect((await ask('PUT', `${at}/${later.ref}/undo`, {})).status).toBe(410)
  })
})

describe('a file', () => {
  it('is refused in words above the maximum of rows', async () => {
    const lines = Array.from({ length: importLimits.rows + 1 }, (_, row) => `A${row},Baris ${row}`)
    const done = await take(['Code,Name', ...lines].join('\n'))
    expect(done).toMatchObject({ state: 'failed', problem: `The file has more than ${importLimits.rows} rows. Split it.` })
    expect(await all()).toEqual([])
  })

  it('is refused in words if it is none, whatever its name', async () => {
    expect(await take(new File(['<html>'], 'a.csv', { type: 'text/csv' }))).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('This is a web page'),
    })
    const archive = new File([zipSync({ 'a.txt': strToU8('x') })], 'barang.xlsx')
    expect(await take(archive)).toMatchObject({ state: 'failed', problem_code: 'not_spreadsheet' })
    const form = new FormData()
    form.append('file', new File(['GIF89a'], 'barang.xlsx'))
    expect(await ask('POST', at, form)).toMatchObject({ status: 422, body: { fields: { file: { code: 'file_type' } } } })
  })

  it('is not opened if it unpacks to far more than it declares', async () => {
    const made = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(importLimits.decompressedBytes + 1),
    })
    expect(made.length).toBeLessThan(500_000)
    expect(await take(new File([made], 'barang.xlsx'))).toMatchObject({ state: 'failed', problem_code: 'zip_bomb', total: 0 })
    expect(await all()).toEqual([])
  })

  it('keeps results of formulas, and texts that look like formulas', async () => {
    const book = xlsx.utils.book_new()
    const price = { t: 'n' as const, v: 3, f: 'WEBSERVICE("http://127.0.0.1/x")' }
    xlsx.utils.book_append_sheet(
      book,
      xlsx.utils.aoa_to_sheet([
        ['Code', 'Name', 'Price'],
        ['A1', '=1+1', price],
      ]),
    )
    expect(await take(new File([xlsx.write(book, { type: 'array' })], 'barang.xlsx'))).toMatchObject({ state: 'done', created: 1 })
    expect(await all()).toMatchObject([{ code: 'A1', name: '=1+1', price: 3 }])
    const response = await app.request(`${thing.path}/export`, { headers: { authorization: `Bearer ${ani.token}` } })
    const { Sheets } = xlsx.read(new Uint8Array(await response.arrayBuffer()), { cellFormula: true })
    const cells = Object.values(Sheets).flatMap((sheet) => Object.values(sheet))
    expect(cells.some((cell) => cell?.f !== undefined)).toBe(false)
    expect(cells.map((cell) => cell?.v)).toContain('=1+1')
  })

  it('creates each record once beside another one with the same keys', async () => {
    const lines = Array.from({ length: 220 }, (_, row) => `A${row},Baris ${row}`)
    const two = [await begin(['Code,Name', ...lines].join('\n')), await begin(['Code,Name', ...lines.toReversed()].join('\n'))]
    await Promise.all([work(), work()])
    const counts = await Promise.all(two.map((one) => read(one)))
    expect(counts.map(({ state }) => state)).toEqual(['done', 'done'])
    const sum = (name: 'created' | 'skipped') => counts.reduce((total, one) => total + one[name], 0)
    expect([sum('created'), sum('skipped')]).toEqual([220, 220])
    expect((await all()).map(({ code }) => code).toSorted()).toEqual(lines.map((line) => line.split(',')[0]).toSorted())
  })

  it('is visible with its import to its sender and Root', async () => {
    const made = await take(rows('A1,Satu,,,'))
    const other = requestAs(app, await makePerson(test.platform, may))
    expect((await other('GET', `${at}/${made.ref}`)).status).toBe(404)
    expect((await other('GET', at)).body.imports).toEqual([])
    const root = requestAs(app, await makePerson(test.platform, [], 'Root', true))
    expect((await root('GET', at)).body.imports).toMatchObject([{ ref: made.ref }])
    expect((await requestAs(app, await makePerson(test.platform, ['get content']))('GET', at)).status).toBe(403)
  })
})

describe('a job', () => {
  const many = (count: number) => rows(...Array.from({ length: count }, (_, row) => `K${String(row).padStart(4, '0')},Baris ${row},,,`))

  it('continues with each row once after being killed', async () => {
    const made = await begin(many(350))
    let commits = 0
    let reached: () => void = () => undefined
    const there = new Promise<void>((resolve) => {
      reached = resolve
    })
    // Simulates a process that dies after the second part.
    const dying = jobKind('import', 'bulk', (run) => {
      const commit: typeof run.commit = async (effect) => {
        await run.commit(effect)
        commits += 1
        if (commits < 4) return
        reached()
        await new Promise(() => undefined)
      }
      const dyingRun: Parameters<typeof importJob.work>[0] = Object.create(run, { commit: { value: commit } })
      return importJob.work(dyingRun)
    })
    void createRunner(test.platform, [dying]).look()
    await Promise.race([there, new Promise((resolve) => setTimeout(resolve, 20_000))])
    await test.platform.database.db.execute(sql`update jobs set lease_until = now() - interval '1 second'`)
    await work()
    expect(await read(made)).toMatchObject({ state: 'done', total: 350, created: 350, skipped: 0, failed: 0 })
    const found = await all()
    expect([found.length, new Set(found.map(({ code }) => code)).size]).toEqual([350, 350])
  })

  it('keeps stored rows when it is cancelled, and they can be undone', async () => {
    const made = await begin(many(150))
    const { jobs }: { jobs: Job[] } = (await ask('GET', jobList.path)).body
    await ask('PUT', `${jobList.path}/${jobs[0]?.ref}/cancel`, {})
    expect(await read(made)).toMatchObject({ state: 'cancelled', created: 0 })
    await work()
    expect(await all()).toEqual([])
  })

  it('ends in words if its owner may no longer create', async () => {
    const person = await makePerson(test.platform, ['get content', 'create content'], 'leaving')
    const made = await begin(many(2), {}, requestAs(app, person))
    await test.platform.database.db.execute(sql`update roles set permissions = '["get content"]' where name like 'leaving %'`)
    await work()
    expect(await read(made, requestAs(app, await makePerson(test.platform, [], 'Root', true)))).toMatchObject({
      state: 'cancelled',
      problem: 'You may not do this.',
    })
  })
})
