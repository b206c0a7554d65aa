import { createHmac } from 'node:crypto'
import { asc, eq, like } from 'drizzle-orm'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signatureHeader, webhookReceive, webhookVerify } from '#contract/chat/webhook.ts'
import { whatsappNumber as numbers } from '#contract/sections/other/whatsapp-number.ts'
import { createApp } from '#server/app.ts'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber, makeRoom } from '#tests/support/chat.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import { requestAs } from '#tests/support/request.ts'

const verifyToken = 'a verify token of this address'
let test: TestPlatform
let cloud: CloudApi
let app: ReturnType<typeof createApp>
let number = 0
let made = 0

beforeAll(async () => {
  cloud = await startCloudApi()
  test = await testPlatform({ CHAT_CLOUD_URL: cloud.url, CHAT_VERIFY_TOKEN: verifyToken })
  app = createApp(test.platform)
  number = await makeNumber(test.platform, { channel: 'cloud', ...cloudAccount })
})
afterAll(async () => {
  await test.close()
  await cloud.close()
})

const getSeconds = () => String(Math.floor(Date.now() / 1000))
const from = () => `62813${String(++made).padStart(8, '0')}`

function written(phone: string, values: Readonly<Record<string, unknown>>) {
  made += 1
  return { from: phone, id: `wamid.T${made}`, timestamp: getSeconds(), ...values }
}
const words = (phone: string, body: string) => written(phone, { type: 'text', text: { body } })

/** Calls the webhook with messages of one customer. */
async function arrive(...list: Readonly<Record<string, unknown>>[]) {
  const phone = String(list[0]?.from ?? '')
  return cloud.call(app, cloud.about({ contacts: [{ wa_id: phone, profile: { name: 'Siti Rahma' } }], messages: list }))
}

async function roomWith(phone: string) {
  const { db } = test.platform.database
  const [room] = await db.select().from(rooms).where(eq(rooms.customer_phone, phone))
  const stored = await db
    .select()
    .from(messages)
    .where(eq(messages.room, room?.id ?? 0))
    .orderBy(asc(messages.place))
  return { room, stored }
}

describe('the address', () => {
  const ask = (query: Readonly<Record<string, string>>) => app.request(`${webhookVerify.path}?${new URLSearchParams(query)}`)

  it('answers the challenge to a caller who knows the token', async () => {
    const right = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': '1158201444' }
    const response = await ask(right)
    expect([response.status, await response.text()]).toEqual([200, '1158201444'])
    expect((await ask({ ...right, 'hub.verify_token': 'another' })).status).toBe(403)
    expect((await ask({ ...right, 'hub.mode': 'unsubscribe' })).status).toBe(403)
    expect((await ask({})).status).toBe(403)
  })

  it('stops those who try tokens', async () => {
    const guess = { 'hub.mode': 'subscribe', 'hub.verify_token': 'another', 'hub.challenge': '1' }
    const guesses = await Promise.all(Array.from({ length: 30 }, () => ask(guess)))
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(9)
    expect((await ask({ ...guess, 'hub.verify_token': verifyToken })).status).toBe(429)
  })
})

describe('a call', () => {
  it('with a wrong signature, or none, stores nothing', async () => {
    const phone = from()
    const body = cloud.about({ messages: [words(phone, 'Halo')] })
    expect((await cloud.call(app, body, 'another secret')).status).toBe(403)
    expect((await app.request(webhookReceive.path, { method: 'POST', body: JSON.stringify(body) })).status).toBe(403)
    const headers = { [signatureHeader]: `sha256=${'0'.repeat(64)}` }
    expect((await app.request(webhookReceive.path, { method: 'POST', headers, body: '' })).status).toBe(403)
    expect((await roomWith(phone)).room).toBeUndefined()
  })

  it('is known by the secret that its number has now', async () => {
    const root = requestAs(app, await makePerson(test.platform, [], 'Root', true))
    const phone = '628111000777'
    const numberValues = { name: 'Kedua', type: 'sales', channel: 'cloud', phone, phone_number_id: '777', access_token: 'x' }
    const signed = async (secret: string) =>
      (await cloud.call(app, cloud.about({ messages: [words(from(), 'Halo')] }, '777'), secret)).status
    const created = await root('POST', numbers.path, { ...numberValues, app_secret: 'rahasia pertama' })
    expect(await signed('rahasia pertama')).toBe(200)
    await root('PUT', `${numbers.path}/${created.body.data.id}`, { ...numberValues, app_secret: 'rahasia kedua' })
    expect([await signed('rahasia pertama'), await signed('rahasia kedua')]).toEqual([403, 200])
  })

  it('that comes again changes nothing', async () => {
    const phone = from()
    const message = words(phone, 'Ada kelas?')
    for (let time = 0; time < 3; time++) expect((await arrive(message)).status).toBe(200)
    await Promise.all([arrive(message), arrive(message)])
    const { room, stored } = await roomWith(phone)
    expect(stored.map(({ content }) => content)).toEqual(['Ada kelas?'])
    expect(room).toMatchObject({ unread: 1, customer_name: 'Siti Rahma', whatsapp_number: number })
  })

  it.each(['23505', '23503', '22P05', '40001', '57P01', 'XX000'])(
    'that the database refuses with %s is to be sent again, and is taken then',
    async (code) => {
      const phone = from()
      const message = words(phone, 'Halo')
      const refused = Object.assign(new Error('refused'), { severity: 'ERROR', code, detail: 'Key (number)=(1)' })
      const begun = vi.spyOn(test.platform.database, 'transaction').mockRejectedValue(refused)
      expect((await arrive(message)).status).toBeGreaterThanOrEqual(500)
      begun.mockRestore()
      expect((await arrive(message)).status).toBe(200)
      expect((await roomWith(phone)).stored).toHaveLength(1)
    },
  )

  it('of 5 MB is read, and a larger one refused', async () => {
    const phone = from()
    const filler = (size: number) => JSON.stringify({ ...cloud.about({ messages: [words(phone, 'Halo')] }), filler: 'x'.repeat(size) })
    expect((await cloud.call(app, filler(4_990_000))).status).toBe(200)
    expect((await cloud.call(app, filler(5_000_000))).status).toBe(413)
    expect((await roomWith(phone)).stored).toHaveLength(1)
  })

  it('of nonsense, of another number, and of kinds nobody knows is acknowledged, and the rest of it is taken', async () => {
    for (const body of ['{', '[]', '{"entry":[{"changes":[{"value":7}]}]}', '"x"'])
      expect((await cloud.call(app, body)).status, body).toBe(200)
    expect((await cloud.call(app, cloud.about({ messages: [words(from(), 'Halo')] }, '999'))).status).toBe(200)
    const phone = from()
    const odd = [
      written(phone, { type: 'reaction', reaction: { emoji: '👍', message_id: 'wamid.x' } }),
      written(phone, { type: 'hologram' }),
      { type: 'text' },
      null,
      written(phone, { type: 'image', image: 'nothing' }),
    ]
    const response = await cloud.call(
      app,
      cloud.about({ messages: [...odd, words(phone, 'Ini')], statuses: [{ status: 'teleported', id: 'x' }] }),
    )
    expect(response.status).toBe(200)
    const shown = (await roomWith(phone)).stored.map(({ content }) => content)
    expect(shown).toEqual([
      'Reacted 👍 to a message that is not here',
      expect.stringMatching(/^\[hologram\] /),
      expect.stringMatching(/^\[image\] /),
      'Ini',
    ])
  })
})

describe('text that no database can hold', () => {
  it.each([
    ['NUL', '\u0000'],
    ['half a character', '\ud800'],
  ])('costs nothing that comes with it: %s', async (_, bad) => {
    const phone = from()
    const file = cloud.keep(Buffer.from('%PDF-1.7\n'), 'application/pdf')
    const response = await cloud.call(
      app,
      cloud.about({
        contacts: [{ wa_id: phone, profile: { name: `Siti${bad}` } }],
        messages: [
          { ...words(phone, 'nama'), id: `wamid.${bad}` },
          { ...words(phone, 'jawaban'), context: { id: `wamid.${bad}` } },
          written(phone, { type: 'image', image: { id: bad } }),
          written(phone, { type: 'document', document: { id: file, filename: `${bad}${'𝐀'.repeat(60)}a.pdf`, caption: bad } }),
          written(phone, { type: bad }),
          words(phone, `Halo${bad}`),
        ],
        statuses: [{ id: bad, status: 'read', timestamp: getSeconds(), biz_opaque_callback_data: bad }],
      }),
    )
    expect(response.status).toBe(200)
    const { room, stored } = await roomWith(phone)
    expect(room?.customer_name).toBe('Siti')
    const unread = expect.stringMatching(/^\[(image|message)\] The customer sent something/)
    expect(stored.map(({ content }) => content)).toEqual(['jawaban', unread, null, unread, 'Halo'])
  })
})

it('text that no database can hold costs nothing in keys, and where a long text is cut', async () => {
  const phone = from()
  const form = (answers: object) =>
    written(phone, { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { response_json: JSON.stringify(answers) } } })
  const long = `${'x'.repeat(995)}😀😀😀😀`
  const response = await cloud.call(
    app,
    cloud.about({
      messages: [
        form({ 'na\u0000ma': 'Budi', '\ud800': 'x' }),
        form({ [`${'k'.repeat(99)}😀`]: 'nilai' }),
        form({ pilihan: ['a', long] }),
        words(phone, 'Halo'),
      ],
      statuses: [{ id: 'wamid.of-nobody', status: 'sent', timestamp: getSeconds(), pricing: { category: 'x\u0000\ud800' } }],
    }),
  )
  expect(response.status).toBe(200)
  const { stored } = await roomWith(phone)
  expect(stored.map(({ content }) => content?.slice(0, 20))).toEqual(['nama: Budi\n: x', 'k'.repeat(20), 'pilihan: a, xxxxxxxx', 'Halo'])
})

it.each([
  ['text/plain', 'Halo'],
  ['application/x-www-form-urlencoded', 'Halo'],
  ['', 'Halo'],
])('a webhook is read whatever its type of content is: %j', async (type, body) => {
  const phone = from()
  const text = JSON.stringify(cloud.about({ messages: [words(phone, body)] }))
  const signature = createHmac('sha256', cloudAccount.app_secret).update(text).digest('hex')
  const headers = { [signatureHeader]: `sha256=${signature}`, ...(type && { 'content-type': type }) }
  const content = new Blob([text]).stream()
  const response = await app.request(webhookReceive.path, { method: 'POST', headers, body: content, duplex: 'half' } as RequestInit)
  expect(response.status).toBe(200)
  expect((await roomWith(phone)).stored).toHaveLength(1)
})

it('what is refused is logged without what it says', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const watched = createApp({ ...test.platform, log })
  const phone = from()
  const secret = cloud.about({ messages: [words(phone, 'rahasia'), written(phone, { type: 'hologram', text: 'rahasia' })] })
  await cloud.call(watched, secret, 'another secret')
  await cloud.call(watched, `{"rahasia":"${phone}"`)
  await cloud.call(watched, JSON.stringify({ rahasia: 'rahasia'.repeat(800_000) }))
  await cloud.call(watched, cloud.about({ messages: [words(phone, 'rahasia')] }, '999'))
  await cloud.call(watched, secret)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'a webhook had a wrong signature',
    'webhook items of unknown kinds',
    'a webhook was too large',
    'a webhook speaks of a number that is not here',
    'webhook items of unknown kinds',
  ])
  expect(lines.join('')).not.toMatch(new RegExp(`rahasia|${phone}`))
})

describe('a customer’s message', () => {
  it('of any kind with words is those words', async () => {
    const phone = from()
    await arrive(
      written(phone, { type: 'button', button: { text: 'Ya, mau', payload: 'x' } }),
      written(phone, { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Kelas pagi' } } }),
      written(phone, { type: 'location', location: { latitude: -6.2, longitude: 106.8, name: 'Kantor', address: 'Jl. Thamrin' } }),
      written(phone, { type: 'contacts', contacts: [{ name: { formatted_name: 'Budi' }, phones: [{ phone: '+62 811' }] }] }),
      written(phone, { type: 'unsupported', errors: [{ code: 131_051 }] }),
      written(phone, { type: 'text', text: { body: '<script>alert(1)</script>\u0000\ud800\u202e' } }),
    )
    const { stored } = await roomWith(phone)
    expect(stored.slice(0, 4).map(({ content }) => content)).toEqual([
      'Ya, mau',
      'Kelas pagi',
      'Kantor\nJl. Thamrin\nhttps://maps.google.com/?q=-6.2,106.8',
      'Budi +62 811',
    ])
    expect(stored).toHaveLength(6)
    expect(stored[5]?.content).toContain('<script>alert(1)</script>')
  })

  it('answers the one it names', async () => {
    const phone = from()
    const first = words(phone, 'Satu')
    await arrive(first)
    await arrive(written(phone, { type: 'text', text: { body: 'Dua' }, context: { id: first.id } }))
    const { stored } = await roomWith(phone)
    expect(stored[1]?.reply_to).toBe(stored[0]?.ref)
  })
})

describe('media', () => {
  const media = (phone: string, type: string, id: string, more = {}) =>
    written(phone, { type, [type]: { id, mime_type: 'image/jpeg', ...more } })
  const contentOf = async (url: string | undefined) => (await test.platform.privateFiles.read(sha256Of(url ?? '') ?? '', 'x'))?.content

  it('is fetched with the number’s token and kept apart, with its caption', async () => {
    const phone = from()
    const photo = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'blue' } })
      .jpeg()
      .toBuffer()
    await arrive(media(phone, 'image', cloud.keep(photo, 'image/jpeg'), { caption: 'Bukti transfer' }))
    const [message] = (await roomWith(phone)).stored
    expect(message).toMatchObject({
      kind: 'image',
      content: 'Bukti transfer',
      media: { name: 'image.jpg', type: 'image/jpeg', size: photo.length },
    })
    expect(await contentOf(message?.media?.url)).toEqual(photo)
  })

  it('is what its bytes say, whatever it says of itself', async () => {
    const phone = from()
    const page = cloud.keep(Buffer.from('<html><script>alert(1)</script></html>'), 'image/jpeg')
    const program = cloud.keep(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300, 1)]), 'image/png')
    const head = cloud.keep(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'image/jpeg')
    const pdf = cloud.keep(Buffer.from('%PDF-1.7\n'), 'image/jpeg')
    await arrive(
      media(phone, 'image', page),
      media(phone, 'image', program),
      media(phone, 'sticker', head),
      media(phone, 'image', pdf),
      media(phone, 'document', pdf, { filename: '../../etc/laporan.pdf' }),
    )
    const { stored } = await roomWith(phone)
    const document = (type: string, name: string) => ({ kind: 'document', media: { type, name } })
    expect(stored).toMatchObject([
      document('application/octet-stream', 'image'),
      document('application/octet-stream', 'image'),
      document('application/octet-stream', 'sticker'),
      document('application/pdf', 'image.pdf'),
      document('application/pdf', 'laporan.pdf'),
    ])
  })

  it('that cannot be had now is asked for again with the next call; in the end its message is shown without it', async () => {
    const phone = from()
    const message = media(phone, 'image', 'later', { caption: 'Lihat ini' })
    const after = words(phone, 'Sudah?')
    const other = await testPlatform({ CHAT_CLOUD_URL: cloud.url })
    await makeNumber(other.platform, { channel: 'cloud', ...cloudAccount, access_token: 'expired' })
    const otherApp = createApp(other.platform)
    const call = (timestamp: string) => cloud.call(otherApp, cloud.about({ messages: [{ ...message, timestamp }, after] }))
    const contents = async () =>
      (await other.platform.database.db.select().from(messages).orderBy(asc(messages.place))).map((one) => one.content)
    const first = await call(getSeconds())
    expect([first.status, first.headers.get('retry-after'), await contents()]).toEqual([503, '30', ['Sudah?']])
    // A message that is old on arrival has not been waited for.
    const anHourAgo = String(Math.floor(Date.now() / 1000) - 3_600)
    expect((await call(anHourAgo)).status).toBe(503)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
    expect((await call(anHourAgo)).status).toBe(200)
    vi.useRealTimers()
    expect(await contents()).toEqual(['Sudah?', '[image: Error validating access token (190)]\nLihat ini'])
    await other.close()
  })

  it('comes once, though the provider calls again while it is fetched, and after', async () => {
    const phone = from()
    const photo = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'green' } })
      .png()
      .toBuffer()
    const message = media(phone, 'image', cloud.keep(photo, 'image/png'))
    const before = cloud.downloads.length
    const responses = await Promise.all([arrive(message), arrive(message), arrive(message)])
    responses.push(await arrive(message))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await roomWith(phone)).stored).toHaveLength(1)
    expect(cloud.downloads.slice(before)).toHaveLength(1)
  })

  it('of many webhooks at once is never in memory more than twice', async () => {
    const photo = Buffer.from('%PDF-1.7\n')
    const list = Array.from({ length: 6 }, () => media(from(), 'document', cloud.keep(photo, 'application/pdf')))
    await Promise.all(list.map((message) => arrive(message)))
    expect(cloud.maxConcurrent).toBeLessThanOrEqual(2)
  })

  it('of nothing, and one that is larger than any, is a note', async () => {
    const phone = from()
    const large = cloud.keep(Buffer.alloc(101 * 1024 * 1024), 'application/pdf')
    await arrive(media(phone, 'image', cloud.keep(Buffer.alloc(0), 'image/jpeg')), media(phone, 'document', large, { caption: 'Besar' }))
    expect((await roomWith(phone)).stored).toMatchObject([
      { kind: 'text', content: '[image: the file is empty]' },
      { kind: 'text', content: expect.stringMatching(/^\[document: The file has more than \d+ bytes\]\nBesar$/) },
    ])
  })

  it('that is gone there is a note', async () => {
    const phone = from()
    expect((await arrive(media(phone, 'audio', 'gone'))).status).toBe(200)
    expect((await roomWith(phone)).stored).toMatchObject([{ kind: 'text', content: expect.stringMatching(/^\[audio: .*does not exist/) }])
  })
})

describe('a state', () => {
  /** A message of ours that the channel has, or was about to have. */
  async function ours(provider_id: string | null) {
    const { db } = test.platform.database
    const room = await makeRoom(test.platform, number)
    const [message] = await db
      .insert(messages)
      .values({ room: room.id, place: 50, kind: 'text', content: 'Baik', is_admin: true, status: 'queued', provider_id })
      .returning()
    if (!message) throw new Error('the message was not stored')
    await db.insert(deliveries).values({ message: message.id, room: room.id, state: 'claimed' })
    const state = (status: string, more = {}) => ({
      id: provider_id ?? `wamid.of-${message.ref}`,
      status,
      timestamp: getSeconds(),
      ...more,
    })
    const kept = async () => (await db.select().from(messages).where(eq(messages.id, message.id)))[0]
    return { ref: message.ref, state, now: kept }
  }
  const sendStatuses = (...statuses: unknown[]) => cloud.call(app, cloud.about({ statuses }))

  it('only goes on, in whatever order states come', async () => {
    const { state, now } = await ours('wamid.S1')
    await sendStatuses(state('read'))
    await sendStatuses(state('delivered'), state('sent'))
    await sendStatuses(state('read'))
    expect(await now()).toMatchObject({ status: 'read' })
  })

  it('that is a failure says why in the provider’s words', async () => {
    const { state, now } = await ours('wamid.S2')
    const errors = [
      { code: 131_047, title: 'Re-engagement message', message: 'x', error_data: { details: 'More than 24 hours have passed' } },
    ]
    await sendStatuses(state('failed', { errors }))
    expect(await now()).toMatchObject({ status: 'failed', failure: 'More than 24 hours have passed (131047)' })
  })

  it('that comes before the id of its message was stored is not lost', async () => {
    const { ref, state, now } = await ours(null)
    await sendStatuses(state('delivered', { biz_opaque_callback_data: ref }))
    expect(await now()).toMatchObject({ status: 'delivered', provider_id: `wamid.of-${ref}` })
    await sendStatuses(state('read', { id: 'wamid.other', biz_opaque_callback_data: ref }))
    expect(await now(), 'an id that is known stays').toMatchObject({ status: 'delivered', provider_id: `wamid.of-${ref}` })
  })

  it('of a message nobody knows is kept as received, once', async () => {
    for (const status of ['read', 'delivered', 'read'])
      expect((await sendStatuses({ id: 'wamid.unknown', status, timestamp: '1795838100' })).status).toBe(200)
    const kept = await test.platform.database.db.select().from(webhookItems).where(like(webhookItems.body, '%wamid.unknown%'))
    expect(kept).toMatchObject([
      { kind: 'read', outcome: 'waiting', signer: expect.any(Number) },
      { kind: 'delivered', outcome: 'waiting' },
    ])
  })
})
