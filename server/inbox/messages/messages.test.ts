import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTemplate } from '#contract/chat/template.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { createApp } from '#server/app.ts'
import { autoTexts, deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom, roomOf } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { readDelivery } from '../channel/delivery.ts'
import { receive } from '../inbound/receive.ts'
import { offerTemplates } from '../rooms/templates.ts'

const crm = ['get crm', 'update crm']
/** An office file whose main part has this name. */
const officeFile = (part: string) => zipSync({ '[Content_Types].xml': strToU8('<Types/>'), [part]: strToU8('<x/>') })
/** A chart embeds its numbers. */
const withChart = zipSync({
  '[Content_Types].xml': strToU8('<Types/>'),
  'word/document.xml': strToU8('<x/>'),
  'word/embeddings/a.xlsx': [officeFile('xl/workbook.xml'), { level: 0 }],
})
let test: TestPlatform
let app: ReturnType<typeof createApp>
let number = 0
let ani: Person
let asAni: TestRequest
let asBudi: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  number = await makeNumber(test.platform)
  ani = await makePerson(test.platform, crm, 'Sales')
  asAni = requestAs(app, ani)
  asBudi = requestAs(app, await makePerson(test.platform, crm, 'Sales'))
  const list = [
    { name: 'sapaan', language: 'id', body: 'Halo {{1}}, ada {{2}} baru.', version: 'v1' },
    { name: 'sapaan', language: 'en', body: 'Hello {{1}}, {{2}} is new.' },
    { name: 'tagihan', language: 'id', body: 'Terlampir.', header: { format: 'DOCUMENT', text: '' } },
    { name: 'promo', language: 'id', body: 'Promo', blocker: 'carousel' },
    { name: 'lokasi', language: 'id', body: 'Di sini.', header: { format: 'LOCATION', text: '' } },
  ]
  offerTemplates('simulator', {
    read: async () => undefined,
    cached: () => ({ list: list.map(readTemplate), isCurrent: true }),
    forget: () => undefined,
  })
})
afterAll(() => test.close())

const at = (name: string) => `${section.path}/${name}`

function form(values: Readonly<Record<string, string | Blob>>): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(values)) body.append(name, value)
  return body
}
const send = (ask: TestRequest, values: Readonly<Record<string, string | Blob>>, key?: string) =>
  ask('POST', at('send-message'), form(values), key ? { 'idempotency-key': key } : {})
const stored = (room: { id: number }) => test.platform.database.db.select().from(messages).where(eq(messages.room, room.id))
const close = (room: { id: number }) =>
  test.platform.database.db
    .update(rooms)
    .set({ window_until: new Date(Date.now() - 1_000).toISOString() })
    .where(eq(rooms.id, room.id))
const picture = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#225588' } })
          .png()
          .toBuffer(),
      ),
    ],
    'grafik.png',
  )

describe('a message', () => {
  it('is queued in its place, with its delivery, and shown on the room', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const ref = uuidv7()
    const { status, body } = await send(asAni, { room: room.ref, content: 'Baik, Kak\nsebentar', ref })
    expect([status, body.data]).toMatchObject([
      201,
      {
        ref,
        room: room.ref,
        place: 2,
        kind: 'text',
        content: 'Baik, Kak\nsebentar',
        is_admin: true,
        sender: expect.stringMatching(/^Person/),
        status: 'queued',
      },
    ])
    expect(await test.platform.database.db.select().from(deliveries).where(eq(deliveries.message, body.data.id))).toMatchObject([
      { state: 'waiting', room: room.id },
    ])
    const { body: shown } = await asAni('GET', at(room.ref))
    expect(shown.data).toMatchObject({ last_message: 'Baik, Kak\nsebentar', last_message_status: 'queued', last_message_is_admin: true })
  })

  it('counts the canned reply it was made from, once, and takes one that is gone', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const { db } = test.platform.database
    const [canned] = await db.insert(autoTexts).values({ ref: uuidv7(), shortcut: 'salam', title: 'Salam', text: 'Halo' }).returning()
    if (!canned) throw new Error('no canned reply')
    const values = { room: room.ref, content: 'Halo', ref: uuidv7(), auto_text: canned.ref }
    for (const key of [randomUUID(), randomUUID()]) expect((await send(asAni, values, key)).status).toBe(201)
    for (const auto_text of [uuidv7(), 'no ref'])
      expect((await send(asAni, { room: room.ref, content: 'Halo', auto_text })).status).toBe(201)
    expect(await db.select().from(autoTexts).where(eq(autoTexts.ref, canned.ref))).toMatchObject([{ usage_count: 1, version: 1 }])
  })

  it('is sent once, under the same key and under the same ref', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const values = { room: room.ref, content: 'Sekali saja', ref: uuidv7() }
    const key = randomUUID()
    const responses = [await send(asAni, values, key), await send(asAni, values, key), await send(asAni, values, randomUUID())]
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await stored(room)).toHaveLength(2)
  })

  it('takes no place that another one has, though others write at the same time', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const ours = Array.from({ length: 12 }, (_, n) => send(asAni, { room: room.ref, content: `balas ${n}` }))
    const theirs = Array.from({ length: 12 }, () => receive(test.platform, [fromCustomer(number, room.customer_phone)]))
    await Promise.all([...ours, ...theirs])
    expect((await stored(room)).map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
  })

  it('is refused where one does not see the room', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    expect((await send(asBudi, { room: room.ref, content: 'Halo' })).status).toBe(404)
    expect((await send(asAni, { room: randomUUID(), content: 'Halo' })).status).toBe(404)
  })

  it('keeps markup as text, and drops what turns or hides words', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const { body } = await send(asAni, { room: room.ref, content: '<script>alert(1)</script> \u202eknab' })
    expect(body.data.content).toBe('<script>alert(1)</script> knab')
    const long = await send(asAni, { room: room.ref, content: 'x'.repeat(4_097) })
    expect([long.status, long.body.fields.content.code]).toEqual([422, 'max_length'])
    expect((await send(asAni, { room: room.ref, content: ' \u202e ' })).body.fields).toHaveProperty('content')
  })

  it('answers one of its own room', async () => {
    const [room, other] = [await makeRoom(test.platform, number, ani.id), await makeRoom(test.platform, number, ani.id)]
    const [asked] = await stored(room)
    const { body } = await send(asAni, { room: room.ref, content: 'Ya', reply_to: asked?.ref ?? '' })
    expect(body.data.reply_to).toEqual({ ref: asked?.ref, content: asked?.content, kind: 'text', is_admin: false })
    expect((await send(asAni, { room: other.ref, content: 'Ya', reply_to: asked?.ref ?? '' })).body.fields).toHaveProperty('reply_to')
  })
})

describe('after 24 hours', () => {
  it('only a template is sent', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await close(room)
    const refused = await send(asAni, { room: room.ref, content: 'Masih di sana?' })
    expect([refused.status, refused.body.code]).toEqual([422, 'window_closed'])
    const values = JSON.stringify([{ value: 'Siti' }, { value: 'kelas' }])
    const sent = await send(asAni, { room: room.ref, template: 'sapaan', values })
    expect([sent.status, sent.body.data]).toMatchObject([201, { template: 'sapaan', content: 'Halo Siti, ada kelas baru.' }])
    const [delivery] = await test.platform.database.db.select().from(deliveries).where(eq(deliveries.message, sent.body.data.id))
    expect(delivery?.template_values).toMatchObject({ body: ['Siti', 'kelas'], version: 'v1' })
  })

  it('goes in the language that was chosen, to the customer as on the screen', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const values = JSON.stringify([{ value: 'Siti' }, { value: 'kelas' }])
    const { body } = await send(asAni, { room: room.ref, template: 'sapaan', template_language: 'en', values })
    expect(body.data.content).toBe('Hello Siti, kelas is new.')
    expect((await readDelivery(test.platform, body.data.id))?.outgoing.template).toMatchObject({ name: 'sapaan', language: 'en' })
    // As an earlier version left it.
    await test.platform.database.db
      .update(deliveries)
      .set({ template_values: ['Siti'] })
      .where(eq(deliveries.message, body.data.id))
    const older = (await readDelivery(test.platform, body.data.id))?.outgoing.template
    expect(older).toMatchObject({ values: { body: ['Siti'], buttons: {} }, version: null })
    const refused = await send(asAni, { room: room.ref, template: 'sapaan', template_language: 'ar', values })
    expect(refused.body.fields).toHaveProperty('template')
  })

  it('takes the file, the place and the version of a template, and refuses what cannot be sent in words', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await close(room)
    const pdf = new File(['%PDF-1.4\n%%EOF'], 'tagihan.pdf', { type: 'application/pdf' })
    const sent = await send(asAni, { room: room.ref, template: 'tagihan', media: pdf })
    expect([sent.status, sent.body.data]).toMatchObject([201, { kind: 'document', media_name: 'tagihan.pdf', content: 'Terlampir.' }])
    const codeOf = async (given: Record<string, string | Blob>) => {
      const { status, body } = await send(asAni, { room: room.ref, ...given })
      return [status, ...Object.entries<{ code: string }>(body.fields ?? {}).map(([field, { code }]) => `${field} ${code}`)]
    }
    expect(await codeOf({ template: 'tagihan' })).toEqual([422, 'media required'])
    expect(await codeOf({ template: 'tagihan', media: new File(['halo'], 'tagihan.txt') })).toEqual([422, 'media template_pdf'])
    expect(await codeOf({ template: 'promo' })).toEqual([422, 'template template_part'])
    const place = { latitude: '-6.2', longitude: '106.8', name: 'Kantor', address: '' }
    expect(await codeOf({ template: 'lokasi', template_location: JSON.stringify(place) })).toEqual([
      422,
      'template_location.address required',
    ])
    const template_location = JSON.stringify({ ...place, address: 'Jl. Contoh 1' })
    const located = await send(asAni, { room: room.ref, template: 'lokasi', template_location })
    expect((await stored(room)).find(({ ref }) => ref === located.body.data.ref)?.details).toMatchObject({
      type: 'location',
      name: 'Kantor',
    })
    const values = JSON.stringify([{ value: 'Siti' }, { value: 'kelas' }])
    const named = { room: room.ref, template: 'sapaan', template_language: 'id', values }
    const refused = await send(asAni, { ...named, template_version: 'v0' })
    expect([refused.status, refused.body.reason]).toEqual([422, { code: 'template_changed' }])
    expect((await send(asAni, { ...named, template_version: 'v1' })).status).toBe(201)
  })

  it('has to be one that exists, with a value for every place', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    expect((await send(asAni, { room: room.ref, template: 'lain' })).body.fields).toHaveProperty('template')
    expect(
      (await send(asAni, { room: room.ref, template: 'sapaan', values: JSON.stringify([{ value: 'Siti' }]) })).body.fields,
    ).toHaveProperty('values')
    expect((await asAni('GET', at(`templates?whatsapp_number=${number}`))).body.templates).toMatchObject([
      { language: 'id', places: 2 },
      { language: 'en' },
    ])
    const { templates } = (await asAni('GET', at(`templates?whatsapp_number=${number}&all=yes`))).body
    expect(templates.slice(2)).toMatchObject([{ name: 'tagihan' }, { name: 'promo', blocker: 'carousel' }, { name: 'lokasi' }])
    expect((await asAni('GET', at('templates'))).body.templates).toHaveLength(2)
  })

  it('and the same message is sent once the customer wrote again', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await close(room)
    const ref = uuidv7()
    expect((await send(asAni, { room: room.ref, content: 'Halo', ref }, randomUUID())).status).toBe(422)
    await receive(test.platform, [fromCustomer(number, room.customer_phone)])
    expect((await send(asAni, { room: room.ref, content: 'Halo', ref }, randomUUID())).status).toBe(201)
  })
})

describe('media', () => {
  it('are what their content says, and opened by those who see the room', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const { body } = await send(asAni, { room: room.ref, media: await picture() })
    expect(body.data).toMatchObject({ kind: 'image', media_type: 'image/png', media_name: 'grafik.png', content: null })
    const get = (path: string, person: Person) => app.request(path, { headers: { authorization: `Bearer ${person.token}` } })
    const full = await get(body.data.media_url, ani)
    expect([full.status, full.headers.get('content-type')]).toEqual([200, 'image/png'])
    const small = await get(`${body.data.media_url}?small=yes`, ani)
    // Fills a bubble of 288 by 240 sharply at three pixels each.
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ width: 1080, height: 720 })
    expect((await asBudi('GET', body.data.media_url)).status).toBe(404)
  })

  it('that lie about their type are refused', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const lie = new File(['<html><script>alert(1)</script></html>'], 'foto.jpg', { type: 'image/jpeg' })
    expect((await send(asAni, { room: room.ref, media: lie })).body.fields).toHaveProperty('media')
    const program = new File([new Uint8Array([0x4d, 0x5a, 0x90, 0])], 'a.png', { type: 'image/png' })
    expect((await send(asAni, { room: room.ref, media: program })).body.fields).toHaveProperty('media')
  })

  it.each([
    ['daftar.xlsx', officeFile('xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['surat.docx', officeFile('word/document.xml'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['grafik.docx', withChart, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['kelas.pptx', officeFile('ppt/presentation.xml'), 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['daftar.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'application/vnd.ms-excel'],
    ['surat.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'application/msword'],
    ['kelas.ppt', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'application/vnd.ms-powerpoint'],
  ])('of an office go as documents: %s', async (name, content, type) => {
    const room = await makeRoom(test.platform, number, ani.id)
    const { body } = await send(asAni, { room: room.ref, media: new File([content], name) })
    expect(body.data).toMatchObject({ kind: 'document', media_name: name, media_type: type })
  })

  it.each([
    ['semua.zip', ['a.txt']],
    ['surat.docx', ['a.txt']],
    ['makro.docx', ['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']],
  ])('that are an archive, or bring a program, are refused: %s', async (name, parts) => {
    const room = await makeRoom(test.platform, number, ani.id)
    const archive = new File([zipSync(Object.fromEntries(parts.map((part) => [part, strToU8('x')])))], name)
    expect((await send(asAni, { room: room.ref, media: archive })).body.fields).toHaveProperty('media')
  })

  it('may come first, and are named by the user who brought them alone', async () => {
    const room = await makeRoom(test.platform, number)
    const { body: uploaded } = await asAni('POST', at('upload-media'), form({ media: await picture() }))
    expect(uploaded).toEqual({ kind: 'image', media_url: expect.any(String) })
    const refused = await send(asBudi, { room: room.ref, media_url: uploaded.media_url })
    expect(refused.body.fields).toHaveProperty('media_url')
    const sent = await send(asAni, { room: room.ref, media_url: uploaded.media_url, content: 'Grafik' })
    expect(sent.body.data).toMatchObject({ kind: 'image', content: 'Grafik', media_type: 'image/png' })
  })
})

describe('a conversation', () => {
  let ref = ''
  beforeAll(async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    ref = room.ref
    const items = Array.from({ length: 119 }, (_, n) =>
      fromCustomer(number, room.customer_phone, { content: n % 40 ? `baris ${n}` : `Saham 100% ${n}` }),
    )
    await receive(test.platform, items)
  })
  const page = async (query: string) => (await asAni('GET', at(`conversation/${ref}?${query}`))).body
  const placesOf = (body: { messages: { place: number }[] }) => [body.messages[0]?.place, body.messages.at(-1)?.place, body.messages.length]

  it('opens with its newest messages, and goes back and forth without a gap', async () => {
    const newest = await page('')
    expect([placesOf(newest), newest.older, newest.newer]).toEqual([[71, 120, 50], true, false])
    const older = await page('before=71&limit=70')
    expect([placesOf(older), older.older, older.newer]).toEqual([[1, 70, 70], false, true])
    const after = await page('after=100&limit=10')
    expect([placesOf(after), after.older, after.newer]).toEqual([[101, 110, 10], true, true])
    const last = await page('after=110')
    expect([placesOf(last), last.newer]).toEqual([[111, 120, 10], false])
  })

  it('is searched, newest first, with the marks of a pattern taken as they are', async () => {
    const found = await page(`search=${encodeURIComponent('SAHAM 100%')}`)
    expect(found.messages.map((one: { content: string }) => one.content)).toEqual(['Saham 100% 80', 'Saham 100% 40', 'Saham 100% 0'])
    expect((await page('search=100_')).messages).toEqual([])
  })

  it('is opened around one message', async () => {
    const [one] = (await page('before=61&limit=1')).messages
    const { body } = await asAni('GET', at(`${ref}/page-chat/${one.ref}`))
    expect([placesOf(body), body.older, body.newer]).toEqual([[35, 85, 51], true, true])
    expect((await asAni('GET', at(`${ref}/page-chat/${randomUUID()}`))).status).toBe(404)
  })
})

describe('reading', () => {
  it('counts what came up to a message, and no more', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await receive(test.platform, [fromCustomer(number, room.customer_phone), fromCustomer(number, room.customer_phone)])
    const second = (await stored(room)).find(({ place }) => place === 2)
    const { body } = await asAni('PUT', at('status/message'), { ids: [second?.ref], status: 'read' })
    expect(body.success_entities).toMatchObject([{ ref: second?.ref }])
    expect((await roomOf(test.platform, room.customer_phone)).unread).toBe(1)
    const states = (await stored(room)).toSorted((a, b) => a.place - b.place).map(({ status }) => status)
    expect(states).toEqual(['read', 'read', 'delivered'])
    const third = (await stored(room)).find(({ place }) => place === 3)
    for (const id of [third?.ref, third?.id])
      expect((await asAni('PUT', at('status/message'), { id, status: 'read' })).body.success_entities).toMatchObject([{ ref: third?.ref }])
    expect((await roomOf(test.platform, room.customer_phone)).unread).toBe(0)
    expect((await asAni('PUT', at('status/message'), { status: 'read' })).body.fields).toHaveProperty('ids')
    expect((await asBudi('PUT', at('status/message'), { ids: [second?.ref], status: 'read' })).status).toBe(404)
  })

  it('by somebody whose room it is not leaves it unread for its salesperson; in a room that is nobody’s it counts for all', async () => {
    const [theirs, nobodys] = [await makeRoom(test.platform, number, ani.id), await makeRoom(test.platform, number)]
    const supervisor = await makePerson(test.platform, ['get crm', 'update crm'], 'Support')
    const ask = requestAs(app, supervisor)
    const unreadOf = async (who: TestRequest, ref: string) => (await who('GET', at(ref))).body.data.unread
    for (const room of [theirs, nobodys]) {
      const [message] = await stored(room)
      expect((await ask('PUT', at('status/message'), { id: message?.ref, status: 'read' })).status).toBe(200)
      expect(await unreadOf(ask, room.ref)).toBe(0)
    }
    expect([await unreadOf(asAni, theirs.ref), await unreadOf(asAni, nobodys.ref)]).toEqual([1, 0])
    expect((await stored(theirs)).map(({ status }) => status)).toEqual(['delivered'])
  })
})

describe('parts of a message beside its words', () => {
  const then = '2026-11-20T00:00:00.000Z'
  const parts = {
    note_of: 'numberKnown',
    values: { phone: '6285790000134' },
    details: { type: 'contacts' as const, cards: [{ name: 'Budi', phones: ['+62 812-1'], emails: [], firm: '' }] },
    chips: [{ chip: 'ad' as const, text: 'Kelas Saham Gratis', url: 'https://fb.me/1' }],
    edits: [{ content: 'Transfer 1.000.000 ya', at: then }],
    deleted_at: then,
    reactions: [{ emoji: '👍', by: 'customer' as const, name: 'Rina', at: then }],
  }

  it('a page has those that are there, and no name of one that is not', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await receive(test.platform, [fromCustomer(number, room.customer_phone, { content: 'with all' })])
    await test.platform.database.db
      .update(messages)
      .set(parts)
      .where(and(eq(messages.room, room.id), eq(messages.content, 'with all')))
    const [plain, full] = (await asAni('GET', `${section.path}/conversation/${room.ref}`)).body.messages
    expect(full).toMatchObject({ ...parts, deleted_at: expect.any(String) })
    expect(Object.keys(plain).filter((name) => name in parts)).toEqual([])
  })
})
