import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as xlsx from '@e965/xlsx'
import { eq, like, sql } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobList } from '#contract/jobs.ts'
import { exportNeedsDate } from '#contract/kit/section/export-rule.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { Changes } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { importJob, undoImportJob } from '#server/crud/import/job.ts'
import { leads as leadTable } from '#server/db/tables/crm.ts'
import { imports } from '#server/db/tables/imports.ts'
import { roles } from '#server/db/tables/people.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const crm = ['get crm', 'create crm', 'update crm']
const at = `${leads.path}/import`

let test: TestPlatform
let app: Hono
let ani: Person
let budi: Person
let root: TestRequest
let sales: TestRequest
let rootPerson: Person
let made = 0

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  ani = await makePerson(test.platform, crm, 'Sales')
  budi = await makePerson(test.platform, crm, 'Sales')
  rootPerson = await makePerson(test.platform, [], 'Root', true)
  root = requestAs(app, rootPerson)
  sales = requestAs(app, ani)
})
afterAll(() => test.close())

const makePhone = () => {
  made += 1
  return `62813${String(made).padStart(8, '0')}`
}
const row = (values: Record<string, unknown> = {}) => ({ row: made + 2, name: `Impor ${made}`, phone: makePhone(), ...values })

async function begin(duplicates = 'skip', who = root, more: Record<string, unknown> = {}) {
  const response = await who('POST', `${at}/begin`, { ref: uuidv7(), file_name: 'leads.xlsx', total: 3, duplicates, ...more })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.data
}

async function part(ref: string, number: number, rows: unknown[], who = root) {
  return who('PUT', `${at}/${ref}/rows`, { number, rows })
}

async function importAll(rows: unknown[], duplicates = 'skip', who = root, more: Record<string, unknown> = {}) {
  const { ref } = await begin(duplicates, who, more)
  const response = await part(ref, 0, rows, who)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return (await who('PUT', `${at}/${ref}/finish`, {})).body.data
}

async function undo(ref: string, who = root) {
  for (let calls = 0; ; calls++) {
    const { status, body } = await who('PUT', `${at}/${ref}/undo`, {})
    expect(status, JSON.stringify(body)).toBe(200)
    if (body.data.state === 'undone' || calls > 20) return body.data
  }
}

const byPhone = async (number: string, who = root) => (await who('GET', `${leads.path}?query=search:${number}`)).body.data
const one = async (ref: string) => (await root('GET', `${leads.path}/${ref}`)).body.data

describe('an import in parts', () => {
  it('stores leads that devices hear of, each once however often a part comes', async () => {
    const cursor = (await drain()).at(-1)?.cursor
    const rows = [row({ city: 'Kediri', tags: ['vip'], next_follow_up: '2026-11-20T00:00:00+07:00' }), row({ sales: ani.ref })]
    const { ref } = await begin('skip', root, { status: 'prospect', tags: ['impor'] })
    const [first, second] = [await part(ref, 0, rows), await part(ref, 0, rows)]
    expect(first.body.data).toMatchObject({ created: 2, next_part: 1, state: 'running' })
    expect(second.body.data).toMatchObject({ created: 2, next_part: 1 })
    const [lead] = await byPhone(rows[0]?.phone ?? '')
    expect(lead).toMatchObject({ city: 'Kediri', status: 'prospect', tags: ['impor', 'vip'], ref: expect.any(String), version: 1 })
    expect((await byPhone(rows[1]?.phone ?? ''))[0]).toMatchObject({ sales: ani.id, sales_name: expect.stringContaining('Person') })
    const received = (await drain(cursor)).flatMap(({ changes }) => changes)
    expect(received.map(({ ref: leadRef }) => leadRef)).toContain(lead.ref)
    expect(received).toHaveLength(2)
  })

  it('goes on where it was when its beginning is asked for again, and takes no part before its turn or after its end', async () => {
    const ref = uuidv7()
    const start = () => root('POST', `${at}/begin`, { ref, file_name: 'a.csv', total: 2, duplicates: 'skip' })
    await start()
    await part(ref, 0, [row()])
    expect((await start()).body.data).toMatchObject({ next_part: 1, created: 1 })
    expect((await part(ref, 5, [row()])).body.fields).toMatchObject({ number: { code: 'max_value' } })
    await root('PUT', `${at}/${ref}/finish`, { cancelled: true })
    const late = await part(ref, 1, [row()])
    expect(late.status).toBe(410)
    expect((await root('GET', `${at}/${ref}`)).body.data).toMatchObject({ state: 'cancelled', created: 1, undo_until: expect.any(String) })
  })

  it('names what does not exist and stores the rest', async () => {
    const data = await importAll([row({ campaign_id: 987_654 }), row({ sales: 987_654 }), row()])
    expect(data).toMatchObject({ created: 1, failed: 2 })
    expect(data.failures.map(({ field, problem }: { field: string; problem: { code: string } }) => [field, problem.code])).toEqual([
      ['campaign_id', 'unknown_reference'],
      ['sales', 'unknown_reference'],
    ])
  })

  it('refuses a part with a row that is no lead, whole', async () => {
    const { ref } = await begin()
    const good = row()
    const response = await part(ref, 0, [good, { row: 3, name: '<b>', phone: '021' }])
    expect(response.status).toBe(422)
    expect(Object.keys(response.body.fields).sort()).toEqual(['rows.1.name', 'rows.1.phone'])
    expect(await byPhone(good.phone)).toEqual([])
    expect(
      (
        await part(
          ref,
          0,
          Array.from({ length: 501 }, () => row()),
        )
      ).status,
    ).toBe(422)
  })
})

describe('duplicates by phone', () => {
  const twice = async (duplicates: string) => {
    const old = (await root('POST', leads.path, { ...row({ tags: ['lama'], notes: 'Catatan lama', status: 'prospect' }), row: undefined }))
      .body.data
    const fresh = row({ tags: ['baru'] })
    const rows = [
      { row: 2, name: 'Nama Baru', phone: old.phone, tags: ['baru'], city: 'Blitar' },
      fresh,
      { row: 4, name: 'Nama Ketiga', phone: fresh.phone },
    ]
    return { old, fresh, data: await importAll(rows, duplicates) }
  }

  it('are left out: of the file the first counts', async () => {
    const { old, fresh, data } = await twice('skip')
    expect(data).toMatchObject({ created: 1, updated: 0, skipped: 2 })
    expect(await one(old.ref)).toMatchObject({ name: old.name, version: 1 })
    expect((await byPhone(fresh.phone)).map(({ name }: { name: string }) => name)).toEqual([fresh.name])
  })

  it('are put into the lead that is there: filled cells replace, tags are added', async () => {
    const { old, fresh, data } = await twice('update')
    expect(data).toMatchObject({ created: 1, updated: 2, skipped: 0 })
    expect(await one(old.ref)).toMatchObject({
      name: 'Nama Baru',
      city: 'Blitar',
      notes: 'Catatan lama',
      status: 'prospect',
      tags: ['lama', 'baru'],
      version: 2,
    })
    expect((await byPhone(fresh.phone)).map(({ name }: { name: string }) => name)).toEqual(['Nama Ketiga'])
    expect(await importAll([{ row: 2, name: 'Nama Baru', phone: old.phone }], 'update')).toMatchObject({ updated: 0, skipped: 1 })
  })

  it('are changed in one statement for all that change the same', async () => {
    const { db } = test.platform.database
    const rows = [1, 2, 3].map(() => row())
    const now = { city: 'Malang', tags: ['baru'], next_follow_up: '2026-12-01T02:00:00.000Z', notes: 'a "b" \\ c' }
    await importAll(rows)
    await db.execute(sql`create temp table statements (n int)`)
    await db.execute(sql`create function pg_temp.count_statement() returns trigger language plpgsql as
      $$ begin insert into statements values (1); return null; end $$`)
    await db.execute(sql`create trigger counts after update on leads for each statement execute function pg_temp.count_statement()`)
    const data = await importAll(
      rows.map((before, n) => ({ ...before, ...now, name: `Diubah ${n}`, city: n ? now.city : null })),
      'update',
    )
    await db.execute(sql`drop trigger counts on leads`)
    expect(data).toMatchObject({ updated: 3, failures: [] })
    expect((await db.execute(sql`select from statements`)).rows).toHaveLength(1)
    const found = (await Promise.all(rows.map(({ phone }) => byPhone(phone)))).flat()
    expect(found).toMatchObject([{ city: null }, {}, {}].map((own, n) => ({ ...now, name: `Diubah ${n}`, version: 2, ...own })))
  })

  it('are kept beside each other', async () => {
    const { old, fresh, data } = await twice('keep')
    expect(data).toMatchObject({ created: 3, updated: 0, skipped: 0 })
    expect(await byPhone(old.phone)).toHaveLength(2)
    expect(await byPhone(fresh.phone)).toHaveLength(2)
  })

  it('are looked for among the leads that a person may see, and found before the import', async () => {
    const [own, other] = [row({ sales: ani.id }), row({ sales: budi.id })]
    await importAll([own, other])
    const asked = await sales('POST', `${at}/check`, { phones: [own.phone, other.phone, '6281200000000'] })
    expect(asked.body).toEqual({ existing: [own.phone] })
  })
})

describe('undo', () => {
  it('takes created leads away and puts changed ones back, but leaves alone what somebody changed since', async () => {
    const [old, older] = [
      await root('POST', leads.path, { ...row({ notes: 'Asli', status: 'new' }), row: undefined }),
      await root('POST', leads.path, { ...row({ status: 'new' }), row: undefined }),
    ].map(({ body }) => body.data)
    const [kept, gone, plain] = [row(), row(), row()]
    const updates = [old, older].map((lead, index) => ({ row: 10 + index, name: `Diubah ${index}`, phone: lead.phone, notes: 'Impor' }))
    const { ref } = await importAll([kept, gone, plain, ...updates], 'update')
    const [keptLead] = await byPhone(kept.phone)
    const [goneLead] = await byPhone(gone.phone)
    await root('PUT', `${leads.path}/status`, { ids: [keptLead.ref, older.ref], status: 'closing' })
    await root('DELETE', leads.path, { ids: [goneLead.id] })

    const after = await undo(ref)
    expect(after).toMatchObject({ state: 'undone', undone: 2, kept: 3, undo_until: null })
    expect(after.kept_leads.map(({ name, gone: isGone }: { name: string; gone: boolean }) => [name, isGone]).sort()).toEqual(
      [
        [kept.name, false],
        ['', true],
        ['Diubah 1', false],
      ].sort(),
    )
    expect(await byPhone(plain.phone)).toEqual([])
    expect(await one(keptLead.ref)).toMatchObject({ status: 'closing' })
    expect(await one(old.ref)).toMatchObject({ name: old.name, notes: 'Asli', version: 3 })
    expect(await one(older.ref)).toMatchObject({ name: 'Diubah 1', status: 'closing' })
    expect(await undo(ref)).toMatchObject({ undone: 2 })
  })

  it('puts a lead that came twice back to what it was first', async () => {
    const old = (await root('POST', leads.path, { ...row({ status: 'new' }), row: undefined })).body.data
    const { ref } = await begin('update')
    for (const [number, name] of ['Satu', 'Dua'].entries()) await part(ref, number, [{ row: number + 2, name, phone: old.phone }])
    const fresh = row()
    await part(ref, 2, [fresh])
    await part(ref, 3, [{ ...fresh, name: 'Lagi' }])
    expect(await undo(ref)).toMatchObject({ undone: 2, kept: 0 })
    expect(await one(old.ref)).toMatchObject({ name: old.name })
    expect(await byPhone(fresh.phone)).toEqual([])
  })

  it('stands among the tasks, also where a device sent the rows', async () => {
    const { ref } = await importAll([row(), row()])
    const [task] = (await root('GET', jobList.path)).body.jobs
    expect(task).toMatchObject({
      kind: 'import',
      state: 'done',
      section: 'leads',
      import: { ref, created: 2, undo_until: expect.any(String) },
    })
    expect((await root('PUT', `${jobList.path}/${task.ref}/undo`, {})).status).toBe(200)
    await createRunner(test.platform, [undoImportJob]).idle()
    expect((await root('GET', jobList.path)).body.jobs.find(({ id }: { id: number }) => id === task.id).import).toMatchObject({
      state: 'undone',
      undone: 2,
    })
  })

  it('is possible for 30 days', async () => {
    const { ref } = await importAll([row()])
    const { db } = test.platform.database
    await db
      .update(imports)
      .set({ changed_at: new Date(Date.now() - 30 * 86_400_000).toISOString() })
      .where(eq(imports.ref, ref))
    expect((await root('PUT', `${at}/${ref}/undo`, {})).status).toBe(410)
  })
})

describe('who may', () => {
  it('import is said by create, and update by its own permission', async () => {
    const reader = requestAs(app, await makePerson(test.platform, ['get crm']))
    for (const [method, path] of [
      ['POST', at],
      ['POST', `${at}/begin`],
      ['GET', at],
    ] as const)
      expect((await reader(method, path, method === 'GET' ? undefined : {})).status).toBe(403)
    const maker = requestAs(app, await makePerson(test.platform, ['get crm', 'create crm']))
    const response = await maker('POST', `${at}/begin`, { file_name: 'a', total: 1, duplicates: 'update' })
    expect(response.body.fields).toMatchObject({ duplicates: { code: 'not_allowed' } })
  })

  it('update is asked for with each part and each undo, as it may be lost meanwhile', async () => {
    const person = await makePerson(test.platform, crm, 'Pengubah')
    const theirs = requestAs(app, person)
    const [there, other] = [row(), row()]
    await importAll([there])
    const [lead] = await byPhone(there.phone)
    const changed = { row: 2, name: 'Diubah', phone: there.phone }
    const done = await importAll([changed], 'update', theirs)
    const { ref } = await begin('update', theirs)
    const may = async (permissions: string[]) => {
      const held = like(roles.name, 'Pengubah %')
      await test.platform.database.transaction(async (tx) => {
        await tx.update(roles).set({ permissions }).where(held)
        await test.platform.people.changed(tx)
      })
    }
    await may(['get crm', 'create crm'])
    const { body } = await part(ref, 0, [{ ...changed, name: 'Diubah lagi' }, other], theirs)
    expect(body.data).toMatchObject({ created: 1, updated: 0, failed: 1, failures: [{ field: 'phone', problem: { code: 'not_allowed' } }] })
    expect(await undo(done.ref, theirs)).toMatchObject({ undone: 0, kept: 1 })
    expect(await one(lead.ref)).toMatchObject({ name: 'Diubah' })
  })

  it('a salesperson hands leads to nobody else, and sees no import of another', async () => {
    expect(
      (await sales('POST', `${at}/begin`, { file_name: 'a', total: 1, duplicates: 'skip', sales: budi.id })).body.fields,
    ).toMatchObject({
      sales: { code: 'not_allowed' },
    })
    const data = await importAll([row({ sales: budi.id }), row({ sales: ani.ref })], 'skip', sales)
    expect(data).toMatchObject({ created: 1, failed: 1, failures: [{ field: 'sales', problem: { code: 'not_allowed' } }] })
    const other = requestAs(app, budi)
    expect((await other('GET', `${at}/${data.ref}`)).status).toBe(404)
    expect((await other('PUT', `${at}/${data.ref}/undo`, {})).status).toBe(404)
    expect((await other('GET', at)).body.imports.map(({ ref }: { ref: string }) => ref)).not.toContain(data.ref)
    expect((await root('GET', at)).body.imports.map(({ ref }: { ref: string }) => ref)).toContain(data.ref)
    expect(await undo(data.ref, sales)).toMatchObject({ undone: 1 })
  })

  it('delete leads reads, undoes and finishes no import of another; an admin with all rows does', async () => {
    const all = [...crm, 'delete crm']
    const { ref } = await begin('skip', sales)
    await part(ref, 0, [row()], sales)
    for (const role of ['support', 'Sales Admin']) {
      const other = requestAs(app, await makePerson(test.platform, all, role))
      expect((await other('GET', `${at}/${ref}`)).status).toBe(404)
      expect((await other('PUT', `${at}/${ref}/undo`, {})).status).toBe(404)
      expect((await other('PUT', `${at}/${ref}/finish`, {})).status).toBe(404)
      expect((await other('GET', at)).body.imports.map((each: { ref: string }) => each.ref)).not.toContain(ref)
    }
    const admin = await makePerson(test.platform, all, 'chief')
    await test.platform.database.db.update(roles).set({ name: 'Admin' }).where(like(roles.name, 'chief %'))
    const asAdmin = requestAs(app, admin)
    expect((await asAdmin('PUT', `${at}/${ref}/finish`, {})).body.data).toMatchObject({ state: 'done' })
    expect(await undo(ref, asAdmin)).toMatchObject({ undone: 1 })
  })

  it('undo changes no lead that went out of sight since, and gives none to another', async () => {
    const [mine, taken] = [row({ sales: ani.id }), row({ sales: ani.id })]
    const old = (await root('POST', leads.path, { ...row({ sales: 0, status: 'new' }), row: undefined })).body.data
    const changed = { row: 9, name: 'Diubah', phone: old.phone, notes: 'Impor' }
    const { ref } = await importAll([mine, taken, changed], 'update', sales)
    const [lost] = await byPhone(taken.phone)
    // Hidden without a new version, as by a changed rule or role.
    const { db } = test.platform.database
    for (const id of [lost.id, old.id]) await db.update(leadTable).set({ sales: budi.id }).where(eq(leadTable.id, id))
    const after = await undo(ref, sales)
    expect(after).toMatchObject({ undone: 1, kept: 2 })
    expect(JSON.stringify(after.kept_leads)).not.toContain(taken.name)
    expect(await byPhone(mine.phone)).toEqual([])
    expect(await byPhone(taken.phone)).toHaveLength(1)
    expect(await one(old.ref)).toMatchObject({ name: 'Diubah', notes: 'Impor', sales: budi.id })
  })
})

describe('a whole file', () => {
  async function upload(name: string, content: BlobPart, fields: Record<string, string> = {}) {
    const form = new FormData()
    form.append('file', new File([content], name))
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    const response = await root('POST', at, form)
    if (response.status !== 200) return response
    await createRunner(test.platform, [importJob]).idle()
    return root('GET', `${at}/${response.body.data.ref}`)
  }

  it('is read in a thread and stored in parts, bad rows named', async () => {
    const rows = Array.from({ length: 1_203 }, () => row())
    const csv = ['Nama;No HP', ...rows.map(({ name, phone }) => `${name};+${phone}`), 'Tanpa Nomor;021'].join('\r\n')
    const { body } = await upload('leads.csv', csv)
    expect(body.data).toMatchObject({ state: 'done', total: 1_204, created: 1_203, failed: 1, next_part: 3, file_problem: null })
    expect(body.data.failures).toEqual([
      { row: 1_205, field: 'phone', value: '021', problem: expect.objectContaining({ code: 'phone_short' }) },
    ])
    expect((await upload('leads.csv', csv)).body.data).toMatchObject({ created: 0, skipped: 1_203 })
    expect(await undo(body.data.ref)).toMatchObject({ undone: 1_203, kept: 0 })
  })

  it('lies where nothing public leads to, and is removed once it was read, however that ended', async () => {
    const publicFiles = () => readdir(join(test.platform.settings.dataDir, 'files'), { recursive: true }).catch(() => [])
    const before = await publicFiles()
    const secret = row()
    const csv = `nama,telp\n${secret.name},${secret.phone}\n`
    const form = new FormData()
    form.append('file', new File([csv], 'rahasia.csv'))
    const { ref } = (await root('POST', at, form)).body.data
    const [stored] = await test.platform.database.db.select().from(imports).where(eq(imports.ref, ref))
    const sha256 = createHash('sha256').update(csv).digest('hex')
    for (const base of ['files', 'kept-files', 'temporary-files'])
      expect((await app.request(`/${base}/${sha256}/rahasia.csv`)).status, base).toBe(404)
    expect(stored?.file?.url ?? '/temporary-files/').toMatch(/^\/temporary-files\//)
    expect(await publicFiles()).toEqual(before)
    await createRunner(test.platform, [importJob]).idle()
    await upload('leads.csv', 'nama,telp\n"x,1\n')
    const left = await readdir(join(test.platform.settings.dataDir, 'temporary-files'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([])
  })

  const caseOf = (name: string) => readFileSync(new URL(`../../tests/cases/import/${name}`, import.meta.url))

  it('tells how it was read, and is read as somebody says: sheet, row of the names, hidden rows', async () => {
    const dry = { dry_run: 'true' }
    const hidden = caseOf('19-hidden-rows.xlsx')
    const seen = { state: 'checked', hidden_rows: 2, sheet: 'Data', header_row: 1 }
    expect((await upload('a.xlsx', hidden, dry)).body.data).toMatchObject({ ...seen, total: 3, left_out: false })
    const without = { ...dry, hidden_rows: 'leave_out' }
    expect((await upload('a.xlsx', hidden, without)).body.data).toMatchObject({ ...seen, total: 1, left_out: true })
    const sheets = caseOf('20f-second-sheet.xlsx')
    const found = { state: 'checked', created: 1, sheet: 'Data', sheets: ['Petunjuk', 'Data'] }
    expect((await upload('b.xlsx', sheets, dry)).body.data).toMatchObject(found)
    const other = await upload('b.xlsx', sheets, { ...dry, sheet: 'Petunjuk' })
    expect(other.body.data).toMatchObject({ state: 'failed', file_problem: 'no_rows' })
    const two = caseOf('06-two-header-rows.csv')
    expect((await upload('c.csv', two, dry)).body.data).toMatchObject({
      header_row: 2,
      created: 1,
      top: [{ row: 1 }, { row: 2 }, { row: 3 }],
    })
    expect((await upload('c.csv', two, { ...dry, header_row: '1' })).body.data).toMatchObject({ state: 'failed', file_problem: 'mapping' })
    expect((await upload('c.csv', two, { ...dry, header_row: '7' })).body.data).toMatchObject({
      state: 'failed',
      file_problem: 'no_header',
    })
    expect((await upload('d.vcf', caseOf('12-contacts.vcf'), dry)).body.data).toMatchObject({ state: 'failed', file_problem: 'vcard' })
  })

  it('tells doubts beside what it stores: errors of the spreadsheet, and weekdays that do not fit', async () => {
    const formulas = (await upload('formulas.xlsx', caseOf('20-formulas.xlsx'), { dry_run: 'true' })).body.data
    expect(formulas).toMatchObject({ created: 1, failed: 0, warnings: [{ row: 2, field: 'city', value: '#N/A', code: 'cell_error' }] })
    const dates = (await upload('dates.csv', caseOf('15-dates-indonesia.csv'), { dry_run: 'true' })).body.data
    expect(dates).toMatchObject({
      created: 24,
      failed: 3,
      warnings: [
        { row: 4, code: 'month_first' },
        { row: 23, code: 'weekday' },
      ],
    })
  })

  it('keeps further numbers in the notes, and adds them once to those of a lead that is there', async () => {
    const csv = (name: string, ...numbers: string[]) => ['Name,Mobile,Phone,Notes', [name, ...numbers, 'Dari berkas'].join(',')].join('\n')
    const [first, second] = [row().phone, row().phone]
    await upload('a.csv', csv('Dua Nomor', first, `0${second.slice(2)}`))
    expect((await byPhone(first))[0]).toMatchObject({ name: 'Dua Nomor', notes: `Dari berkas\n0${second.slice(2)}` })
    const bare = ['Name,Mobile,Phone', `Dua Nomor,${first},${second}`, ''].join('\n')
    for (let times = 0; times < 2; times++) await upload('b.csv', bare, { duplicates: 'update' })
    expect((await byPhone(first))[0]?.notes).toBe(`Dari berkas\n0${second.slice(2)}\n${second}`)
  })

  it('may be tried without storing anything: it says what would happen', async () => {
    const [lead, other] = [row(), row()]
    await importAll([other])
    // The next part's last line has the first one's phone in another spelling.
    const rest = Array.from({ length: 500 }, () => row()).map(({ name, phone }) => `${name},${phone}`)
    const lines = [`${lead.name},${lead.phone}`, 'x,y', `Lain,${other.phone}`, ...rest, `Lagi,+${lead.phone}`]
    const { body } = await upload('leads.csv', ['nama,telp', ...lines].join('\n'), { dry_run: 'true' })
    expect(body.data).toMatchObject({ state: 'checked', total: 504, failed: 1, created: 501, skipped: 2, undo_until: null })
    expect(await byPhone(lead.phone)).toEqual([])
  })

  it('that cannot be read says why, and one that is none is refused', async () => {
    expect((await upload('leads.csv', 'nama,telp\n"x,1\n')).body.data).toMatchObject({ state: 'failed', file_problem: 'csv_quotes' })
    expect((await upload('leads.csv', 'kota,catatan\nx,1\n')).body.data).toMatchObject({ state: 'failed', file_problem: 'mapping' })
    const workbook = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>') })
    const half = await upload('leads.xlsx', workbook.slice(0, workbook.length / 2))
    expect(half.body.data).toMatchObject({ state: 'failed', file_problem: 'damaged' })
    const archive = await upload('leads.xlsx', zipSync({ 'a.txt': strToU8('x') }))
    expect(archive.body.data).toMatchObject({ state: 'failed', file_problem: 'not_spreadsheet' })
    expect((await upload('leads.xlsx', '#!/bin/sh')).body.fields).toMatchObject({ file: { code: 'file_type' } })
    expect((await upload('leads.csv', 'nama,telp\nx,1\n', { mapping: '{}' })).body.fields).toMatchObject({ mapping: { code: 'type' } })
  })
})

describe('export', () => {
  const today = wibDay(new Date())
  const download = async (query: string, person: Person, format = 'xlsx') => {
    const response = await app.request(`${leads.path}/export?${new URLSearchParams({ query, format })}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const refused = async (query: string) => {
    const response = await root('GET', `${leads.path}/export?${new URLSearchParams({ query })}`)
    return [response.status, response.body.message]
  }

  it('asks for a date and for a period within its month, in the words of the base contract', async () => {
    expect(await refused('status:new')).toEqual([422, exportNeedsDate])
    expect(await refused('created_at:2026-01-01..2026-03-02')).toEqual([
      422,
      'Data export is limited to 31 days. You entered 61. Please select the period that corresponds to the number of days in the destination month',
    ])
    expect((await root('GET', `${leads.path}/export?query=created_at:${today}..${today},nothing:1`)).status).toBe(422)
  })

  it('gives the filtered rows in the order of the list, formulas as texts, and only what a person may see', async () => {
    const rows = [
      row({ name: '=1+1', notes: '+62', sales: ani.id, city: 'Ekspor', tags: ['a', 'b'] }),
      row({ sales: budi.id, city: 'Ekspor' }),
    ]
    await importAll(rows)
    const query = `created_at:${today}..${today},city:Ekspor`
    const { status, headers, bytes } = await download(query, rootPerson)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="leads-${today}_${today}.xlsx"`)
    expect(headers.get('export-rows')).toBe('2')
    const book = xlsx.read(bytes, { type: 'array', cellFormula: true })
    const sheet = book.Sheets.Leads ?? {}
    const read = xlsx.utils.sheet_to_json<Record<string, unknown>>(sheet)
    expect(read.map((lead) => [lead.Name, lead.Phone]).sort()).toEqual(rows.map(({ name, phone }) => [name, phone]).sort())
    expect(read.find((lead) => lead.Phone === rows[0]?.phone)).toMatchObject({ Notes: '+62', Tags: 'a, b', City: 'Ekspor' })
    expect(Object.values(sheet).some((cell) => cell?.f !== undefined)).toBe(false)

    const own = await download(query, ani, 'csv')
    const text = new TextDecoder().decode(own.bytes)
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(2)
    expect(text).toContain(`'=1+1,${rows[0]?.phone}`)
    expect(text).not.toContain(rows[1]?.phone)
  })
})

/** The feed from a cursor up to now. */
async function drain(from = '') {
  const pages: Changes[] = []
  for (let cursor = from, more = true; more; ) {
    const { body } = await root('GET', `/sync/in/v1/changes?${new URLSearchParams({ cursor, limit: '5000' })}`)
    pages.push(body)
    cursor = body.cursor
    more = body.more
  }
  return pages
}
