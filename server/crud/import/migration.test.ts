import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/sections/sales/leads.ts'
import { createApp } from '#server/app.ts'
import { migrationsFolder } from '#server/db/migrate.ts'
import { uuidv7 } from '#server/db/tables/uuid.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { importJob } from './job.ts'

const at = `${leads.path}/import`

let test: TestPlatform
let ani: Person
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  ani = await makePerson(test.platform, ['get crm', 'create crm', 'update crm'])
  ask = requestAs(createApp(test.platform), ani)
})
afterAll(() => test.close())

function statements(name: string): string[] {
  const file = readdirSync(migrationsFolder).find((each) => each.endsWith(`_${name}.sql`))
  return readFileSync(join(migrationsFolder, file ?? ''), 'utf8').split('--> statement-breakpoint')
}

it('takes over imports of leads that began before: the parts of a device go on, files are read, each is undone', async () => {
  const { db } = test.platform.database
  const [ref, fileRef, lead, was] = [uuidv7(), uuidv7(), uuidv7(), { code: 'phone', message: 'x' }]
  // The tables as they were, and an import at its second part.
  await db.execute(sql`alter table imports add column failures jsonb not null default '[]'`)
  for (const statement of statements('lead_imports')) await db.execute(sql.raw(statement))
  const [made] = (
    await db.execute<{ id: number }>(sql`insert into leads (ref, name, phone, status, lead_sources, tags, search_text)
      values (${lead}, 'Lama', '6281300000001', 'new', '[]', '[]', 'lama') returning id`)
  ).rows
  await db.execute(sql`insert into lead_imports (id, ref, user_id, file_name, duplicates, total, next_part, created, failed, failures)
    values (70, ${ref}, ${ani.id}, 'lama.xlsx', 'skip', 2, 1, 1, 1, ${JSON.stringify([{ row: 3, field: 'phone', value: '021', problem: was }])}::jsonb)`)
  await db.execute(sql`insert into lead_import_rows (import_id, lead_id, lead_ref, row, version) values (70, ${made?.id}, ${lead}, 2, 1)`)
  const kept = await test.platform.temporaryFiles.inspect(new TextEncoder().encode('nama,telp\nBerkas,081300000009\n'), 'a.csv')
  const file = await test.platform.temporaryFiles.store(kept)
  await db.execute(sql`insert into lead_imports (id, ref, user_id, file_name, duplicates, file)
    values (71, ${fileRef}, ${ani.id}, 'a.csv', 'skip', ${JSON.stringify(file)}::jsonb)`)
  await db.execute(sql`insert into jobs (ref, kind, key, lane, input, user_id)
    values (${uuidv7()}, 'lead-import', ${`leads import ${fileRef}`}, 'bulk', '{"import":71}', ${ani.id})`)
  await db.execute(sql`insert into imports (ref, section, user_id, file_name, duplicates, failures)
    values (${uuidv7()}, 'bank', ${ani.id}, 'bank.csv', 'skip', '[{"row":2,"field":"a","value":"b","code":"required","message":"Fill it"}]')`)

  for (const name of ['one-import', 'import-failures'])
    for (const statement of statements(name)) if (!/^\s*(alter|create)\b/i.test(statement)) await db.execute(sql.raw(statement))
  await db.execute(sql`alter table imports drop column failures`)

  const fresh = { row: 4, name: 'Baru', phone: '6281300000002' }
  expect((await ask('PUT', `${at}/${ref}/rows`, { number: 0, rows: [fresh] })).body.data).toMatchObject({ created: 1, next_part: 1 })
  expect((await ask('PUT', `${at}/${ref}/rows`, { number: 1, rows: [fresh] })).body.data).toMatchObject({ created: 2, next_part: 2 })
  expect((await ask('PUT', `${at}/${ref}/finish`, {})).body.data).toMatchObject({
    state: 'done',
    failures: [{ row: 3, field: 'phone', value: '021', problem: was }],
  })
  expect((await ask('PUT', `${at}/${ref}/undo`, {})).body.data).toMatchObject({ state: 'undone', undone: 2, kept: 0 })
  await createRunner(test.platform, [importJob]).idle()
  expect((await ask('GET', `${at}/${fileRef}`)).body.data).toMatchObject({ state: 'done', created: 1 })
  const { rows } = await db.execute(sql`select f.row, f.cells, f.problems from import_failures f
    join imports i on i.id = f.import_id where i.section = 'bank'`)
  const problem = { code: 'required', message: 'Fill it' }
  expect(rows).toEqual([{ row: 2, cells: { a: 'b' }, problems: [{ field: 'a', value: 'b', problem }] }])
})
