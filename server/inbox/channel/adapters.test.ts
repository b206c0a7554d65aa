/** Behaviour of all channels, tested on simulator and Cloud API (stand-in). */
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendErrorCodes, sendErrorOf } from '#contract/chat/send-errors.ts'
import { noValues } from '#contract/chat/template.ts'
import { soundOf } from '#contract/lib/sound/sound-of.ts'
import { rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import { freePort } from '#tests/support/ports.ts'
import { receive } from '../inbound/receive.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { type ChannelAdapter, channelOf, type OutgoingMessage } from './channel.ts'
import { cloudChannel } from './cloud.ts'

let test: TestPlatform
let cloud: CloudApi
let photo: Blob

beforeAll(async () => {
  cloud = await startCloudApi()
  test = await testPlatform({ CHAT_CLOUD_URL: cloud.url })
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).jpeg()
  photo = new Blob([new Uint8Array(await picture.toBuffer())], { type: 'image/jpeg' })
  const body = (content: string) => [
    { type: 'HEADER', format: 'TEXT', text: 'Kelas' },
    { type: 'BODY', text: content },
  ]
  const image = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Halo {{1}}' },
  ]
  cloud.templates.push(
    { name: 'sapaan', language: 'id', status: 'APPROVED', components: body('Halo {{1}}, ada yang bisa kami bantu?') },
    { name: 'bergambar', language: 'id', status: 'APPROVED', components: image },
    { name: 'kode', language: 'id', status: 'APPROVED', category: 'AUTHENTICATION', components: [{ type: 'BODY', text: '{{1}}' }] },
    { name: 'ditolak', language: 'id', status: 'REJECTED', components: body('Promo!') },
    { name: 'bernama', language: 'id', status: 'APPROVED', components: body('Halo {{customer}} dan {{ friend }}') },
    { name: 'bernama', language: 'en_US', status: 'APPROVED', components: body('Hello {{customer}} and {{ friend }}') },
  )
})
afterAll(async () => {
  await test.close()
  await cloud.close()
})

const to = '6281200000001'
const text: OutgoingMessage = {
  ref: '0192f0c4-0000-7000-8000-000000000001',
  address: { to },
  kind: 'text',
  content: 'Baik, Kak',
  reply_to: null,
  template: null,
}

const filled = (name: string, language: string | null, ...body: string[]) => ({
  name,
  language,
  values: { ...noValues, body },
  version: null,
})

async function numberOf(channel: 'simulator' | 'cloud'): Promise<WhatsappNumber> {
  const id = await makeNumber(test.platform, { channel, ...(channel === 'cloud' && cloudAccount) })
  const [number] = await test.platform.database.db.select().from(whatsappNumbers).where(eq(whatsappNumbers.id, id))
  if (!number) throw new Error('the number is gone')
  return number
}

describe.each(['simulator', 'cloud'] as const)('%s', (channel) => {
  let number: WhatsappNumber
  let adapter: ChannelAdapter
  const close = async (closed: boolean) => {
    if (closed) cloud.closed.add(to)
    else cloud.closed.delete(to)
    const window_until = new Date(Date.now() + (closed ? -1_000 : 3_600_000)).toISOString()
    await test.platform.database.db.update(rooms).set({ window_until }).where(eq(rooms.customer_phone, to))
  }

  beforeAll(async () => {
    number = await numberOf(channel)
    adapter = channelOf(test.platform, number)
    await receive(test.platform, [fromCustomer(number.id, to)])
  })
  beforeEach(() => close(false))

  it('names each message it took', async () => {
    const [a, b] = [await adapter.send(number, text), await adapter.send(number, text)]
    expect(a).toEqual({ provider_id: expect.stringMatching(/.{8}/) })
    expect(b).not.toEqual(a)
  })

  it('takes media of every kind, and an answer', async () => {
    for (const kind of ['image', 'video', 'document'] as const)
      expect(
        await adapter.send(number, { ...text, kind, reply_to: 'wamid.of-theirs' }, { content: photo, name: 'foto.jpg' }),
      ).toHaveProperty('provider_id')
  })

  it('takes a template alone once 24 hours have passed, and says why', async () => {
    await close(true)
    const refused = await adapter.send(number, text)
    expect(refused).toEqual({ reason: expect.stringMatching(/24 hours.*\(131047\)/), code: 131_047, next: 'give up' })
    expect(await adapter.send(number, { ...text, template: filled('sapaan', 'id', 'Ratna') })).toHaveProperty('provider_id')
    const unknown = await adapter.send(number, { ...text, template: filled('tidak_ada', null) })
    expect(unknown).toEqual({ reason: expect.stringMatching(/\(132001\)/), code: 132_001, next: 'give up' })
  })

  it('lists templates of every state, and refuses those that cannot be sent in words', async () => {
    const templates = await adapter.templates(number)
    const body = 'Halo {{1}}, ada yang bisa kami bantu?'
    expect(templates).toContainEqual(expect.objectContaining({ name: 'sapaan', language: 'id', body, status: 'APPROVED', blocker: null }))
    const rejected = channel === 'cloud' ? 'ditolak' : 'tagihan_baru'
    expect(templates).toContainEqual(expect.objectContaining({ name: rejected, status: 'REJECTED' }))
    const refused = await adapter.send(number, { ...text, template: filled(rejected, 'id') })
    expect(refused).toEqual({ reason: 'WhatsApp does not send this template at the moment', next: 'give up' })
    const empty = await adapter.send(number, { ...text, template: filled('sapaan', 'id', ' ') })
    expect(empty).toEqual({ reason: 'Enter a value', next: 'give up' })
    const changed = await adapter.send(number, { ...text, template: { ...filled('sapaan', 'id', 'Ratna'), version: 'another' } })
    expect(changed).toEqual({ reason: 'The template was changed after it was filled in', next: 'give up' })
  })

  it('passes on that a message was read', async () => {
    expect(await adapter.markRead(number, 'wamid.of-theirs')).toBeNull()
  })
})

describe('reactions', () => {
  it.each([
    ['to a phone', { to }],
    ['to a user id', { recipient: 'ID.13491208655302000133' }],
  ])('the Cloud API is told a reaction %s, and that one is taken away', async (_, address) => {
    const number = await numberOf('cloud')
    const adapter = channelOf(test.platform, number)
    for (const emoji of ['🙏', '']) {
      expect(await adapter.react(number, address, { message_id: 'wamid.of-theirs', emoji })).toBeNull()
      const { messaging_product, type, reaction, ...rest } = cloud.sent.at(-1) ?? {}
      expect({ messaging_product, type, reaction }).toEqual({
        messaging_product: 'whatsapp',
        type: 'reaction',
        reaction: { message_id: 'wamid.of-theirs', emoji },
      })
      expect(rest).toMatchObject(address)
    }
  })

  it('says why a reaction is refused', async () => {
    const number = await numberOf('cloud')
    cloud.closed.add(to)
    const refused = await channelOf(test.platform, number).react(number, { to }, { message_id: 'wamid.of-theirs', emoji: '🙏' })
    cloud.closed.delete(to)
    expect(refused).toMatchObject({ reason: expect.stringMatching(/\(131047\)/), next: 'give up' })
  })
})

describe('the Cloud API', () => {
  let number: WhatsappNumber
  let adapter: ChannelAdapter
  beforeAll(async () => {
    number = await numberOf('cloud')
    adapter = channelOf(test.platform, number)
  })

  const voiceNote = { type: 'audio/ogg; codecs=opus', voice: true, head: 'OggS OpusHead' }
  it.each([
    ['firefox.ogg', 'audio/ogg', voiceNote],
    ['chromium.webm', 'audio/webm', voiceNote],
    ['chromium.opus.m4a', 'audio/mp4', voiceNote],
    ['webkit.m4a', 'audio/mp4', voiceNote],
    ['webkit.opus.m4a', 'audio/mp4', voiceNote],
    ['vorbis.ogg', 'audio/ogg', voiceNote],
    ['whole-aac.m4a', 'audio/mp4', { type: 'audio/mp4', voice: undefined, head: null }],
    ['tone.mp3', 'audio/mpeg', { type: 'audio/mpeg', voice: undefined, head: null }],
  ])('is sent the recording %s in the form of a voice note, and chosen music as it is', async (name, type, expected) => {
    const original = new Uint8Array(await readFile(`tests/support/files/sounds/${name}`))
    await adapter.send(number, { ...text, kind: 'audio', content: null }, { content: new Blob([original], { type }), name })
    const { audio } = cloud.sent.at(-1) ?? {}
    const stored = cloud.media.get(audio.id)
    const head = String.fromCharCode(...(stored?.content.subarray(0, 36) ?? []))
    expect({ type: stored?.type, voice: audio.voice, head: expected.head && `${head.slice(0, 4)} ${head.slice(28)}` }).toEqual(expected)
    if (!expected.head) expect(stored?.content).toEqual(original)
    else expect(soundOf(stored?.content ?? new Uint8Array())?.seconds).toBeGreaterThan(0.9)
  })

  it('is sent a recording in AAC as it is where the server has no ffmpeg', async () => {
    const without = cloudChannel({ ...test.platform, settings: { ...test.platform.settings, ffmpegPath: 'off' } })
    const content = new Blob([await readFile('tests/support/files/sounds/fragmented-aac.m4a')], { type: 'audio/mp4' })
    await without.send(number, { ...text, kind: 'audio', content: null }, { content, name: 'voice-note.m4a' })
    const { audio } = cloud.sent.at(-1) ?? {}
    expect([cloud.media.get(audio.id)?.type, audio.voice]).toEqual(['audio/mp4', undefined])
  })

  it('is sent what it wants: text, answer, caption, name of a document, places of a template', async () => {
    await adapter.send(number, { ...text, reply_to: 'wamid.A' })
    expect(cloud.sent.at(-1)).toMatchObject({
      to,
      type: 'text',
      text: { body: 'Baik, Kak' },
      context: { message_id: 'wamid.A' },
      biz_opaque_callback_data: text.ref,
    })
    await adapter.send(number, { ...text, kind: 'document' }, { content: photo, name: 'brosur.pdf' })
    const { document } = cloud.sent.at(-1) ?? {}
    expect(document).toMatchObject({ filename: 'brosur.pdf', caption: 'Baik, Kak' })
    expect(cloud.media.get(document.id)).toEqual({ content: new Uint8Array(await photo.arrayBuffer()), type: 'image/jpeg' })
    await adapter.send(number, { ...text, template: filled('bernama', 'en_US', 'Ani', 'Budi') })
    expect(cloud.sent.at(-1)?.template).toEqual({
      name: 'bernama',
      language: { code: 'en_US' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', parameter_name: 'customer', text: 'Ani' },
            { type: 'text', parameter_name: 'friend', text: 'Budi' },
          ],
        },
      ],
    })
    await adapter.send(number, { ...text, template: filled('bernama', null, 'Ani', 'Budi') })
    expect(cloud.sent.at(-1)?.template.language).toEqual({ code: 'id' })
    await adapter.markRead(number, 'wamid.theirs')
    expect(cloud.read).toContain('wamid.theirs')
  })

  it('tells the phone that a message goes to, and that it is held back', async () => {
    const answer = (contact: object, message: object) =>
      cloud.responses.push({ status: 200, body: { contacts: [contact], messages: [{ id: 'wamid.answer', ...message }] } })
    answer({ input: to, wa_id: '5511987654321' }, { message_status: 'held_for_quality_assessment' })
    expect(await adapter.send(number, text)).toEqual({
      provider_id: 'wamid.answer',
      answered: { asked: to, phone: '5511987654321' },
      held: 'heldForCheck',
    })
    answer({ input: to, wa_id: 'ID.1' }, { message_status: 'accepted' })
    expect(await adapter.send(number, text)).toEqual({ provider_id: 'wamid.answer' })
    answer({ input: 'ID.1', user_id: 'ID.1', wa_id: '5511987654321' }, { message_status: 'paused' })
    const toId = { ...text, address: { recipient: 'ID.1' } }
    expect(await adapter.send(number, toId)).toEqual({ provider_id: 'wamid.answer', held: 'heldByPause' })
  })

  it('gets the picture of a header, and the id of a person without a number as recipient (example 53)', async () => {
    const recipient = 'ID.13491208655302000133'
    const template = filled('bergambar', 'id', 'Rina')
    const sent = await adapter.send(number, { ...text, address: { recipient }, template }, { content: photo, name: 'poster.jpg' })
    expect(sent).toHaveProperty('provider_id')
    const { to: phone, recipient: given, template: part } = cloud.sent.at(-1) ?? {}
    expect([phone, given]).toEqual([undefined, recipient])
    const [header, body] = part.components
    expect(cloud.media.get(header.parameters[0].image.id)?.type).toBe('image/jpeg')
    expect(body).toEqual({ type: 'body', parameters: [{ type: 'text', text: 'Rina' }] })
    const before = cloud.sent.length
    expect(await adapter.send(number, { ...text, template })).toMatchObject({ next: 'give up' })
    const code = { ...text, address: { recipient }, template: filled('kode', 'id', '1234') }
    expect(await adapter.send(number, code)).toMatchObject({ code: 131_062, next: 'give up' })
    expect(cloud.sent).toHaveLength(before)
  })

  it('is asked for fewer fields of templates where its version does not know one', async () => {
    cloud.refusedFields.add('parameter_format')
    const templates = await adapter.templates(number)
    cloud.refusedFields.clear()
    expect(templates).toContainEqual(expect.objectContaining({ name: 'bernama', isNamed: true }))
  })

  it.each([
    [
      'too many at once',
      { status: 429, headers: { 'retry-after': '7' }, body: { error: { code: 130_429, message: 'Rate limit hit' } } },
      'retry',
    ],
    ['a passing fault', { status: 500, body: { error: { code: 131_016, message: 'Service unavailable' } } }, 'retry'],
    ['a wrong message', { status: 400, body: { error: { code: 100, message: 'Invalid parameter' } } }, 'give up'],
    ['too many to one customer', { status: 400, body: { error: { code: 131_056, message: 'Pair rate limit hit' } } }, 'retry'],
    ['a number that people report (example 54)', { status: 429, body: { error: { code: 131_048, is_transient: true } } }, 'give up'],
    ['an error without a code', { status: 400, body: { error: { message: 'Odd' } } }, 'give up'],
    ['a new passing error', { status: 400, body: { error: { code: 199_999, message: 'Odd', is_transient: true } } }, 'retry'],
    ['a gateway that saw it go', { status: 502, body: '<html>' }, 'unknown'],
    ['an answer that is none', { status: 200, body: '{"odd":true}' }, 'unknown'],
    ['a page for an answer', { status: 200, body: '<html>Sorry' }, 'unknown'],
    ['an answer without an id', { status: 200, body: { messages: [{ id: '' }] } }, 'unknown'],
    ['an error under the status of success', { status: 200, body: { error: { code: 131_026, message: 'Undeliverable' } } }, 'give up'],
    ['a passing error under the status of success', { status: 200, body: { error: { code: 131_056, message: 'Pair' } } }, 'retry'],
    ['a code as a text', { status: 400, body: { error: { code: '130429', message: 'Rate' } } }, 'retry'],
    ['an error without words', { status: 400, body: { error: { code: 131_999 } } }, 'give up'],
    ['an error of odd kinds', { status: 400, body: { error: { code: {}, message: null, error_data: 'x' } } }, 'give up'],
    ['an error that is a text', { status: 404, body: { error: 'Not found' } }, 'give up'],
    ['a page that refuses', { status: 403, body: '<html>' }, 'give up'],
    ['no answer for now', { status: 503, body: '' }, 'retry'],
    ['a line that breaks', 'cut', 'unknown'],
  ] as const)('%s is told apart', async (_, response, next) => {
    cloud.responses.push(response)
    const refusal = await adapter.send(number, text)
    expect(refusal).toMatchObject({ next, reason: expect.stringMatching(/\w/) })
    if (response !== 'cut' && 'headers' in response) expect(refusal).toMatchObject({ wait: 7_000, reason: 'Rate limit hit (130429)' })
  })

  it('says of every code who sends again, and whether the number is at fault', async () => {
    for (const code of sendErrorCodes) {
      cloud.responses.push({ status: 400, body: { error: { code, message: 'Odd', error_data: { details: 'Because' } } } })
      const { again, besides } = sendErrorOf(code) ?? {}
      const next = again === 'self' ? 'retry' : 'give up'
      expect(await adapter.send(number, text)).toEqual({
        ...{ code, next, reason: `Because (${code})` },
        ...(besides === 'number' && { number: true }),
      })
    }
  })

  it.each([
    ['7', 7_000],
    ['999999', 3_600_000],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['Thu, 01 Jan 2099 00:00:00 GMT', 3_600_000],
    ['Thu, 01 Jan 1998 00:00:00 GMT', undefined],
  ])('is asked again after a Retry-After of %s, an hour at most', async (after, wait) => {
    cloud.responses.push({ status: 429, headers: { 'retry-after': after }, body: { error: { code: 130_429, message: 'Rate\u0000' } } })
    const refusal = await adapter.send(number, text)
    expect(refusal).toMatchObject({ next: 'retry', reason: 'Rate (130429)' })
    expect('wait' in refusal ? refusal.wait : undefined).toBe(wait)
  })

  it('that is not there is tried again, and a wrong token is the number’s fault', async () => {
    const settings = { ...test.platform.settings, chatCloudUrl: `http://127.0.0.1:${await freePort()}` }
    const nowhere = cloudChannel({ ...test.platform, settings })
    expect(await nowhere.send(number, text)).toMatchObject({ next: 'retry', reason: expect.stringContaining('ECONNREFUSED') })
    const wrong = await adapter.send({ ...number, access_token: 'another' }, text)
    expect(wrong).toEqual({ reason: 'Error validating access token (190)', code: 190, next: 'give up', number: true })
    expect(await adapter.send({ ...number, access_token: null }, text)).toMatchObject({ next: 'give up', number: true })
  })
})
