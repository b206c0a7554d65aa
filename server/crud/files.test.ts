/** Files anywhere in a form: several in one field, nested, beside a JSON part, staged, large. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { file, files, image, object, rows, text, video } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { createApp } from '#server/app.ts'
import { json, text as textColumn } from '#server/db/tables/columns.ts'
import { record } from '#server/db/tables/record.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { unregisterSections } from './query/shape.ts'
import { serve } from './serve.ts'

const options = {
  permission: 'content',
  title: 'name',
  fields: {
    name: text({ required: true, max: 80 }),
    cover: image({ maxWidth: 200, maxHeight: 100 }),
    photos: files({ max: 3, accept: ['image/png', 'image/jpeg'], maxWidth: 200, maxHeight: 100 }),
    clip: video({ maxBytes: 60_000_000 }),
    sheet: object({ title: text({ max: 80 }), pdf: file({ accept: ['application/pdf'] }) }),
    lessons: rows({ title: text({ required: true, max: 80 }), video: file({ accept: ['video/mp4', 'image/png'] }) }, { max: 5 }),
  },
  list: { columns: ['name'], search: ['name'], filters: [], sort: 'name asc' },
} as const
const form = section('course', { ...options, path: '/test/in/v1/courses', encoding: 'multipart' })
const inPart = section('course-part', { ...options, path: '/test/in/v1/parts', encoding: 'multipart', wire: { part: 'course' } })
const asJson = section('course-json', { ...options, path: '/test/in/v1/json' })

const columns = () => ({
  ...record,
  name: textColumn().notNull(),
  cover: json<StoredFile>(),
  photos: json<StoredFile[]>().notNull().default([]),
  clip: json<StoredFile>(),
  sheet: json<Record<string, unknown>>(),
  lessons: json<never[]>().notNull().default([]),
})
const courses = pgTable('courses', columns())

let test: TestPlatform
let app: Hono
let whole: Hono
let person: Person
let ask: TestRequest
let png: Buffer
let jpeg: Buffer
/** Stored by no test. */
let other: Buffer

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()

beforeAll(async () => {
  test = await testPlatform()
  await test.platform.database.db.execute(sql`create table courses (id bigserial primary key, ref uuid not null unique, version int not null default 1,
    created_at timestamptz(3) not null default now(), created_by text, updated_at timestamptz(3) not null default now(), updated_by text,
    name text not null, cover jsonb, photos jsonb not null default '[]', clip jsonb, sheet jsonb, lessons jsonb not null default '[]')`)
  app = new Hono()
  mountFailures(app, test.platform)
  whole = createApp(test.platform)
  for (const each of [form, inPart, asJson]) serve(each, courses).mount(app, test.platform)
  person = await makePerson(test.platform, ['get content', 'create content', 'update content'])
  ask = requestAs(app, person)
  png = await picture(20, 10)
  other = await picture(21, 11)
  jpeg = await sharp(png).jpeg().toBuffer()
})
afterAll(() => unregisterSections('course', 'course-part', 'course-json'))
afterAll(() => test.close())

const blob = (content: Uint8Array, name: string, type = 'image/png') => new File([new Uint8Array(content)], name, { type })

function formOf(entries: readonly (readonly [string, string | File])[]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function stage(content: Uint8Array): Promise<string> {
  const name = sha256(content)
  for (let offset = 0; offset < content.byteLength; offset += 4_000_000) {
    const piece = content.subarray(offset, offset + 4_000_000)
    const query = `size=${content.byteLength}&offset=${offset}&digest=${sha256(piece)}`
    const response = await whole.request(`/upload/in/v1/files/${name}?${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(piece),
    })
    expect(response.status, await response.clone().text()).toBe(200)
  }
  return name
}

/** Returns a stored file's bytes. */
async function bytesOf(stored: unknown): Promise<Buffer> {
  const { url } = stored as StoredFile
  return Buffer.from(await (await whole.request(url)).arrayBuffer())
}

/** The head of an MP4 with a track of pictures. */
function mp4(size: number): Buffer {
  const content = Buffer.alloc(size)
  content.write('\0\0\0\x18ftypisom', 0, 'latin1')
  content.write('hdlr', size - 200, 'latin1')
  content.write('vide', size - 188, 'latin1')
  return content
}

describe('several files in one field', () => {
  it('are stored in order, added, reordered and removed', async () => {
    const made = await ask(
      'POST',
      form.path,
      formOf([
        ['name', 'A'],
        ['photos[]', blob(png, 'a.png')],
        ['photos[]', blob(jpeg, 'b.jpg')],
      ]),
    )
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const [a, b] = made.body.data.photos
    expect([a.name, b.name, b.type]).toEqual(['a.png', 'b.jpg', 'image/jpeg'])
    expect(await bytesOf(a)).toEqual(png)
    const third = await picture(30, 10)
    const path = `${form.path}/${made.body.data.id}`
    const more = [
      ['photos[]', JSON.stringify(b)],
      ['photos[]', blob(third, 'c.png')],
      ['photos[]', JSON.stringify(a)],
    ] as const
    const changed = await ask('PUT', path, formOf(more), { 'Update-Mask': 'photos' })
    expect(changed.body.data.photos.map(({ name }: StoredFile) => name)).toEqual(['b.jpg', 'c.png', 'a.png'])
    const none = await ask('PUT', path, formOf([['photos[]', '']]), { 'Update-Mask': 'photos' })
    expect(none.body.data.photos).toEqual([])
  })

  it.each([
    ['too many', async () => [1, 2, 3, 4].map((n) => blob(other, `${n}.png`)), 'photos', 'max_entries'],
    ['one that is not what it says', () => [blob(other, 'a.png'), blob(Buffer.from('<html>'), 'b.png')], 'photos.1', 'file_type'],
    ['one over the size of the section', async () => [blob(await picture(201, 10), 'a.png')], 'photos.0', 'image_size'],
    ['one of 60,000 pixels', async () => [blob(await picture(60_000, 2), 'a.png')], 'photos.0', 'image_size'],
    ['an empty one', () => [blob(Buffer.alloc(0), 'a.png')], 'photos.0', 'file_empty'],
  ])('refuse %s, and keep nothing', async (_, make, path, code) => {
    const list = await make()
    const refused = await ask('POST', form.path, formOf([['name', 'B'], ...list.map((each) => ['photos[]', each] as const)]))
    expect(refused).toMatchObject({ status: 422, body: { fields: { [path]: { code } } } })
    const [last] = list.slice(-1)
    expect(await test.platform.files.read(sha256(new Uint8Array((await last?.arrayBuffer()) ?? [])), 'x')).toBeNull()
  })
})

describe('files in nested records', () => {
  const lessons = (leaf: unknown) => JSON.stringify([{ title: 'Satu' }, { title: 'Dua' }, { title: 'Tiga', video: leaf }])

  it('are parts named by their path', async () => {
    const made = await ask(
      'POST',
      form.path,
      formOf([
        ['name', 'C'],
        ['lessons', lessons({ part: 'lessons.2.video' })],
        ['lessons.2.video', blob(png, 'v.png')],
        ['sheet', JSON.stringify({ title: 'Modul', pdf: { part: 'sheet.pdf' } })],
        ['sheet.pdf', blob(Buffer.from('%PDF-1.7 isi'), 'modul.pdf', 'application/pdf')],
      ]),
    )
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { lessons: stored, sheet } = made.body.data
    expect(stored[2].video).toEqual({ url: expect.stringMatching(/^\/files\//), name: 'v.png', size: png.length, type: 'image/png' })
    expect(await bytesOf(stored[2].video)).toEqual(png)
    expect((await bytesOf(sheet.pdf)).toString()).toBe('%PDF-1.7 isi')
    const again = await ask('PUT', `${form.path}/${made.body.data.id}`, formOf([['lessons', JSON.stringify(stored.slice(1))]]), {
      'Update-Mask': 'lessons',
    })
    expect(again.body.data.lessons[1].video).toEqual(stored[2].video)
  })

  it('may be staged', async () => {
    const staged = await stage(png)
    const made = await ask(
      'POST',
      form.path,
      formOf([
        ['name', 'D'],
        ['lessons', lessons({ staged, name: 'v.png' })],
      ]),
    )
    expect(await bytesOf(made.body.data.lessons[2].video)).toEqual(png)
  })

  // A regression: 201 without stored bytes.
  it.each([
    ['of a file without its bytes', { name: 'v.png', size: 9, type: 'image/png' }, 'file_type'],
    ['of an address that is none of ours', { url: 'javascript:alert(1)', name: 'v.png', size: 9, type: 'image/png' }, 'file_type'],
    ['of a part that did not come', { part: 'lessons.2.video' }, 'file_missing'],
    ['of a text', 'v.png', 'file_type'],
  ])('refuse the mere mention %s', async (_, leaf, code) => {
    for (const [path, body] of [
      [
        form.path,
        formOf([
          ['name', 'E'],
          ['lessons', lessons(leaf)],
        ]),
      ],
      [asJson.path, { name: 'E', lessons: JSON.parse(lessons(leaf)) }],
    ] as const)
      expect(await ask('POST', path, body)).toMatchObject({ status: 422, body: { fields: { 'lessons.2.video': { code } } } })
  })

  it('refuse a part without a place, and one above its size', async () => {
    const stray = await ask(
      'POST',
      form.path,
      formOf([
        ['name', 'F'],
        ['lessons.0.video', blob(png, 'v.png')],
      ]),
    )
    expect(stray).toMatchObject({ status: 422, body: { fields: { 'lessons.0.video': { code: 'unknown_field' } } } })
    const wrong = [
      ['lessons', lessons({ part: 'x' })],
      ['x', blob(Buffer.from('MZ'), 'v.mp4', 'video/mp4')],
    ] as const
    expect(await ask('POST', form.path, formOf([['name', 'F'], ...wrong]))).toMatchObject({
      status: 422,
      body: { fields: { 'lessons.2.video': { code: 'file_type' } } },
    })
  })

  it('are the same mutation as bytes and staged', async () => {
    const key = { 'Idempotency-Key': '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e11' }
    const part = [
      ['name', 'G'],
      ['lessons', lessons({ part: 'p' })],
      ['p', blob(png, 'v.png')],
    ] as const
    const made = await ask('POST', form.path, formOf(part), key)
    const staged = await stage(png)
    const again = await ask(
      'POST',
      form.path,
      formOf([
        ['name', 'G'],
        ['lessons', lessons({ staged, name: 'v.png' })],
      ]),
      key,
    )
    expect(again).toMatchObject({ status: 201, body: { data: { ref: made.body.data.ref } } })
  })
})

describe('a part of JSON', () => {
  it('has the values, with files beside it', async () => {
    const values = { name: 'Kaos', photos: [{ part: 'photos.0' }], lessons: [{ title: 'L', video: { part: 'lessons.0.video' } }] }
    const made = await ask(
      'POST',
      inPart.path,
      formOf([
        ['course', JSON.stringify(values)],
        ['cover', blob(png, 'kaos.png')],
        ['photos.0', blob(jpeg, 'p.jpg')],
        ['lessons.0.video', blob(png, 'v.png')],
      ]),
    )
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body.data).toMatchObject({
      name: 'Kaos',
      cover: { name: 'kaos.png' },
      photos: [{ name: 'p.jpg' }],
      lessons: [{ video: { name: 'v.png' } }],
    })
    const changed = await ask('PUT', `${inPart.path}/${made.body.data.id}`, formOf([['course', '{"name":"Kaos 2"}']]), {
      'Update-Mask': 'name',
    })
    expect(changed.body.data).toMatchObject({ name: 'Kaos 2', cover: { name: 'kaos.png' } })
  })

  it.each(['[1]', 'no json', '"text"'])('is refused as %s', async (raw) => {
    expect(await ask('POST', inPart.path, formOf([['course', raw]]))).toMatchObject({ status: 400 })
  })
})

it('a copy refers to the files of its original', async () => {
  const made = await ask(
    'POST',
    form.path,
    formOf([
      ['name', 'K'],
      ['cover', blob(png, 'k.png')],
      ['photos[]', blob(jpeg, 'b.jpg')],
    ]),
  )
  const { cover, photos } = made.body.data
  const entries = [
    ['name', 'L'],
    ['cover', JSON.stringify(cover)],
    ['photos[]', JSON.stringify(photos[0])],
  ] as const
  expect((await ask('POST', form.path, formOf(entries))).body.data).toMatchObject({ name: 'L', cover, photos })
})

describe('a video', () => {
  it('larger than one request is sent in pieces', async () => {
    const content = mp4(26_000_000)
    const staged = await stage(content)
    const made = await ask(
      'POST',
      form.path,
      formOf([
        ['name', 'H'],
        ['clip', JSON.stringify({ staged, name: 'kelas.mp4' })],
      ]),
    )
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body.data.clip).toMatchObject({ name: 'kelas.mp4', size: 26_000_000, type: 'video/mp4' })
    expect(sha256(await bytesOf(made.body.data.clip))).toBe(staged)
  })

  it('is refused if it is none, and so is a large file in a field of pictures', async () => {
    const staged = await stage(Buffer.alloc(26_000_000, 'x'))
    const name = 'kelas.mp4'
    const clip = await ask(
      'POST',
      form.path,
      formOf([
        ['name', 'I'],
        ['clip', JSON.stringify({ staged, name })],
      ]),
    )
    expect(clip).toMatchObject({ status: 422, body: { fields: { clip: { code: 'no_video' } } } })
    const cover = await ask(
      'POST',
      form.path,
      formOf([
        ['name', 'I'],
        ['cover', JSON.stringify({ staged, name })],
      ]),
    )
    expect([413, 422]).toContain(cover.status)
  })
})

it('a picture of 60,000 pixels is refused by its size', async () => {
  const refused = await ask(
    'POST',
    form.path,
    formOf([
      ['name', 'J'],
      ['cover', blob(await picture(60_000, 3), 'a.png')],
    ]),
  )
  expect(refused.body.fields.cover.message).toBe('At most 200 wide and 100 high')
})
