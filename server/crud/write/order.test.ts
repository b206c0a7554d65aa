import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choice, number, text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { createApp } from '#server/app.ts'
import { forYous } from '#server/db/tables/content.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { unregisterSections } from '../query/shape.ts'
import type { Change } from '../rules.ts'
import { serve } from '../serve.ts'

/** On an existing table; its other columns are irrelevant. */
function prepare({ values, before }: Change) {
  if (before) return
  const gambar = { url: '/files/a', name: 'a', size: 1, type: 'image/png' }
  Object.assign(values, { gambar, campaign_start: '2026-01-01T00:00:00Z', message: 'x', content_type: 'article' })
}
const fields = { title: text({ required: true }), type: choice(['a', 'b'], { required: true }) }
const list = { columns: ['title'], search: [], filters: ['type'], sort: 'sequence asc' } as const
const common = { permission: 'content', title: 'title' } as const

const dragged = section('dragged', {
  ...{ ...common, path: '/test/in/v1/dragged', list },
  fields: { ...fields, sequence: number({ readOnly: true, integer: true }) },
  order: { field: 'sequence', path: '/swap-sequence', within: 'type' },
})
let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  const root = await makePerson(test.platform, [], 'Root', true)
  const app = new Hono()
  mountFailures(app, test.platform)
  serve(dragged, forYous, { prepare }).mount(app, test.platform)
  app.route('/', createApp(test.platform))
  ask = requestAs(app, root)
})
afterAll(() => unregisterSections('dragged'))
afterAll(() => test.close())

async function filled(path: string): Promise<Record<string, number>> {
  await test.platform.database.db.delete(forYous)
  const ids: Record<string, number> = {}
  for (const title of ['a1', 'b1', 'a2', 'a3', 'b2', 'a4']) {
    const { body, status } = await ask('POST', path, { title, type: title.charAt(0) })
    expect(status, JSON.stringify(body)).toBe(201)
    ids[title] = body.data.id
  }
  return ids
}
async function order(path: string, type: string): Promise<string[]> {
  const { body } = await ask('GET', `${path}?query=type:${type}`)
  expect(body.data.map((row: { sequence: number }) => row.sequence)).toEqual(body.data.map((_: unknown, at: number) => at + 1))
  return body.data.map((row: { title: string }) => row.title)
}

describe('an order within groups', () => {
  it('is dense in each, and a move affects one group alone', async () => {
    const { path } = dragged
    const ids = await filled(path)
    expect([await order(path, 'a'), await order(path, 'b')]).toEqual([
      ['a1', 'a2', 'a3', 'a4'],
      ['b1', 'b2'],
    ])
    expect((await ask('PUT', `${path}/swap-sequence`, { from: ids.a4, to: ids.a2 })).status).toBe(200)
    expect([await order(path, 'a'), await order(path, 'b')]).toEqual([
      ['a1', 'a4', 'a2', 'a3'],
      ['b1', 'b2'],
    ])
    expect((await ask('PUT', `${path}/swap-sequence`, { from: ids.a4, to: ids.b1 })).body.fields).toMatchObject({ to: { code: 'choice' } })
  })

  it('puts a record that changes its group last, and closes the gap', async () => {
    const { path } = dragged
    const ids = await filled(path)
    expect((await ask('PUT', `${path}/${ids.a2}`, { type: 'b' }, { 'Update-Mask': 'type' })).status).toBe(200)
    expect([await order(path, 'a'), await order(path, 'b')]).toEqual([
      ['a1', 'a3', 'a4'],
      ['b1', 'b2', 'a2'],
    ])
    expect((await ask('PUT', `${path}/${ids.a3}`, { title: 'a3' }, { 'Update-Mask': 'title' })).status).toBe(200)
    expect(await order(path, 'a')).toEqual(['a1', 'a3', 'a4'])
  })

  it('stays dense when many rows move at once', async () => {
    const { path } = dragged
    const ids = await filled(path)
    const moves = Array.from({ length: 12 }, (_, n) =>
      ask('PUT', `${path}/swap-sequence`, { from: ids[`a${(n % 4) + 1}`], to: ids[`a${((n * 3) % 4) + 1}`] }),
    )
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(moves.map(() => 200))
    expect((await order(path, 'a')).toSorted()).toEqual(['a1', 'a2', 'a3', 'a4'])
  })
})
