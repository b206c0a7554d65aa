/** The worked examples of docs/product/whatsapp.md#the-webhook, by their numbers: each payload as it comes, and what people see. */
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import { readPayload } from '#tests/support/webhook-payloads.ts'

let test: TestPlatform
let cloud: CloudApi
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  cloud = await startCloudApi()
  test = await testPlatform({ CHAT_CLOUD_URL: cloud.url })
  app = createApp(test.platform)
  await makeNumber(test.platform, { channel: 'cloud', phone: '628110000001', ...cloudAccount })
  for (const id of [103, 104, 105, 106, 107, 131, 148, 149, 150])
    cloud.media.set(`2754859441498${id}`, { content: Buffer.from(`%PDF-1.7\n${id}`), type: 'application/pdf' })
})
afterAll(async () => {
  await test.close()
  await cloud.close()
})
beforeEach(() => test.platform.database.db.execute(sql`truncate rooms, webhook_items, channel_states, marketing_opt_outs cascade`))

const hours = 3_600_000
const at = (seconds: number, later = 0) => new Date(seconds * 1000 + later).toISOString()

/** Calls the webhook with payloads of the corpus, changed as a text if wanted. */
async function arrive(...list: (number | object)[]): Promise<void> {
  for (const payload of list) {
    const response = await cloud.call(app, typeof payload === 'number' ? readPayload(payload) : payload)
    expect(response.status).toBe(200)
  }
}

/** A plain text of a customer, before what a payload tells. */
const text = (from: { from?: string; from_user_id?: string }, id: string, body: string, timestamp = '1795830000') =>
  cloud.about({ messages: [{ ...from, id, timestamp, type: 'text', text: { body } }] })

const allRooms = () => test.platform.database.db.select().from(rooms).where(sql`joined_into is null`).orderBy(asc(rooms.id))
const linesOf = (room: number) =>
  test.platform.database.db.select().from(messages).where(eq(messages.room, room)).orderBy(asc(messages.created_at), asc(messages.place))
async function only() {
  const list = await allRooms()
  expect(list).toHaveLength(1)
  const [room] = list
  if (!room) throw new Error('there is no room')
  return { room, lines: await linesOf(room.id) }
}
const said = async () => (await only()).lines.map(({ content }) => content)
const identities = async (room: number) =>
  (await test.platform.database.db.select().from(roomIdentities).where(eq(roomIdentities.room, room)).orderBy(asc(roomIdentities.id))).map(
    ({ kind, value, current }) => `${current ? '' : 'former '}${kind} ${value}`,
  )
const kept = async () =>
  (await test.platform.database.db.select().from(webhookItems).orderBy(asc(webhookItems.id))).map(
    ({ field, kind, outcome }) => `${field} ${kind} ${outcome}`,
  )

describe('a text', () => {
  it('example 1: makes a room of a person without a number, or with one', async () => {
    await arrive(37)
    const { room } = await only()
    expect(room).toMatchObject({ customer_name: 'Nama Saja', username: 'namasaja', customer_phone: '', customer_id: null, unread: 1 })
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(100)
    const { room: other } = await only()
    expect(other).toMatchObject({ customer_phone: '6285790000100', customer_name: 'Rina Uji', username: 'rina.uji', unread: 1 })
    expect(other.window_until).toBe(at(1_795_838_100, 24 * hours))
  })

  it('example 2: finds the room that had the phone alone, and is one line however often it comes', async () => {
    await arrive(text({ from: '6285790000100' }, 'wamid.before', 'Halo'), 100, 100)
    expect(await said()).toEqual(['Halo', 'Halo kak, kelas EMT masih buka?'])
    expect(await identities((await only()).room.id)).toEqual(['phone 6285790000100', 'bsuid ID.13491208655302000100'])
  })

  it('example 3: says that it quotes what is not here, and what was forwarded', async () => {
    await arrive(101)
    expect((await only()).lines).toMatchObject([{ chips: [{ chip: 'quoteElsewhere' }], reply_to: null }])
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(102)
    expect((await only()).lines.map(({ chips }) => chips)).toEqual([[{ chip: 'forwarded' }], [{ chip: 'forwardedOften' }]])
  })
})

describe('a thing', () => {
  it('example 4: is fetched by its id, with its caption and name', async () => {
    await arrive(103)
    expect((await only()).lines).toMatchObject([{ content: 'Bukti transfer', media: { type: 'application/pdf' } }])
    expect(cloud.downloads).toEqual(['/content/2754859441498103'])
    for (const payload of [104, 105, 106, 107]) await arrive(payload)
    const names = (await allRooms()).map(({ id }) => id)
    const [document] = await linesOf(names[3] ?? 0)
    expect(document).toMatchObject({ content: 'KTP dan NPWP', media: { name: 'ktp npwp.pdf' } })
  })

  it('example 5: that is a place has name, address and link, also with degrees as text', async () => {
    await arrive(108)
    const content = 'Kantor Uji\nJl. Contoh No. 1, Jakarta\nhttps://maps.google.com/?q=-6.2297465,106.829518'
    expect((await only()).lines).toMatchObject([{ content, details: { type: 'location', latitude: '-6.2297465', name: 'Kantor Uji' } }])
    const again = readPayload(108)
    Object.assign(again.entry[0]?.changes[0]?.value.messages[0], { id: 'wamid.text' })
    Object.assign(again.entry[0]?.changes[0]?.value.messages[0].location, { latitude: '-6.2' })
    await arrive(again)
    expect((await said())[1]).toContain('?q=-6.2,106.829518')
  })

  it('example 6: that is contacts is a card each', async () => {
    await arrive(109)
    const [line] = (await only()).lines
    expect(line?.details).toEqual({
      type: 'contacts',
      cards: [
        { name: 'Budi Coba', phones: ['+62 857-9000-8001', '021 5550100'], emails: ['budi@example.com'], firm: 'PT Uji' },
        { name: 'Toko Tanpa Nomor', phones: [], emails: [], firm: '' },
      ],
    })
  })

  it('example 7: that is the own number is known since, and one in a text is not', async () => {
    await arrive(110)
    const { room, lines } = await only()
    expect(room).toMatchObject({ customer_phone: '6285790000110', unread: 1 })
    expect(lines.map(({ note_of }) => note_of)).toContain('numberShared')
    expect(await identities(room.id)).toEqual(['bsuid ID.13491208655302000110', 'phone 6285790000110'])
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(text({ from_user_id: 'ID.13491208655302000133' }, 'wamid.typed', 'Nomor saya 6285790000110'))
    expect((await only()).room.customer_phone).toBe('')
  })

  it('example 8: that is a card of somebody else gives nobody its number', async () => {
    await arrive(101, 111)
    const list = await allRooms()
    expect(list.map(({ customer_phone }) => customer_phone)).toEqual(['6285790000101', ''])
    expect(await identities(list[1]?.id ?? 0)).toEqual(['bsuid ID.13491208655302000111'])
  })

  it('example 13: that is an order has its items and exact totals', async () => {
    await arrive(24)
    const [line] = (await only()).lines
    expect(line?.content).toBe('Mau yang bulanan ya\n1 × EMT-12 at Rp 1.500.000\n2 × KLS-1 at Rp 250.000\nTotal Rp 2.000.000')
    expect(line?.details).toMatchObject({ type: 'order', totals: [{ currency: 'IDR', amount: '2000000' }] })
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(119)
    expect(await said()).toEqual(['2 × EMT-1 at $99.50\n1 × KLS-1 at $7.99\nTotal $206.99'])
  })
})

describe('an answer', () => {
  it('example 9: by button or list is its words', async () => {
    await arrive(112, 113, 114)
    const lines = (await Promise.all((await allRooms()).map(({ id }) => linesOf(id)))).flat()
    expect(lines.map(({ content }) => content)).toEqual(['Saya daftar', 'Jam 19.00', 'EMT 12 bulan (Rp 1.500.000)'])
    expect(lines.map(({ chips }) => chips?.[0]?.chip)).toEqual(['template', 'question', 'question'])
    expect(await kept()).toEqual(['messages button room'])
  })

  it('example 10: in a form is its lines, and a broken one its text', async () => {
    await arrive(22, 115, 116)
    const lines = (await Promise.all((await allRooms()).map(({ id }) => linesOf(id)))).flat()
    expect(lines.map(({ content }) => content)).toEqual([
      'nama: Budi\nmodal: 10 juta\nemail: budi@example.com',
      'name: Rina Uji\nphone_number: +62 857-9000-0115\naddress: Jl. Contoh 3\ncity: Jakarta\npin_code: 12950',
      '["bukan", "objek"',
    ])
  })

  it('example 11: about calls is a note and a state of the person', async () => {
    await arrive(117)
    const { room, lines } = await only()
    expect(lines).toMatchObject([{ kind: 'note', note_of: 'callPermission', content: 'The customer allows calls for good' }])
    expect(room.call_permission).toEqual({ response: 'accept', until: null })
  })

  it('example 12: of a kind that is new here is a line, and is kept', async () => {
    await arrive(118)
    const { room, lines } = await only()
    expect(lines).toMatchObject([{ content: '[product] EMT-12: open on the phone', details: { type: 'product', product: 'EMT-12' } }])
    expect(room).toMatchObject({ unread: 1, window_until: at(1_795_838_118, 24 * hours) })
    expect(await kept()).toEqual(['messages interactive unknown'])
  })
})

/** A message of ours in the room of a customer. */
async function ours(room: number, provider_id: string, content: string): Promise<void> {
  const { db } = test.platform.database
  const [placed] = await db
    .update(rooms)
    .set({ next_place: sql`next_place + 1` })
    .where(eq(rooms.id, room))
    .returning({ place: sql<number>`next_place - 1` })
  const values = {
    room,
    place: placed?.place ?? 0,
    kind: 'text',
    content,
    is_admin: true,
    status: 'sent',
    provider_id,
    created_at: at(1_795_830_001),
  }
  await db.insert(messages).values(values)
}

describe('a mark', () => {
  it('example 14: is at its message once, counts once, and is taken away', async () => {
    await arrive(text({ from: '6285790000001' }, 'wamid.a', 'Halo'))
    await ours((await only()).room.id, 'wamid.PUB37742964', 'Setuju?')
    await arrive(21, 21)
    const { room, lines } = await only()
    expect(lines[1]?.reactions).toEqual([{ emoji: '👍', by: 'customer', name: 'Siti Uji', at: at(1_795_837_744) }])
    expect(room).toMatchObject({ unread: 2, last_message: '👍 to "Setuju?"' })
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(text({ from: '6285790000120' }, 'wamid.b', 'Halo'))
    await ours((await only()).room.id, 'wamid.PUB9020', 'Setuju?')
    await arrive(120)
    expect((await only()).lines[1]?.reactions).toEqual([])
    expect((await only()).room).toMatchObject({ unread: 2, last_message: 'Setuju?' })
  })

  it('example 15: that is an edit keeps the former text, also if it comes before its message', async () => {
    await arrive(text({ from: '6285790000012' }, 'wamid.PUB37742978', 'Transfer 1.000.000 ya'), 29)
    expect((await only()).lines).toMatchObject([{ content: 'Transfer 10.000.000 ya', edits: [{ content: 'Transfer 1.000.000 ya' }] }])
    const wanted = { content: 'Bukti transfer 10.000.000', kind: 'document', edits: [{ content: 'Bukti transfer', at: at(1_795_838_125) }] }
    for (const order of [
      [103, 125],
      [125, 103],
    ]) {
      await test.platform.database.db.execute(sql`truncate rooms cascade`)
      const payloads = order.map(readPayload)
      // Both are of one person.
      const edit = payloads.find(({ entry }) => entry[0]?.changes[0]?.value.messages[0].type === 'edit')
      Object.assign(edit?.entry[0]?.changes[0]?.value.messages[0], { from: '6285790000103', from_user_id: 'ID.13491208655302000103' })
      await arrive(...payloads)
      const { room, lines } = await only()
      expect(lines).toMatchObject([wanted])
      expect(lines[0]?.chips).toBeNull()
      expect(room).toMatchObject({ unread: 2, last_message: 'Bukti transfer 10.000.000' })
    }
  })

  it('example 16: that deletes says so, or is a note', async () => {
    const revoke = readPayload(126)
    Object.assign(revoke.entry[0]?.changes[0]?.value.messages[0], { from: '6285790000106', from_user_id: 'ID.13491208655302000106' })
    await arrive(106, revoke)
    const { room, lines } = await only()
    expect(lines).toMatchObject([{ content: 'KTP dan NPWP', deleted_at: at(1_795_838_126) }])
    expect(room.unread).toBe(1)
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(126)
    expect((await only()).lines).toMatchObject([{ kind: 'note', note_of: 'deletedElsewhere' }])
    expect((await only()).room.unread).toBe(0)
  })
})

describe('what WhatsApp cannot pass on', () => {
  const details = async (payload: number) => {
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(payload)
    const { room, lines } = await only()
    expect(room).toMatchObject({ unread: 1 })
    expect(room.window_until).not.toBeNull()
    return lines[0]
  }

  it('example 17: is a line of words', async () => {
    expect(await details(127)).toMatchObject({
      details: { what: 'edit', code: 131_051 },
      content: expect.stringContaining('Ask before money moves'),
    })
    expect(await details(128)).toMatchObject({ details: { what: 'poll_creation' }, content: expect.stringContaining('a poll') })
    expect(await details(26)).toMatchObject({ details: { what: 'poll' } })
    expect(await details(25)).toMatchObject({ details: { what: 'unknown', code: 131_051 } })
    expect(await details(130)).toMatchObject({ details: { what: 'unknown', code: null } })
  })

  it('example 18: as the first of a person asks what it was', async () => {
    expect(await details(129)).toMatchObject({ details: { what: 'first', code: 131_060 } })
    expect((await only()).room.customer_name).toBe('Dari Iklan')
  })

  it('example 20: is no file to wait for', async () => {
    expect(await details(132)).toMatchObject({ details: { what: 'image', code: 131_052 }, content: expect.stringContaining('(131052)') })
  })

  it('example 30: is one line for a whole value', async () => {
    expect(await details(137)).toMatchObject({ details: { type: 'unreadable' } })
    expect((await only()).lines).toHaveLength(1)
  })
})

it('example 19: an advertisement is at the message, and the room is from it', async () => {
  await arrive(33)
  const { room, lines } = await only()
  expect(lines[0]?.chips).toEqual([{ chip: 'ad', text: 'Kelas Saham Gratis', url: 'https://fb.me/uji123' }])
  expect(lines[0]?.referral).toMatchObject({ ctwa_clid: 'ARAkLkA8rmlFeiCk', source_id: '120210000000000000' })
  expect(room).toMatchObject({ source: 'ad', source_id: '120210000000000000' })
  await test.platform.database.db.execute(sql`truncate rooms cascade`)
  await arrive(131)
  const [line] = (await only()).lines
  expect(line).toMatchObject({ media: { type: 'application/pdf' }, referral: { welcome: 'Halo, ada yang bisa kami bantu?' } })
  expect(line?.referral).not.toHaveProperty('ctwa_clid')
})

it('example 21: a group is nobody’s room', async () => {
  await arrive(39)
  expect(await allRooms()).toEqual([])
  expect(await kept()).toEqual(['messages group logged'])
})

describe('who it is', () => {
  const b = (n: number) => `ID.13491208655302000${n}`

  it('example 22: a changed number stays one room, which the next text finds', async () => {
    await arrive(100, 121, text({ from_user_id: b(121) }, 'wamid.next', 'Masih saya', '1795838200'))
    const { room, lines } = await only()
    expect(await identities(room.id)).toEqual([
      `former bsuid ${b(100)}`,
      'former phone 6285790000100',
      `bsuid ${b(121)}`,
      'phone 6285790000121',
    ])
    expect(room.customer_phone).toBe('6285790000121')
    expect(lines.map(({ note_of, content }) => note_of ?? content)).toEqual([
      'Halo kak, kelas EMT masih buka?',
      'numberChanged',
      'Masih saya',
    ])
  })

  it('example 23: a change of nobody known is nothing', async () => {
    await arrive(121)
    expect(await allRooms()).toEqual([])
  })

  it('example 24: a changed user id is followed, also by the words of its text alone', async () => {
    await arrive(133, 122)
    expect(await identities((await only()).room.id)).toEqual([`former bsuid ${b(133)}`, `bsuid ${b(122)}`])
    await test.platform.database.db.execute(sql`truncate rooms, webhook_items cascade`)
    await arrive(133, 123)
    expect(await identities((await only()).room.id)).toEqual([`former bsuid ${b(133)}`, `bsuid ${b(123)}`])
    await test.platform.database.db.execute(sql`truncate rooms, webhook_items cascade`)
    const third = readPayload(123)
    Object.assign(third.entry[0]?.changes[0]?.value.messages[0].system, { user_id: b(999) })
    await arrive(133, third)
    expect(await identities((await only()).room.id)).toEqual([`bsuid ${b(133)}`])
    expect(await kept()).toEqual(['messages system logged'])
  })

  it('example 25: a new security code is a note, and an old system message changes the number', async () => {
    await arrive(text({ from: '6285790000124' }, 'wamid.x', 'Halo'), 124)
    expect((await only()).lines[1]).toMatchObject({ note_of: 'securityCode' })
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(text({ from: '6285790000010' }, 'wamid.y', 'Halo'), 28)
    expect(await identities((await only()).room.id)).toEqual(['former phone 6285790000010', 'phone 6285790000011'])
  })

  it('example 26: a number that is known now is added', async () => {
    await arrive(133, 134)
    const { room, lines } = await only()
    expect(await identities(room.id)).toEqual([`bsuid ${b(133)}`, 'phone 6285790000134'])
    expect(lines.map(({ note_of, content }) => note_of ?? content)).toContain('numberKnown')
    expect(room.username_until).not.toBeNull()
  })

  it('example 27: another account under a number is a cut', async () => {
    await arrive(100, 135)
    const { room, lines } = await only()
    expect(lines.map(({ note_of, content }) => note_of ?? content)).toEqual([
      'Halo kak, kelas EMT masih buka?',
      'anotherAccount',
      'Halo, ini nomor baru saya',
    ])
    expect(room).toMatchObject({ cut_place: 2, customer_name: 'Orang Lain' })
  })

  it('example 28: two rooms of one person are joined', async () => {
    await arrive(text({ from: '6285790000134' }, 'wamid.old', 'Dulu'), 133, 134)
    const { room, lines } = await only()
    expect(await identities(room.id)).toEqual(['phone 6285790000134', `bsuid ${b(133)}`])
    expect(room).toMatchObject({ unread: 3, customer_phone: '6285790000134', username: 'nama.saja' })
    expect(lines.filter(({ kind }) => kind !== 'note').map(({ content }) => content)).toEqual([
      'Dulu',
      'Halo, saya dari akun tanpa nomor',
      'Nomor saya sekarang kelihatan',
    ])
  })

  it('example 29: nobody is named, and the number is shown', async () => {
    await arrive(136)
    expect((await only()).room).toMatchObject({ customer_name: null, customer_phone: '6285790000136' })
  })

  it('example 41: a user id that changed by the withdrawn field is followed', async () => {
    await arrive(100, 153)
    expect(await identities((await only()).room.id)).toEqual([`former bsuid ${b(100)}`, 'phone 6285790000100', `bsuid ${b(153)}`])
  })
})
