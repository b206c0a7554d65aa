import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soundOf } from '#contract/lib/sound/sound-of.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { syncHeaders } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { runHousekeeping } from '#server/platform/housekeeping.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const crm = ['get crm', 'create crm', 'update crm', 'delete crm']
let test: TestPlatform
let app: ReturnType<typeof createApp>
let ani: Person
let budi: Person
let made = 0

beforeAll(async () => {
  test = await testPlatform({ UPLOAD_MAX_BYTES: '3000000', VIDEO_MAX_BYTES: '3000000', STAGED_MAX_BYTES: '1000000' })
  app = createApp(test.platform)
  ani = await makePerson(test.platform, crm, 'Sales')
  budi = await makePerson(test.platform, crm, 'Sales')
})
afterAll(() => test.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])

async function lead(who: Person): Promise<string> {
  made += 1
  const response = await requestAs(app, who)('POST', leads.path, {
    name: `Lead ${made}`,
    phone: `62813${String(made).padStart(8, '0')}`,
    status: 'new',
    sales: who.id,
  })
  expect(response.status).toBe(201)
  return response.body.data.ref
}

interface Piece {
  of: Uint8Array
  offset: number
  bytes?: Uint8Array
  digest?: string
  name?: string
}

async function send(who: Person, { of, offset, bytes = of.subarray(offset), digest = sha256(bytes), name = sha256(of) }: Piece) {
  const query = new URLSearchParams({ size: String(of.length), offset: String(offset), digest })
  const response = await app.request(`/upload/in/v1/files/${name}?${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(bytes),
  })
  return { status: response.status, body: await response.json() }
}

const state = (ask: TestRequest, of: Uint8Array) => ask('GET', `/upload/in/v1/files/${sha256(of)}?size=${of.length}`)

function form(file: Blob | object, ref?: string): FormData {
  const body = new FormData()
  body.append('file', file instanceof Blob ? file : JSON.stringify(file))
  if (ref) body.append('ref', ref)
  return body
}

const path = (ref: string) => `${leads.path}/${ref}/attachments`

describe('a file that is staged', () => {
  it('goes on where it was cut, and counts once it is whole', async () => {
    const [ask, file] = [requestAs(app, ani), pdf(2_500_000)]
    expect((await state(ask, file)).body).toEqual({ received: 0, complete: false, held: [] })
    expect((await send(ani, { of: file, offset: 0, bytes: file.subarray(0, 1_000_000) })).body).toMatchObject({
      received: 1_000_000,
      complete: false,
    })
    const again = await send(ani, { of: file, offset: 0, bytes: file.subarray(0, 600_000) })
    expect(again.body).toMatchObject({ received: 1_000_000, complete: false })
    const early = await send(ani, { of: file, offset: 2_000_000 })
    expect(early.body, 'a piece behind a gap is kept for later').toMatchObject({ received: 1_000_000, complete: false })
    const held = [
      { from: 0, to: 1_000_000 },
      { from: 2_000_000, to: 2_500_000 },
    ]
    expect((await state(ask, file)).body).toEqual({ received: 1_000_000, complete: false, held })
    expect((await send(ani, { of: file, offset: 1_000_000 })).body).toMatchObject({ received: 2_500_000, complete: true })
    const ref = await lead(ani)
    const response = await ask('POST', path(ref), form({ staged: sha256(file), name: 'kontrak.pdf' }))
    expect(response.body.data).toMatchObject({ name: 'kontrak.pdf', kind: 'document', type: 'application/pdf', size: 2_500_000 })
  })

  it('is refused where its bytes are not those that were announced', async () => {
    const file = pdf(200_000)
    const mangled = await send(ani, { of: file, offset: 0, bytes: file.subarray(0, 1_000), digest: sha256(file) })
    expect(mangled).toMatchObject({ status: 422, body: { fields: { digest: { code: 'checksum' } } } })
    const other = await send(ani, { of: file, offset: 0, name: sha256(Buffer.from('another')) })
    expect(other).toMatchObject({ status: 422, body: { fields: { sha256: { code: 'checksum' } } } })
    const begun = await requestAs(app, ani)('GET', `/upload/in/v1/files/${sha256(Buffer.from('another'))}?size=5`)
    expect(begun.body, 'nothing of it is kept').toEqual({ received: 0, complete: false, held: [] })
    expect((await send(ani, { of: file, offset: 0, name: 'nonsense' })).body.fields).toHaveProperty('sha256')
    expect((await send(ani, { of: file, offset: 0, bytes: new Uint8Array(0) })).status).toBe(400)
  })

  it('belongs to who sent it', async () => {
    const file = pdf(5_000)
    await send(ani, { of: file, offset: 0 })
    expect((await state(requestAs(app, budi), file)).body).toEqual({ received: 0, complete: false, held: [] })
    const stolen = await requestAs(app, budi)('POST', path(await lead(budi)), form({ staged: sha256(file), name: 'x.pdf' }))
    expect(stolen).toMatchObject({ status: 425, body: { code: 'not_staged' } })
  })

  it('that is too large is refused before a byte is sent, and after', async () => {
    const ask = requestAs(app, ani)
    const asked = await ask('GET', `/upload/in/v1/files/${sha256(Buffer.from('a'))}?size=3000001`)
    expect(asked).toMatchObject({ status: 413, body: { message: 'A file may have at most 2.9 MB.' } })
    const direct = await ask('POST', path(await lead(ani)), form(new File([pdf(3_000_001)], 'a.pdf')))
    expect(direct.status).toBe(413)
  })

  it('makes room for itself only from what rests, and is swept after a week', async () => {
    const { staging } = test.platform
    const owner = randomUUID()
    const files = [pdf(2_900_000), pdf(2_900_000), pdf(2_900_000)]
    const add = (content: Uint8Array) =>
      staging.add(owner, { sha256: sha256(content), size: content.length, offset: 0, digest: sha256(content), content })
    for (const file of files.slice(0, 2)) expect(await add(file)).toMatchObject({ complete: true })
    await expect(add(files[2] ?? new Uint8Array())).rejects.toMatchObject({ code: 'rate_limited' })
    const kept = await staging.read(owner, sha256(files[0] ?? new Uint8Array()))
    expect(kept?.byteLength).toBe(2_900_000)
    await runHousekeeping(test.platform, new Date(Date.now() + 6 * 86_400_000))
    expect(await staging.read(owner, sha256(files[0] ?? new Uint8Array()))).not.toBeNull()
    await runHousekeeping(test.platform, new Date(Date.now() + 8 * 86_400_000))
    expect(await staging.read(owner, sha256(files[0] ?? new Uint8Array()))).toBeNull()
  })
})

describe('an attachment', () => {
  it('is made once, whichever way its bytes came', async () => {
    const [ask, file, ref, key] = [requestAs(app, ani), pdf(4_000), await lead(ani), randomUUID()]
    const mine = randomUUID()
    const first = await ask('POST', path(ref), form(new File([file], 'a.pdf'), mine), { [syncHeaders.key]: key })
    expect(first).toMatchObject({ status: 201, body: { data: { ref: mine } } })
    const again = await ask('POST', path(ref), form({ staged: sha256(file), name: 'a.pdf' }, mine), { [syncHeaders.key]: key })
    expect(again.body, 'its verdict is known though the bytes are not').toEqual(first.body)
    expect((await ask('GET', path(ref))).body).toMatchObject({ total_record: 1, data: [{ ref: mine, name: 'a.pdf' }] })
  })

  it('is read with a session that sees the lead, and by no public address', async () => {
    const [ask, file, ref] = [requestAs(app, ani), pdf(3_000), await lead(ani)]
    const { body } = await ask('POST', path(ref), form(new File([file], 'a.pdf')))
    const read = (token?: string) => app.request(body.data.url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    const response = await read(ani.token)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(file))
    expect((await read()).status).toBe(401)
    expect((await read(budi.token)).status).toBe(404)
    expect((await requestAs(app, budi)('GET', path(ref))).status).toBe(404)
    expect((await requestAs(app, budi)('POST', path(ref), form(new File([file], 'b.pdf')))).status).toBe(404)
    expect((await requestAs(app, budi)('DELETE', path(ref), { ids: [body.data.ref] })).status).toBe(404)
    expect((await app.request(`/files/${sha256(file)}/a.pdf`)).status).toBe(404)
    for (const url of [`/kept-files/${sha256(file)}/a.pdf`, `/files/${sha256(file)}/a.pdf`])
      expect((await requestAs(app, budi)('POST', path(await lead(budi)), form({ url }))).status, url).toBe(422)
  })

  it('has a small picture, whichever way it was held', async () => {
    const [ask, ref] = [requestAs(app, ani), await lead(ani)]
    const photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: 'red' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await ask('POST', path(ref), form(new File([Uint8Array.from(photo)], 'foto.jpg')))
    const response = await app.request(`${body.data.url}?small=yes`, { headers: { authorization: `Bearer ${ani.token}` } })
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 320, height: 480 })
  })

  it.each([
    ['chromium.webm', 'suara.ogg', 'audio/webm'],
    ['firefox.ogg', 'suara.mp3', 'audio/ogg'],
    ['webkit.opus.m4a', 'suara.webm', 'audio/mp4'],
    ['tone.mp3', 'voice-note.ogg', 'audio/mpeg'],
  ])('the sound %s named %s is what its bytes say, and comes as every browser plays it', async (fixture, name, type) => {
    const [ask, ref] = [requestAs(app, ani), await lead(ani)]
    const content = await readFile(`tests/support/files/sounds/${fixture}`)
    const { body } = await ask('POST', path(ref), form(new File([content], name, { type: 'audio/ogg; codecs=opus' })))
    expect(body.data).toMatchObject({ kind: 'audio', type })
    const get = (query: string) => app.request(`${body.data.url}${query}`, { headers: { authorization: `Bearer ${ani.token}` } })
    const whole = await get('')
    expect([whole.headers.get('content-type'), Buffer.from(await whole.arrayBuffer()).equals(content)]).toEqual([type, true])
    const playable = await get('?sound=aac')
    expect(playable.headers.get('content-type')).toBe('audio/mp4')
    expect(soundOf(new Uint8Array(await playable.arrayBuffer()))).toMatchObject({ container: 'mp4', codec: 'aac' })
  })

  it('is what its bytes say, under a name that is only a name', async () => {
    const [ask, ref] = [requestAs(app, ani), await lead(ani)]
    const attach = (content: Uint8Array | string, name: string) =>
      ask('POST', path(ref), form(new File([typeof content === 'string' ? content : Uint8Array.from(content)], name)))
    expect((await attach(Buffer.concat([Buffer.from('MZ'), randomBytes(500)]), 'foto.jpg')).body.fields).toMatchObject({
      file: { code: 'file_type' },
    })
    expect((await attach('<script>alert(1)</script>', 'a.html')).status).toBe(422)
    expect((await attach('', 'kosong.pdf')).body.fields).toMatchObject({ file: { code: 'file_empty' } })
    const odd = await attach(pdf(100), '../../etc/<img src=x onerror=alert(1)>.pdf')
    expect(odd.body.data.name).toBe('img srcx onerroralert1.pdf')
    const sound = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from('....webm....A_OPUS'), randomBytes(200)])
    expect((await attach(sound, 'suara.webm')).body.data).toMatchObject({ kind: 'audio', type: 'audio/webm' })
    const film = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from('....webm....V_VP8..A_OPUS')])
    expect((await attach(film, 'film.webm')).status).toBe(422)
    expect((await attach(Buffer.from('ID3\u0003'), 'a.mp3')).body.data.type).toBe('audio/mpeg')
    expect((await attach(Buffer.from('OggS........OpusHead'), 'a.ogg')).body.data.type).toBe('audio/ogg')
    expect((await attach(Buffer.from('\0\0\0\x1cftypM4A \0\0\0\0'), 'a.m4a')).body.data.type).toBe('audio/mp4')
    expect((await attach(await readFile('tests/support/files/61-photo.heic'), 'a.heic')).body.data).toMatchObject({
      kind: 'image',
      type: 'image/heic',
    })
  })

  it('is removed alone or with its lead, and its content is swept', async () => {
    const [ask, ref, file] = [requestAs(app, ani), await lead(ani), pdf(700)]
    const attach = async (content: Uint8Array) =>
      (await ask('POST', path(ref), form(new File([Uint8Array.from(content)], 'a.pdf')))).body.data
    const [one, two] = [await attach(file), await attach(pdf(800))]
    const removed = await ask('DELETE', path(ref), { ids: [one.ref] })
    expect(removed.body).toMatchObject({ success_entities: [{ ref: one.ref }], failed_entities: [] })
    expect((await ask('DELETE', path(ref), { ids: [one.ref] })).status).toBe(404)
    expect((await ask('GET', path(ref))).body.data.map((row: { ref: string }) => row.ref)).toEqual([two.ref])
    await runHousekeeping(test.platform, new Date(Date.now() + 2 * 86_400_000))
    expect(await test.platform.privateFiles.read(sha256(file), 'a.pdf')).toBeNull()
    expect((await ask('DELETE', leads.path, { ids: [ref] })).status).toBe(200)
    expect((await ask('GET', path(ref))).status).toBe(404)
  })
})
