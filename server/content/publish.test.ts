import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '#contract/kit/field/field.ts'
import { publishFields } from '#contract/kit/section/publish.ts'
import { section } from '#contract/kit/section/section.ts'
import { unregisterSections } from '#server/crud/query/shape.ts'
import { serve } from '#server/crud/serve.ts'
import { moment, text as textColumn } from '#server/db/tables/columns.ts'
import { record } from '#server/db/tables/record.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { isPublished, preparePublishing, publishState } from './publish.ts'

const note = section('published-note', {
  path: '/test/in/v1/notes',
  permission: 'content',
  title: 'title',
  fields: { title: text({ required: true, max: 80 }), ...publishFields },
  list: { columns: ['title', 'state'], search: ['title'], filters: ['state'], sort: 'title asc' },
})
const notes = pgTable('published_notes', {
  ...record,
  title: textColumn().notNull(),
  status: textColumn().notNull().default('draft'),
  published_at: moment(),
})

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  await test.platform.database.db.execute(sql`create table published_notes (id bigserial primary key, ref uuid not null unique, version int not null default 1,
    created_at timestamptz(3) not null default now(), created_by text, updated_at timestamptz(3) not null default now(), updated_by text,
    title text collate "C" not null, status text collate "C" not null default 'draft', published_at timestamptz(3))`)
  const app = new Hono()
  mountFailures(app, test.platform)
  serve(note, notes, { derived: { state: publishState(notes) }, prepare: preparePublishing }).mount(app, test.platform)
  ask = requestAs(app, await makePerson(test.platform, ['get content', 'create content', 'update content']))
})
afterAll(() => unregisterSections('published-note'))
afterAll(() => test.close())

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const create = async (values: Record<string, unknown>) => (await ask('POST', note.path, { title: 'A', ...values })).body.data
const update = (id: number, values: Record<string, unknown>) =>
  ask('PUT', `${note.path}/${id}`, values, { 'Update-Mask': Object.keys(values).join() })
const publicIds = async () => {
  const rows = await test.platform.database.db.select({ id: notes.id }).from(notes).where(isPublished(notes))
  return rows.map(({ id }) => id)
}

it('a record is a draft until it is published, by default now', async () => {
  const draft = await create({ status: 'draft' })
  expect(draft).toMatchObject({ status: 'draft', state: 'draft', published_at: null })
  const { data } = (await update(draft.id, { status: 'publish' })).body
  expect(data.state).toBe('published')
  expect(Math.abs(Date.parse(data.published_at) - Date.now())).toBeLessThan(60_000)
  expect(await publicIds()).toContain(draft.id)
})

it('a record is scheduled until its time, and then published without a write', async () => {
  const { id, state } = await create({ status: 'publish', published_at: inMinutes(10) })
  expect([state, (await publicIds()).includes(id)]).toEqual(['scheduled', false])
  expect((await ask('GET', `${note.path}?query=state:scheduled`)).body.data.map((row: { id: number }) => row.id)).toContain(id)
  await test.platform.database.db.execute(sql`update published_notes set published_at = now() - interval '1 second' where id = ${id}`)
  expect((await ask('GET', `${note.path}/${id}`)).body.data.state).toBe('published')
  expect(await publicIds()).toContain(id)
  expect((await ask('GET', `${note.path}?query=state:scheduled`)).body.data.map((row: { id: number }) => row.id)).not.toContain(id)
})

it('a schedule in the past is refused in words, and published records stay unchanged', async () => {
  const refused = await ask('POST', note.path, { title: 'B', status: 'publish', published_at: inMinutes(-5) })
  const past = { status: 422, body: { fields: { published_at: { code: 'past', message: 'Must not be in the past' } } } }
  expect(refused).toMatchObject(past)
  const { id } = await create({ status: 'publish' })
  await test.platform.database.db.execute(sql`update published_notes set published_at = '2026-01-02T03:04:05Z' where id = ${id}`)
  const row = (await ask('GET', `${note.path}/${id}`)).body.data
  const same = await ask('PUT', `${note.path}/${id}`, { title: 'C', status: 'publish', published_at: row.published_at })
  expect(same.body.data).toMatchObject({ title: 'C', published_at: '2026-01-02T03:04:05.000Z' })
  expect(await update(id, { published_at: '2026-01-02T03:04:06Z' })).toMatchObject(past)
})

it('an archived record keeps its time of publishing', async () => {
  const { id, published_at } = await create({ status: 'publish' })
  expect((await update(id, { status: 'archived' })).body.data).toMatchObject({ state: 'archived', published_at })
  expect(await publicIds()).not.toContain(id)
})
