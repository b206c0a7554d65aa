import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forYou, noEnd } from '#contract/sections/content/for-you.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let app: Hono
let ask: TestRequest
let picture: File

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, ['get content', 'create content', 'update content', 'delete content']))
  picture = await image(20, 20)
})
afterAll(() => test.close())

async function image(width: number, height: number): Promise<File> {
  const content = await sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(content)], 'gambar.png', { type: 'image/png' })
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

function form(values: Readonly<Record<string, string | File>>): FormData {
  const data = new FormData()
  const usual = { title: 'Post', type: 'info', message: '<p>Halo</p>', content_type: 'article', 'member_type[]': 'all', gambar: picture }
  for (const [name, value] of Object.entries({ ...usual, campaign_start: inDays(-1), no_campaign_end: 'true', ...values }))
    data.append(name, value)
  return data
}

async function create(values: Readonly<Record<string, string | File>>) {
  const response = await ask('POST', forYou.path, form(values))
  expect(response.status).toBe(201)
  return response.body.data
}

async function order(): Promise<string[]> {
  const { body } = await ask('GET', `${forYou.path}?sort=sequence asc&size=100`)
  return body.data.map((row: { title: string }) => row.title)
}

describe('status', () => {
  it.each([
    ['ACTIVE', { campaign_start: inDays(-1), no_campaign_end: 'true' }],
    ['ACTIVE', { campaign_start: inDays(-1), no_campaign_end: 'false', campaign_end: inDays(1) }],
    ['PENDING', { campaign_start: inDays(1), no_campaign_end: 'true' }],
    ['INACTIVE', { campaign_start: inDays(-3), no_campaign_end: 'false', campaign_end: inDays(-1) }],
  ])('is %s', async (status, values) => {
    const row = await create(values)
    expect(row).toMatchObject({ status, click_count: 0, campaign_end: values.no_campaign_end === 'true' ? noEnd : expect.any(String) })
    const listed = await ask('GET', `${forYou.path}?query=status:${status},id:${row.id}`)
    expect(listed.body.total_record).toBe(1)
  })

  it('is HIDDEN while hidden, and only what runs or is hidden can be switched', async () => {
    const running = await create({ title: 'Switch' })
    const hide = await ask('PUT', `${forYou.path}/show-hide`, { id: running.id, is_show: false })
    expect(hide.body.data).toMatchObject({ status: 'HIDDEN', is_show: false, version: 2 })
    expect((await ask('PUT', `${forYou.path}/show-hide`, { id: running.ref, is_show: true })).body.data.status).toBe('ACTIVE')
    const planned = await create({ campaign_start: inDays(2) })
    expect((await ask('PUT', `${forYou.path}/show-hide`, { id: planned.id, is_show: false })).status).toBe(422)
  })
})

describe('order', () => {
  it('moves a post to the place of another and stays without gaps', async () => {
    const before = await ask('GET', `${forYou.path}?size=100`)
    await ask('DELETE', forYou.path, { id: before.body.data.map((row: { id: number }) => row.id) })
    const rows = []
    for (const title of ['a', 'b', 'c', 'd', 'e']) rows.push(await create({ title }))
    const [a, b, , d] = rows
    expect((await ask('PUT', `${forYou.path}/swap-sequence`, { from: d.id, to: b.ref })).status).toBe(200)
    expect(await order()).toEqual(['a', 'd', 'b', 'c', 'e'])
    await ask('PUT', `${forYou.path}/swap-sequence`, { from: a.id, to: rows[4].id })
    expect(await order()).toEqual(['d', 'b', 'c', 'e', 'a'])
    await ask('DELETE', forYou.path, { id: [b.id] })
    const { body } = await ask('GET', `${forYou.path}?sort=sequence asc&size=100`)
    expect(body.data.map((row: { sequence: number }) => row.sequence)).toEqual([1, 2, 3, 4])
    expect((await ask('PUT', `${forYou.path}/swap-sequence`, { from: a.id, to: b.id })).body.fields).toMatchObject({
      to: { code: 'unknown_reference' },
    })
  })
})

describe('what is stored', () => {
  it('is cleaned, and no longer than allowed', async () => {
    const row = await create({ message: '<p onclick="x()">Aman <script>alert(1)</script><strong>tebal</strong></p>' })
    expect(row.message).toBe('<p>Aman <strong>tebal</strong></p>')
    const long = await ask('POST', forYou.path, form({ message: `<p>${'x'.repeat(121)}</p>` }))
    expect(long).toMatchObject({ status: 422, body: { fields: { message: { code: 'max_length' } } } })
  })

  it('has a picture of at most 510 by 636', async () => {
    const wide = await ask('POST', forYou.path, form({ gambar: await image(511, 10) }))
    expect(wide).toMatchObject({ status: 422, body: { fields: { gambar: { code: 'image_size' } } } })
  })

  it('ends after it starts, and its button needs no title', async () => {
    const bad = await ask(
      'POST',
      forYou.path,
      form({ no_campaign_end: 'false', campaign_start: inDays(2), campaign_end: inDays(1), with_button: 'true' }),
    )
    expect(Object.keys(bad.body.fields)).toEqual(['campaign_end'])
    expect(bad.body.fields).toMatchObject({ campaign_end: { code: 'before_start' } })
  })
})
