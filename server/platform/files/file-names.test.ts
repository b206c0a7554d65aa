import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '#contract/sections/content/post.ts'
import { slider } from '#contract/sections/content/slider.ts'
import { createApp } from '#server/app.ts'
import { storeMedia } from '#server/inbox/channel/inbound-media.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf, pictureOf } from '#tests/support/pictures.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { signAddress } from './signed-address.ts'

let test: TestPlatform
let person: Person
let app: ReturnType<typeof createApp>
let ask: TestRequest
let picture: File
let stored: string

const bytes = async () => Buffer.from(await picture.arrayBuffer())
const named = async (name: string) => new File([await bytes()], name, { type: 'image/png' })
const send = async (image: File | string) => ask('POST', slider.path, formOf({ title: 'Kelas baru', placement: 'blog', image }))

beforeAll(async () => {
  test = await testPlatform()
  person = await makePerson(test.platform, ['get content', 'create content', 'update content'])
  app = createApp(test.platform)
  ask = requestAs(app, person)
  picture = await pictureOf(4, 4)
  stored = (await send(picture)).body.data.image.url
})
afterAll(() => test.close())

const stage = async (content: Buffer) => {
  const name = createHash('sha256').update(content).digest('hex')
  await test.platform.staging.add(person.ref, { sha256: name, size: content.length, offset: 0, digest: name, content })
  return name
}
/** Runs of what is stripped, sorted or searched: the last one is marks of two classes, which engines sort. */
const pieces = [' ', '.', '. ', 'a', '.a', '(', '-', "'", '%', '\u0316\u0301']
const long = (piece: string) => `${piece.repeat(100_000 / piece.length)}x`

it.each(pieces)('a name of 100,000 characters of %j is refused wherever a file is sent', async (piece) => {
  const name = long(piece)
  const refused = { status: 422, body: { fields: { image: { code: 'file_name' } } } }
  expect(await send(await named(name))).toMatchObject(refused)
  expect(await send(JSON.stringify({ staged: await stage(await bytes()), name }))).toMatchObject(refused)
  const folder = stored.slice(0, stored.lastIndexOf('/'))
  expect(await send(`${folder}/${encodeURIComponent(name)}`)).toMatchObject({
    status: 422,
    body: { fields: { image: { code: 'file_type' } } },
  })
  // The head of a part has 16 kB at most where videos are taken.
  const film = new File([Buffer.from('\0\0\0\x20ftypisom', 'latin1')], name.slice(-3_000))
  expect(await ask('POST', post.path, formOf({ title: 'Film', video: film }))).toMatchObject({
    status: 422,
    body: { fields: { video: { code: 'file_name' } } },
  })
})

it.each(pieces)('an address of a file that is named by 15,000 characters of %j is refused', async (piece) => {
  const name = encodeURIComponent(long(piece).slice(-15_000))
  const [, sha256 = ''] = /([0-9a-f]{64})/.exec(stored) ?? []
  expect((await app.request(`/files/${sha256}/${name}`)).status).toBe(422)
  const [path = '', query = ''] = signAddress(test.platform.tokens, `/videos/${sha256}/a`).url.split('?')
  expect((await app.request(`${path.replace(/a$/, name)}?${query}`)).status).toBe(422)
})

it.each(pieces)('what a customer sends under a name of %j is stored under its end', async (piece) => {
  const { media } = await storeMedia(test.platform, await bytes(), long(piece))
  expect(media.name.length).toBeLessThanOrEqual(104)
})

it.each([
  ['255 letters', `${'x'.repeat(251)}.png`, 201],
  ['256 letters', `${'x'.repeat(252)}.png`, 422],
  ['127 letters of two bytes', `${'é'.repeat(125)}.png`, 201],
  ['140 letters of two bytes', `${'é'.repeat(140)}.png`, 422],
  ['100 letters of three bytes, which are kept whole', `${'漢'.repeat(96)}.png`, 201],
])('a name of %s is taken or refused, and its address opens', async (_, name, status) => {
  const { status: got, body } = await send(await named(name))
  expect(got).toBe(status)
  if (got !== 201) return
  const { image } = body.data
  expect(image.name).toBe(name.slice(-100))
  expect((await app.request(image.url)).status).toBe(200)
})

it.each(['%ff', '%c3%28', '%ED%A0%80', '%', '%00', '..%2f..%2fx'])('a stored file is found by an address that ends in %s', async (name) => {
  const { status, body } = await send(`${stored.slice(0, stored.lastIndexOf('/'))}/${name}`)
  expect(status).toBe(201)
  expect((await app.request(body.data.image.url)).status).toBe(200)
})
