import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { text as textColumn } from '#server/db/tables/columns.ts'
import { record } from '#server/db/tables/record.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { unregisterSections } from './query/shape.ts'
import { serve } from './serve.ts'

const setting = section('only-setting', {
  path: '/test/in/v1/only-setting',
  permission: 'content',
  title: 'greeting',
  fields: { greeting: text({ required: true, max: 80 }) },
  kind: 'setting',
})
const settings = pgTable('only_settings', { ...record, greeting: textColumn().notNull() })

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  const { db } = test.platform.database
  await db.execute(sql`create table only_settings (id bigserial primary key, ref uuid not null unique, version int not null default 1,
    created_at timestamptz(3) not null default now(), created_by text, updated_at timestamptz(3) not null default now(), updated_by text,
    greeting text collate "C" not null)`)
  await db.execute(sql`insert into only_settings (ref, greeting) values (gen_random_uuid(), 'Halo')`)
  const app = new Hono()
  mountFailures(app, test.platform)
  serve(setting, settings).mount(app, test.platform)
  ask = requestAs(app, await makePerson(test.platform, ['get content', 'create content', 'update content', 'delete content']))
})
afterAll(() => unregisterSections('only-setting'))
afterAll(() => test.close())

it('a setting is read and changed by its number', async () => {
  expect((await ask('GET', `${setting.path}/1`)).body.data).toMatchObject({ greeting: 'Halo', version: 1 })
  expect((await ask('PUT', `${setting.path}/1`, { greeting: 'Selamat pagi' })).body.data).toMatchObject({ version: 2 })
  expect((await ask('PUT', `${setting.path}/1`, { greeting: '' })).status).toBe(422)
  expect((await ask('GET', `${setting.path}/1`)).body.data.greeting).toBe('Selamat pagi')
})

it('a setting is neither listed, created nor deleted, by anybody', async () => {
  const answers = [
    await ask('GET', setting.path),
    await ask('POST', setting.path, { greeting: 'Second' }),
    await ask('DELETE', setting.path, { ids: [1] }),
    await ask('DELETE', `${setting.path}/1`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 405])
  expect((await ask('GET', `${setting.path}/1`)).status).toBe(200)
})
