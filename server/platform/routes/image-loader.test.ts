import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { imageLoader } from '#contract/image-loader.ts'
import { logout, me } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { createDiskCache } from '../core/disk-cache.ts'

let test: TestPlatform
let app: Hono
let person: Person
let url: string

const store = async (content: Uint8Array, name: string) => test.platform.files.store(await test.platform.files.inspect(content, name))
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
const ask = (query: Record<string, string>, headers: Record<string, string> = { authorization: `Bearer ${person.token}` }) =>
  app.request(`${imageLoader.path}?${new URLSearchParams(query)}`, { headers })
const cached = () => readdirSync(join(test.platform.settings.dataDir, 'picture-cache'))

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  person = await makePerson(test.platform, [])
  url = (await store(await plain(40, 20), 'a.png')).url
})
afterAll(() => test.close())

it('the image loader gives a picture in the form that is asked for, as png where none is', async () => {
  const wide = (await store(await plain(200, 20), 'wide.png')).url
  const response = await ask({ url: wide, q: '80', f: 'webp', w: '100' })
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(128)
  expect((await ask({ url, q: '100', f: 'png' })).headers.get('Content-Type')).toBe('image/png')
  expect((await ask({ url })).headers.get('Content-Type')).toBe('image/png')
  const wrong = await ask({ url, f: 'exe' })
  expect([wrong.status, (await wrong.json()).fields]).toEqual([422, { f: expect.anything() }])
})

it('the image loader shows nothing to strangers, and to an <img> with the key of a session while that lives', async () => {
  expect((await ask({ url }, {})).status).toBe(401)
  const other = await makePerson(test.platform, [])
  const headers = { authorization: `Bearer ${other.token}` }
  const { image_key } = await (await app.request(me.path, { headers })).json()
  expect((await ask({ url, key: image_key }, {})).status).toBe(200)
  for (const key of ['x', `${image_key}0`, image_key.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))])
    expect((await ask({ url, key }, {})).status).toBe(401)
  // It is valid for pictures only.
  expect((await app.request(me.path, { headers: { authorization: `Bearer ${image_key}` } })).status).toBe(401)
  await app.request(logout.path, { method: 'POST', headers })
  expect((await ask({ url, key: image_key }, {})).status).toBe(401)
})

it('the image loader says that an image is not available: of others, no picture, or with more pixels than it reads', async () => {
  const text = await store(Buffer.from('a,b'), 'a.csv')
  // A head that claims 30,000 times 30,000 pixels.
  const large = await plain(8, 8)
  large.writeUInt32BE(30_000, 16)
  large.writeUInt32BE(30_000, 20)
  const claimed = `/files/${'0'.repeat(64)}/a.png`
  const real = await store(await plain(6_001, 4_000), 'large.png')
  const odd = await test.platform.files.store({ ...(await test.platform.files.inspect(large, 'odd.png')), type: 'image/png' })
  const foreign = [
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    '//example.com/files/x',
    '/config.json',
    `https://example.com${url}`,
  ]
  for (const bad of [...foreign, text.url, claimed, real.url, odd.url]) {
    const response = await ask({ url: bad })
    expect([bad, response.status, (await response.json()).message]).toEqual([bad, 404, 'image not available'])
  }
  expect((await ask({ url: (await store(await plain(6_000, 4_000), 'most.png')).url, w: '10' })).status).toBe(200)
})

it('the image loader makes a picture once, and keeps no more of them than fit', async () => {
  const before = cached().length
  const responses = await Promise.all(Array.from({ length: 5 }, () => ask({ url, w: '11' })))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(cached().length).toBe(before + 1)

  const folder = join(test.platform.settings.dataDir, 'bounded')
  const cache = createDiskCache(folder, 250)
  let made = 0
  const get = (name: string) =>
    cache.get(name, async () => {
      made += 1
      return new Uint8Array(100)
    })
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await get(name)
  expect([made, readdirSync(folder).sort(), statSync(join(folder, 'a')).mode & 0o777]).toEqual([4, ['a', 'b'], 0o600])
  // Another process finds existing files.
  await createDiskCache(folder, 250).get('a', () => Promise.reject(new Error('it is there')))
})

it('the image loader reads a file when it decodes it, and shows no picture of one that was removed', async () => {
  const stored = await store(await plain(30, 30), 'removed.png')
  const read = vi.spyOn(test.platform.files, 'read')
  for (let n = 0; n < 3; n++) expect((await ask({ url: stored.url })).status).toBe(200)
  expect(read).toHaveBeenCalledOnce()
  read.mockRestore()
  await test.platform.files.remove(stored.url.split('/')[2] ?? '', new Date(Date.now() + 60_000))
  expect((await ask({ url: stored.url })).status).toBe(404)
})

it('the image loader makes pictures of a short list of widths and qualities, whatever is asked for', async () => {
  const some = (await store(await plain(300, 30), 'some.png')).url
  const [before, maker] = [cached().length, await makePerson(test.platform, [])]
  const headers = { authorization: `Bearer ${maker.token}` }
  for (const f of ['png', 'webp']) {
    for (let w = 1; w <= 300; w += 13) expect((await ask({ url: some, f, w: String(w) }, headers)).status).toBe(200)
    for (let q = 1; q <= 100; q += 9) expect((await ask({ url: some, f, w: '64', q: String(q) }, headers)).status).toBe(200)
  }
  // Widths 64, 128, 256 and 480 in both types, and qualities 50 and 75 of webp.
  expect(cached().length).toBe(before + 4 + 4 + 2)
  for (const bad of [{ q: '0' }, { q: '101' }, { f: 'gif' }, { w: '0' }, { w: '4097' }])
    expect([bad, (await ask({ url: some, ...bad }, headers)).status]).toEqual([bad, 422])
})

it('the image loader makes no more pictures for one person within a minute than they look at', async () => {
  const maker = await makePerson(test.platform, [])
  const headers = { authorization: `Bearer ${maker.token}` }
  const statuses: number[] = []
  for (let n = 0; n < 122; n++) statuses.push((await ask({ url: (await store(await plain(8, n + 1), `${n}.png`)).url }, headers)).status)
  expect([new Set(statuses.slice(0, 120)), statuses.slice(120)]).toEqual([new Set([200]), [429, 429]])
  // Existing results are served.
  expect((await ask({ url }, headers)).status).toBe(200)
})

it('the image loader is rate limited', async () => {
  const busy = await makePerson(test.platform, [])
  const headers = { authorization: `Bearer ${busy.token}` }
  const statuses: number[] = []
  for (let n = 0; n < 1_201; n++) statuses.push((await ask({ url: '/config.json' }, headers)).status)
  expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([1_200, 429])
})
