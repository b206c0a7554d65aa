import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reference, text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { bigint, moment, text as textColumn } from '#server/db/tables/columns.ts'
import { banks } from '#server/db/tables/commerce.ts'
import { record } from '#server/db/tables/record.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { unregisterSections } from '../query/shape.ts'
import { serve } from '../serve.ts'
import { subscribe, whenChanged } from './effects.ts'

const order = section('trash-order', {
  path: '/test/in/v1/orders',
  permission: 'content',
  title: 'code',
  // @ts-expect-error: a section of this test alone, which no registry names
  fields: { code: text({ required: true, max: 20, unique: true }), parent_id: reference({ to: 'trash-order' }) },
  list: { columns: ['code'], search: ['code'], filters: [], sort: 'code asc' },
  trash: { list: '/trashed', one: '/trashed/{id}', restore: '/trashed/{id}/restore', erase: '/trashed' },
})
const orders = pgTable('trash_orders', { ...record, code: textColumn().notNull(), parent_id: bigint(), deleted_at: moment() })

const follower = 'test of the trash'

let test: TestPlatform
let ask: TestRequest
let seen: unknown[] = []
beforeAll(async () => {
  test = await testPlatform()
  const { db } = test.platform.database
  await db.execute(sql`create table trash_orders (id bigserial primary key, ref uuid not null unique, version int not null default 1,
    created_at timestamptz(3) not null default now(), created_by text, updated_at timestamptz(3) not null default now(), updated_by text,
    code text collate "C" not null, parent_id bigint, deleted_at timestamptz(3))`)
  await db.execute(sql`create unique index on trash_orders (code) where deleted_at is null`)
  const app = new Hono()
  mountFailures(app, test.platform)
  subscribe(follower, [
    whenChanged(order, ['code'], async (effects) => {
      seen.push(...effects.map(({ changes }) => changes.code))
    }),
  ])
  serve(order, orders).mount(app, test.platform)
  ask = requestAs(app, await makePerson(test.platform, [], 'Root', true))
})
afterAll(() => unregisterSections('trash-order'))
afterAll(() => {
  subscribe(follower, [])
  return test.close()
})

const create = async (values: Record<string, unknown>) => (await ask('POST', order.path, values)).body.data
const codes = async (path: string) => (await ask('GET', path)).body.data.map((row: { code: string }) => row.code)

it('the trash has deleted records: invisible to all other reads and writes', async () => {
  const { id, ref } = await create({ code: 'A-1' })
  expect((await ask('DELETE', order.path, { ids: [id] })).body.success_entities).toMatchObject([{ id }])
  for (const [method, path, body] of [
    ['GET', `${order.path}/${ref}`],
    ['PUT', `${order.path}/${id}`, { code: 'A-2' }],
    ['DELETE', order.path, { ids: [id] }],
  ] as const)
    expect((await ask(method, path, body)).status).toBe(404)
  expect(await codes(order.path)).not.toContain('A-1')
  expect(await codes(`${order.path}/trashed`)).toEqual(['A-1'])
  expect((await ask('GET', `${order.path}/trashed/${ref}`)).body.data).toMatchObject({ id, code: 'A-1' })
})

it('a restored record keeps its history, and reactions run on delete and restore', async () => {
  const { id } = await create({ code: 'B-1' })
  seen = []
  await ask('DELETE', order.path, { ids: [id] })
  const restored = await ask('PUT', `${order.path}/trashed/${id}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { data: { id, code: 'B-1', version: 3 } } })
  expect(seen).toEqual([
    ['B-1', null],
    [null, 'B-1'],
  ])
  expect(await codes(order.path)).toContain('B-1')
  const history = await ask('GET', `${order.path}/${id}/history`)
  expect(history.body.data.map(({ action }: { action: string }) => action)).toEqual(['restore', 'trash', 'create'])
  expect((await ask('PUT', `${order.path}/trashed/${id}/restore`)).status).toBe(404)
})

it('a record is restored only if it is valid today', async () => {
  const { id } = await create({ code: 'C-1' })
  await ask('DELETE', order.path, { ids: [id] })
  const { id: other } = await create({ code: 'C-1' })
  expect(await ask('PUT', `${order.path}/trashed/${id}/restore`)).toMatchObject({
    status: 422,
    body: { fields: { code: { code: 'taken' } } },
  })
  await ask('DELETE', order.path, { ids: [other] })
  await test.platform.database.db.execute(sql`update trash_orders set parent_id = 999999 where id = ${id}`)
  expect(await ask('PUT', `${order.path}/trashed/${id}/restore`)).toMatchObject({
    status: 422,
    body: { fields: { parent_id: { code: 'unknown_reference' } } },
  })
})

it('erasing is final, and only written to the history', async () => {
  const { id } = await create({ code: 'D-1' })
  expect((await ask('DELETE', `${order.path}/trashed`, { ids: [id] })).status).toBe(404)
  await ask('DELETE', order.path, { ids: [id] })
  seen = []
  expect((await ask('DELETE', `${order.path}/trashed`, { ids: [id] })).body.success_entities).toMatchObject([{ id }])
  expect([await codes(`${order.path}/trashed`), seen]).toEqual([expect.not.arrayContaining(['D-1']), []])
  expect((await ask('GET', `${order.path}/${id}/history`)).body.data[0]).toMatchObject({
    action: 'delete',
    changes: { code: ['D-1', null] },
  })
})

it('a trash needs a column with its time', () => {
  expect(() => serve({ ...order, name: 'trash-note' }, banks as never)).toThrow('deleted_at')
})
