import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { image, reference, rows, text } from '#contract/kit/field/field.ts'
import { call } from '#contract/kit/section/call.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { mountFailures } from './core/failures.ts'
import { mount } from './http/mount.ts'
import { mountFiles } from './routes/files-route.ts'

const path = '/test/in/v1/things'
const common = { permission: 'get bank', path } as const
const list = call({ ...common, name: 'thing.list', kind: 'query', method: 'GET', query: 'list', reply: { of: 'message' } })
const one = call({ ...common, name: 'thing.one', kind: 'query', method: 'GET', path: `${path}/{id}`, reply: { of: 'message' } })
const fields = { name: text({ required: true }), owner: reference(), parts: rows({ label: text({ required: true }) }) }
const create = call({
  ...common,
  name: 'thing.create',
  action: 'create',
  kind: 'mutation',
  method: 'POST',
  body: fields,
  reply: { of: 'message' },
})
const picture = image({ maxWidth: 20, maxHeight: 10, accept: ['image/png', 'image/jpeg'], maxBytes: 100_000 })
const update = call({
  ...common,
  name: 'thing.update',
  action: 'update',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/{id}`,
  encoding: 'multipart',
  body: { name: text(), picture },
  reply: { of: 'message' },
})
const remove = call({
  ...common,
  name: 'thing.remove',
  kind: 'mutation',
  method: 'DELETE',
  removal: { by: 'id' },
  reply: { of: 'message' },
})

let test: TestPlatform
let app: Hono
let person: Person
let done: unknown[]

beforeAll(async () => {
  test = await testPlatform()
  done = []
  app = new Hono()
  mountFailures(app, test.platform)
  mountFiles(app, test.platform)
  for (const known of [list, one]) mount(app, test.platform, known, async (request) => request.list)
  for (const known of [create, update, remove])
    mount(app, test.platform, known, async ({ body, ids, mask }) => {
      done.push({ body, ids, mask })
      return { message: 'done', data: body }
    })
  person = await makePerson(test.platform, ['get bank'])
})
afterAll(() => test.close())

function send(method: string, at: string, body?: BodyInit, headers: Record<string, string> = {}) {
  return app.request(at, { method, headers: { Authorization: `Bearer ${person.token}`, ...headers }, ...(body !== undefined && { body }) })
}
const json = { 'Content-Type': 'application/json' }

/** Returns `status code fields` of a refusal, which must be problem+json and without effect. */
async function refusal(response: Response): Promise<string> {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(done).toEqual([])
  const { status, code, fields: named = {}, message } = await response.json()
  expect([status, typeof message]).toEqual([response.status, 'string'])
  return [status, code, ...Object.keys(named)].join(' ')
}

it.each([
  ['page=-1', 'page'],
  ['page=1000000000', 'page'],
  ['page=1.5', 'page'],
  ['page=0x10', 'page'],
  ['size=100001', 'size'],
  ['size=0', 'size'],
  ['sort=name%20sideways', 'sort'],
  ['sort=1;drop%20table%20users', 'sort'],
  ['query=nonsense', 'query'],
  ['query=name:%00', 'query'],
])('refuses the list query %s', async (query, field) => {
  expect(await refusal(await send('GET', `${path}?${query}`))).toBe(`422 invalid ${field}`)
})

it.each(['abc', '0', '-1', '1.5', '99999999999999999999', "1'--", '%00', '00000000-0000-0000-0000-00000000000g'])(
  'refuses the id %s',
  async (id) => {
    expect(await refusal(await send('GET', `${path}/${id}`))).toBe('422 invalid id')
  },
)

it('the API has an answer for unknown addresses and methods', async () => {
  expect(await refusal(await send('GET', '/test/in/v1/unknown'))).toBe('404 not_found')
  const patch = await send('PATCH', `${path}/1`)
  expect([await refusal(patch), patch.headers.get('Allow')]).toEqual(['405 method_not_allowed', 'GET, PUT'])
})

it.each([
  ['{broken', '400 malformed'],
  ['"text"', '422 invalid body'],
  ['[]', '422 invalid body'],
  ['null', '422 invalid body'],
  ['', '422 invalid name'],
  [new Uint8Array([0x7b, 0xff, 0x7d]), '400 malformed'],
  ['{"name":"\\u0000"}', '422 invalid name'],
  ['{"name":"\\ud800"}', '422 invalid name'],
  ['{"name":{"$ne":1}}', '422 invalid name'],
  ['{"name":"x","owner":1.5}', '422 invalid owner'],
  ['{"name":"x","parts":[{"label":"<b>"}]}', '422 invalid parts.0.label'],
  ['{"name":"x","ref":"mine"}', '422 invalid ref'],
  ['{"__proto__":{"name":"x"}}', '422 invalid name'],
  [`{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, '400 malformed'],
  [`${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}`, '400 malformed'],
  [Uint8Array.from(gzipSync('{"name":"x"}')), '400 malformed'],
])('refuses the body %s', async (body, expected) => {
  expect(await refusal(await send('POST', path, body, json))).toBe(expected)
})

it('the API refuses a body of 20 MB, announced or streamed', async () => {
  const large = `{"name":"${'a'.repeat(20_000_000)}"}`
  expect(await refusal(await send('POST', path, large, { ...json, 'Content-Length': String(large.length) }))).toBe('413 too_large')
  expect(await refusal(await send('POST', path, large, json))).toBe('413 too_large')
})

it('the API refuses the wrong content type', async () => {
  expect(await refusal(await send('POST', path, '{"name":"x"}', { 'Content-Type': 'text/plain' }))).toBe('415 unsupported_media')
  expect(await refusal(await send('DELETE', path, new FormData()))).toBe('415 unsupported_media')
  const noBoundary = { 'Content-Type': 'multipart/form-data' }
  expect(await refusal(await send('PUT', `${path}/1`, 'x', noBoundary))).toBe('400 malformed')
})

it.each(['{}', '{"id":[]}', '{"id":"1"}', '{"ids":[1]}', '{"id":[{}]}', '{"id":[-1]}', '[{}]'])('refuses the removal %s', async (body) => {
  expect(await refusal(await send('DELETE', path, body, json))).toBe('422 invalid id')
})

it('the API takes the keys of a form for nothing but fields', async () => {
  const data = new FormData()
  for (const name of ['__proto__', 'constructor', 'toString[]', 'name[]', 'name', 'name']) data.append(name, 'x'.repeat(5))
  data.append('picture', 'x')
  expect(await refusal(await send('PUT', `${path}/1`, data))).toMatch(/^422 invalid /)
})

it('the API reads no form of more entries than a form may have, and 30,000 of them without a wait', async () => {
  const data = new FormData()
  for (let at = 0; at < 30_000; at++) data.append('name[]', String(at))
  expect(await refusal(await send('PUT', `${path}/1`, data))).toMatch(/^413 too_large/)
})

it.each(['multipart/form-data; xboundary=none; boundary=real', 'multipart/form-data; x="; boundary=none"; boundary="real"'])(
  'counts the entries of a form before it reads them: %s',
  async (type) => {
    const read = vi.fn()
    vi.stubGlobal(
      'Response',
      class extends Response {
        override formData() {
          read()
          return super.formData()
        }
      },
    )
    const body = `${'--real\r\nContent-Disposition: form-data; name="name[]"\r\n\r\n\r\n'.repeat(20_000)}--real--\r\n`
    expect(await refusal(await send('PUT', `${path}/1`, body, { 'Content-Type': type }))).toMatch(/^413 too_large/)
    expect(read).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  },
)

it.each(['1', '{}', '[]'])('tells of a list that is too long, not of each of its entries: %s', async (entry) => {
  const parts = Array.from({ length: 50_000 }, () => entry).join()
  expect(await refusal(await send('POST', path, `{"name":"x","parts":[${parts}]}`, json))).toBe('422 invalid parts')
})

const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join()

it.each([
  ['one record', `{"name":"x",${keys(10_000)}}`],
  ['records of a list', `{"name":"x","parts":[${Array.from({ length: 10_001 }, () => '{"label":1}').join()}]}`],
  ['records of no list', `[${Array.from({ length: 10_001 }, () => '{"a":1}').join()}]`],
  ['the same key again and again', `{${'"a":1,'.repeat(10_001)}"a":1}`],
])('reads no JSON of more keys than a form may have entries: %s', async (_, body) => {
  const read = vi.spyOn(JSON, 'parse')
  const response = await send('POST', path, body, json)
  expect(read).not.toHaveBeenCalledWith(body)
  read.mockRestore()
  expect(await refusal(response)).toBe('413 too_large')
})

it('the API counts the keys of JSON within a form', async () => {
  const data = new FormData()
  data.append('picture', `{${keys(10_001)}}`)
  expect(await refusal(await send('PUT', `${path}/1`, data))).toBe('422 invalid picture')
})

it('the API reads JSON of as many keys as it may have', async () => {
  const response = await send('POST', path, `{"name":"x","other":{${keys(9_998)}}}`, json)
  expect(response.status).toBe(201)
  done = []
})

it.each(['"1","2"', '"-1"', '99999999999', 'W/"a"', '""'])('refuses If-Match: %s', async (version) => {
  expect(await refusal(await send('POST', path, '{"name":"x"}', { ...json, 'If-Match': version }))).toBe('400 malformed')
})

it.each(['__proto__', 'constructor', 'id', 'parts.0', '*'])('refuses the mask %s', async (mask) => {
  expect(await refusal(await send('PUT', `${path}/1`, new FormData(), { 'Update-Mask': mask }))).toBe(`422 invalid ${mask}`)
})

it('the API refuses headers that cannot be read, and masks of unknown fields', async () => {
  const body = '{"name":"x"}'
  expect(await refusal(await send('POST', path, body, { ...json, 'If-Match': 'new' }))).toBe('400 malformed')
  expect(await refusal(await send('POST', path, body, { ...json, 'Idempotency-Key': 'a'.repeat(201) }))).toBe('400 malformed')
  expect(await refusal(await send('POST', path, body, { ...json, 'Idempotency-Key': 'a'.repeat(10_000) }))).toBe('400 malformed')
  expect(await refusal(await send('PUT', `${path}/1`, new FormData(), { 'Update-Mask': 'name,is_admin' }))).toBe('422 invalid is_admin')
})

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
function form(content: BlobPart, name: string, type: string) {
  const data = new FormData()
  data.append('name', 'with a picture')
  data.append('picture', new File([content], name, { type }))
  return data
}
const stored = () => readdir(join(test.platform.settings.dataDir, 'files'), { recursive: true }).catch(() => [])

it('the API judges a picture by its content and size, and keeps nothing of a refused one', async () => {
  const page = form('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.png', 'image/png')
  expect(await refusal(await send('PUT', `${path}/1`, page))).toBe('422 invalid picture')
  const head = form(Uint8Array.from((await drawn(5, 5)).subarray(0, 20)), 'a.png', 'image/png')
  expect(await refusal(await send('PUT', `${path}/1`, head))).toBe('422 invalid picture')
  const wide = await send('PUT', `${path}/1`, form(Uint8Array.from(await drawn(21, 10)), 'a.png', 'image/png'))
  const { fields: named } = await wide.clone().json()
  expect(named.picture).toMatchObject({ code: 'image_size', params: { width: 20, height: 10 } })
  expect(await refusal(wide)).toBe('422 invalid picture')
  const address = new FormData()
  address.append('picture', 'https://example.com/a.png')
  expect(await refusal(await send('PUT', `${path}/1`, address))).toBe('422 invalid picture')
  expect(await stored()).toEqual([])
})

it('the API stores a good picture under its hash and serves it as what it is', async () => {
  const content = Uint8Array.from(await drawn(20, 10))
  const response = await send('PUT', `${path}/1`, form(content, '../../etc/pass"wd.html', 'text/html'))
  done.length = 0
  const { data } = await response.json()
  expect(data.picture).toMatchObject({ type: 'image/png', size: content.length, name: 'passwd' })
  const served = await app.request(data.picture.url)
  expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(content)
  const again = new FormData()
  again.append('picture', JSON.stringify(data.picture))
  const kept = await send('PUT', `${path}/1`, again)
  done.length = 0
  expect((await kept.json()).data.picture).toEqual(data.picture)
  expect((await app.request('/files/..%2f..%2fetc/passwd')).status).toBe(404)
})
