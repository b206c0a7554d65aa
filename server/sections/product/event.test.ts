import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { event } from '#contract/sections/product/event.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { onePixel } from '#tests/support/example.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = event
const highlights = '/event/in/v1/highlights'
let test: TestPlatform
let [ask, read]: TestRequest[] = []
beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, ['get event', 'create event', 'update event', 'delete event']))
  read = requestAs(app, await makePerson(test.platform, ['get event', 'get promotion']))
})
afterAll(() => test.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const valuesOf = (values: Record<string, unknown> = {}) => ({
  title: 'Bedah Saham',
  location: 'Zoom',
  link: 'https://zoom.us/j/1',
  start_at: inDays(5),
  end_at: inDays(6),
  ...values,
})

function formOf(values: Record<string, unknown>): FormData {
  const form = new FormData()
  form.set('cover', onePixel())
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined) continue
    if (Array.isArray(value) && typeof value[0] === 'string') for (const each of value) form.append(`${name}[]`, String(each))
    else form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

const post = async (values: Record<string, unknown> = {}) => ask?.('POST', path, formOf(valuesOf(values)))
async function make(values: Record<string, unknown> = {}): Promise<AnyRow> {
  const response = await post(values)
  expect(response?.status, JSON.stringify(response?.body)).toBe(201)
  return response?.body.data
}
const put = async ({ id, version: _, ...row }: AnyRow, values: Record<string, unknown>, headers = {}) =>
  ask?.('PUT', `${path}/${id}`, { ...row, ...values }, headers)

describe('an event', () => {
  it('is private at first, with a slug from its title and no seat taken', async () => {
    const row = await make({ title: 'Webinar Perdana', fee_type: 'free', price: 5 })
    expect(row).toMatchObject({
      slug: 'webinar-perdana',
      visibility: 'private',
      taken: 0,
      offered: 0,
      price: null,
      status: 'coming',
      audience: ['all'],
    })
    expect((await make({ title: 'Webinar Perdana' })).slug).toBe('webinar-perdana-2')
  })

  it.each([
    [{ end_at: inDays(5) }, 'end_at', 'after_start', { start_at: inDays(5.5) }],
    [{ end_at: '2030-01-01T10:00:00Z' }, 'end_at', 'after_start', { start_at: '2030-01-01T10:00:00Z' }],
    [{ slug: 'list' }, 'slug', 'reserved', {}],
    [{ slug: 'x'.repeat(10_000) }, 'slug', 'max_length', {}],
    [{ link: 'javascript:alert(1)' }, 'link', 'url', {}],
    [{ fee_type: 'paid' }, 'price', 'required', {}],
    [{ quota: 0 }, 'quota', 'min_value', {}],
    [{ location: 'Studio' }, 'location', 'choice', {}],
    [{ reminders: [{ hours: 0 }] }, 'reminders.0.hours', 'min_value', {}],
    [{ reminders: [{ hours: 721 }] }, 'reminders.0.hours', 'max_value', {}],
    [{ audience: ['all', 'emt'] }, 'audience', 'alone', {}],
  ])('refuses %j', async (wrong, field, code, beside) => {
    const response = await post({ ...beside, ...wrong })
    expect([response?.status, response?.body.fields?.[field]?.code], JSON.stringify(response?.body)).toEqual([422, code])
  })

  it('keeps each reminder once, from 1 to 720 hours', async () => {
    const { reminders } = await make({ reminders: [{ hours: 720 }, { hours: 1 }, { hours: 720 }] })
    expect(reminders).toMatchObject([{ hours: 720 }, { hours: 1 }])
  })

  it.each([
    [inDays(-2), inDays(-1), 'ended'],
    [inDays(-1), inDays(1), 'running'],
    [inDays(1), inDays(2), 'coming'],
  ])('from %s to %s is %3$s', async (start_at, end_at, status) => {
    const row = await make({ start_at, end_at })
    expect(row.status).toBe(status)
    const listed = await ask?.('GET', `${path}?query=status:${status}&size=1000`)
    expect(listed?.body.data.map(({ id }: AnyRow) => id)).toContain(row.id)
  })

  it('is offered by select until it ends, and to those who may only refer to it without its link', async () => {
    const [ended, coming] = [await make({ start_at: inDays(-2), end_at: inDays(-1) }), await make()]
    const offered = await read?.('GET', `${path}/select?size=1000`)
    const ids = offered?.body.data.map(({ id }: AnyRow) => id)
    expect([ids.includes(coming.id), ids.includes(ended.id)]).toEqual([true, false])
    const promoter = requestAs(createApp(test.platform), await makePerson(test.platform, ['get promotion']))
    const seen = (await promoter('GET', `${path}/${coming.id}`)).body.data
    expect([seen.title, Object.hasOwn(seen, 'link')]).toEqual(['Bedah Saham', false])
  })
})

describe('set-visibility', () => {
  it('changes that alone, for those who may update, unless somebody changed it since', async () => {
    const row = await make()
    const response = await ask?.('PUT', `${path}/set-visibility`, { id: row.ref, visibility: 'publish' })
    expect(response?.status).toBe(200)
    const after = (await ask?.('GET', `${path}/${row.id}`))?.body.data
    expect([after.visibility, after.version, after.title]).toEqual(['publish', row.version + 1, row.title])
    const stale = await ask?.('PUT', `${path}/set-visibility`, { id: row.id, visibility: 'private' }, { 'if-match': '"1"' })
    expect(stale?.status).toBe(412)
    expect((await read?.('PUT', `${path}/set-visibility`, { id: row.id, visibility: 'private' }))?.status).toBe(403)
    expect((await ask?.('PUT', `${path}/set-visibility`, { id: 999_999, visibility: 'private' }))?.status).toBe(404)
    expect((await ask?.('PUT', `${path}/set-visibility`, { id: row.id, visibility: 'draft' }))?.status).toBe(422)
  })
})

describe('a copy', () => {
  it('has fields and reminders, is private, and has no dates that are past', async () => {
    const past = { start_at: inDays(-3), end_at: inDays(-2), reminders: [{ hours: 24 }], visibility: 'publish', speaker: 'Rina' }
    const row = await make(past)
    const { data } = (await ask?.('GET', `${path}/${row.id}/duplicate`))?.body ?? {}
    expect(data).toMatchObject({
      title: row.title,
      speaker: 'Rina',
      reminders: [{ hours: 24 }],
      visibility: 'private',
      start_at: null,
      end_at: null,
      duplicate_of: row.id,
    })
    expect(data).not.toHaveProperty('slug')
    const coming = await make()
    const copy = (await ask?.('GET', `${path}/${coming.id}/duplicate`))?.body.data
    expect([copy.start_at, copy.end_at]).toEqual([coming.start_at, coming.end_at])
    const made = await ask?.('POST', path, copy)
    expect([made?.status, made?.body.data.slug === coming.slug]).toEqual([201, false])
  })

  it('needs the permission to create', async () => {
    const row = await make()
    expect((await read?.('GET', `${path}/${row.id}/duplicate`))?.status).toBe(403)
  })

  it('does not hold its original back from deletion', async () => {
    const row = await make()
    const copy = await make({ duplicate_of: row.id })
    expect((await ask?.('DELETE', path, { ids: [row.id] }))?.status).toBe(200)
    expect((await ask?.('GET', `${path}/${copy.id}`))?.body.data.duplicate_of).toBeNull()
  })
})

describe('highlights', () => {
  it('are in an order of their own, dense from 1 also after a deletion', async () => {
    const rows = [await make({ title: 'Satu Saja' }), await make({ title: 'Dua Saja' }), await make({ title: 'Tiga Saja' })]
    const [first, second, third] = rows.map(({ ref }) => ref)
    const listed = async () =>
      (await ask?.('GET', `${path}/highlights`))?.body.data.map(({ title, sort }: AnyRow) => `${String(sort)} ${String(title)}`)
    await ask?.('POST', highlights, { ids: [first, second, third] })
    await ask?.('POST', highlights, { ids: [second] })
    expect(await listed()).toEqual(['1 Satu Saja', '2 Dua Saja', '3 Tiga Saja'])
    expect((await ask?.('PUT', `${highlights}/${third}`, { sort: 1 }))?.status).toBe(200)
    expect(await listed()).toEqual(['1 Tiga Saja', '2 Satu Saja', '3 Dua Saja'])
    await ask?.('DELETE', path, { ids: [rows[0]?.id] })
    expect(await listed()).toEqual(['1 Tiga Saja', '2 Dua Saja'])
    await ask?.('DELETE', highlights, { event_ids: [third] })
    expect(await listed()).toEqual(['1 Dua Saja'])
    expect((await ask?.('PUT', `${highlights}/${third}`, { sort: 1 }))?.status).toBe(422)
  })
})

it('a change of a whole event keeps its cover', async () => {
  const row = await make()
  const changed = await put(row, { speaker: 'Dimas' })
  expect([changed?.status, changed?.body.data.speaker, changed?.body.data.cover.url]).toEqual([200, 'Dimas', expect.any(String)])
})
