/** The worked examples of docs/product/whatsapp.md#the-webhook, by their numbers: each payload as it comes, and what people see. */
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isChannelAlert } from '#contract/chat/channel-alerts.ts'
import { decideAccount } from '#contract/chat/who.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { campaigns } from '#server/db/tables/crm.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { channelStates, webhookItems } from '#server/db/tables/webhook.ts'
import { makePerson } from '#tests/support/api.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'
import { requestAs } from '#tests/support/request.ts'
import { readPayload } from '#tests/support/webhook-payloads.ts'
import { alertWords } from '../inbound/alert-words.ts'
import { stopAnswer } from '../inbound/own-stop.ts'
import { hasStoppedPromotions } from '../rooms/promotions.ts'

let world: CloudNumber
let test: CloudNumber['test']
let cloud: CloudNumber['cloud']
let app: CloudNumber['app']
beforeAll(async () => {
  world = await openCloudNumber()
  ;({ test, cloud, app } = world)
  // Its app signs nothing of ours.
  await makeNumber(test.platform, {
    ...cloudAccount,
    channel: 'cloud',
    phone_number_id: '888',
    business_account_id: 'waba of x',
    app_secret: 'secret of x',
  })
  for (const id of [103, 104, 105, 106, 107, 131, 148, 149, 150])
    cloud.media.set(`2754859441498${id}`, { content: Buffer.from(`%PDF-1.7\n${id}`), type: 'application/pdf' })
})
afterAll(() => world.close())
beforeEach(() => test.platform.database.db.execute(sql`truncate rooms, webhook_items, channel_states, marketing_opt_outs cascade`))

const hours = 3_600_000
const at = (seconds: number, later = 0) => new Date(seconds * 1000 + later).toISOString()

const arrive = (...payloads: Parameters<CloudNumber['arrive']>) => world.arrive(...payloads)

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
    expect(lines.map(({ note_of }) => note_of)).toEqual(['numberShared'])
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

it('example 19: a lead that is made from the chat has the advertisement and its campaign, for who sees the chat', async () => {
  await arrive(33)
  const { room } = await only()
  const { platform } = test
  const running = { status: 'active', start: '2026-11-01', channel: 'ads' }
  const [campaign] = await platform.database.db
    .insert(campaigns)
    .values({ ...running, name: 'Iklan November', utm_campaign: '120210000000000000' })
    .returning()
  const other = await makePerson(platform, ['get crm', 'create crm'], 'Sales')
  const owner = await makePerson(platform, ['get crm', 'create crm'], 'Sales')
  await platform.database.db.update(rooms).set({ assignee_sales: owner.id })
  const make = async (person: typeof owner, values: object) => {
    const body = { name: 'Dari Iklan', phone: room.customer_phone, status: 'new', ...values }
    return (await requestAs(app, person)('POST', leads.path, body)).body.data
  }
  const made = await make(owner, {})
  expect(made).toMatchObject({ campaign_id: campaign?.id, campaign_name: 'Iklan November' })
  expect(made.lead_sources).toMatchObject([
    { source: 'WhatsApp ad', ad: 'Kelas Saham Gratis', link: 'https://fb.me/uji123', campaign_name: 'Iklan November' },
  ])
  const own = { source: 'Pameran' }
  expect((await make(owner, { lead_sources: [own] })).lead_sources).toMatchObject([own, { source: 'WhatsApp ad' }])
  expect(await make(other, {})).toMatchObject({ campaign_id: null, lead_sources: [] })
  expect(await make(owner, { phone: '6281299990000' })).toMatchObject({ lead_sources: [] })
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
    const ask = requestAs(app, await makePerson(test.platform, ['update crm'], 'Manager'))
    const question = decideAccount.path.replace('{id}', lines[1]?.ref ?? '')
    expect((await ask('PUT', question, { answer: 'other' })).status).toBe(200)
    const textsOf = async (of: number) => (await linesOf(of)).filter(({ kind }) => kind !== 'note').map(({ content }) => content)
    const [old, fresh] = await allRooms()
    expect([old, fresh].map((one) => one?.customer_phone)).toEqual(['', '6285790000100'])
    expect(await textsOf(old?.id ?? 0)).toEqual(['Halo kak, kelas EMT masih buka?'])
    expect(await textsOf(fresh?.id ?? 0)).toEqual(['Halo, ini nomor baru saya'])
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

describe('promotions', () => {
  it("example 51: 'STOP' ends them at all our numbers, and is answered once; with other words it is a text", async () => {
    const say = (id: string, body: string, timestamp?: string) => text({ from: '6285790000100' }, id, body, timestamp)
    await arrive(say('wamid.s1', 'STOP'), say('wamid.s2', ' Stop! '), say('wamid.s3', 'jangan stop dulu ya kak'), say('wamid.s4', 'mulai'))
    const { room, lines } = await only()
    const saidBy = (isOurs: boolean) =>
      lines.filter(({ is_admin, kind }) => is_admin === isOurs && kind !== 'note').map(({ content }) => content)
    expect(saidBy(true)).toEqual([stopAnswer])
    expect(saidBy(false)).toEqual(['STOP', 'Stop!', 'jangan stop dulu ya kak', 'mulai'])
    expect(lines.flatMap(({ note_of }) => note_of ?? [])).toEqual(['optOut', 'optIn'])
    expect(room.unread).toBe(4)
    expect(await test.platform.database.db.select().from(deliveries)).toHaveLength(1)
    expect(await hasStoppedPromotions(test.platform.database.db, room)).toBe(false)
  })

  it('a button stops them, too, and who never stopped is not told that they go on', async () => {
    await arrive(text({ from: '6285790000100' }, 'wamid.m', 'Mulai'))
    const button = {
      from: '6285790000100',
      id: 'wamid.b',
      timestamp: '1795830100',
      type: 'button',
      button: { text: 'Tidak', payload: 'STOP PROMO' },
    }
    await arrive(cloud.about({ messages: [button] }))
    const { room, lines } = await only()
    expect(lines.flatMap(({ note_of }) => note_of ?? [])).toEqual(['optOut'])
    expect(await hasStoppedPromotions(test.platform.database.db, room)).toBe(true)
  })
})

const b133 = { from_user_id: 'ID.13491208655302000133' }

describe('a state of a message', () => {
  it('example 31: adds a username and a price, and moves nobody', async () => {
    await arrive(100)
    const { room } = await only()
    await ours(room.id, 'wamid.PUB9101', 'Baik')
    await arrive(139)
    const after = await only()
    expect(after.room).toMatchObject({ username: 'rina_baru', window_until: room.window_until, unread: 1 })
    expect(after.lines[0]).toMatchObject({ status: 'delivered', pricing: { type: 'free_entry_point', billable: false } })
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(text(b133, 'wamid.c', 'Halo'))
    await ours((await only()).room.id, 'wamid.PUB9102', 'Baik')
    await arrive(140)
    expect((await only()).lines[1]).toMatchObject({ status: 'read' })
  })

  it('example 32: of who stopped promotions is kept for that user id', async () => {
    await arrive(text({ from_user_id: 'ID.13491208655302000143' }, 'wamid.d', 'Halo'))
    const { room } = await only()
    await ours(room.id, 'wamid.PUB9105', 'Promo')
    await arrive(143, 143)
    expect(await hasStoppedPromotions(test.platform.database.db, room)).toBe(true)
    expect((await only()).lines.map(({ note_of, status }) => note_of ?? status)).toEqual(['delivered', 'failed', 'optOut'])
  })

  it('example 34: of a group is logged', async () => {
    await arrive(144)
    expect(await kept()).toEqual(['messages group status logged'])
  })
})

describe('a call', () => {
  it('example 35: that nobody took is a note, then one missed call', async () => {
    for (const payloads of [[145, 146, 145, 146], [146]]) {
      await test.platform.database.db.execute(sql`truncate rooms cascade`)
      await arrive(...payloads)
      const { room, lines } = await only()
      const missed = lines.filter(({ details }) => details?.type === 'call')
      expect(missed).toMatchObject([{ content: 'Missed call 10:56', details: { state: 'missed' } }])
      expect(lines.map(({ note_of }) => note_of)).toEqual(payloads.length > 1 ? ['callNow', null] : [null])
      expect(room).toMatchObject({ unread: 1, window_until: at(payloads.length > 1 ? 1_795_838_145 : 1_795_838_190, 24 * hours) })
    }
  })

  it('example 36: that was taken on the phone is a note, and its line is nowhere', async () => {
    await arrive(145, 147)
    const { rows } = await test.platform.database.db.execute(sql`select * from messages`)
    expect(JSON.stringify([rows, await test.platform.database.db.select().from(webhookItems)])).not.toContain('v=0')
    const list = await allRooms()
    const lines = await linesOf(list[1]?.id ?? 0)
    expect(lines).toMatchObject([
      { note_of: 'callAnswered', content: 'Call, 3:58', values: { seconds: 238 } },
      { note_of: 'callOther', values: { what: 'rejected' } },
    ])
  })
})

describe('the Business app', () => {
  it('example 37: writes as us, and what it deletes is deleted', async () => {
    await arrive(text({ from: '6285790000024' }, 'wamid.e', 'Halo'))
    const { room } = await only()
    await arrive(40)
    const after = await only()
    expect(after.lines[1]).toMatchObject({
      is_admin: true,
      content: 'Dijawab dari HP',
      chips: [{ chip: 'fromPhone' }],
      status: 'delivered',
    })
    expect(after.room).toMatchObject({ unread: 0, window_until: room.window_until, last_message_is_admin: true })
    await test.platform.database.db.execute(sql`truncate rooms cascade`)
    await arrive(133, 148)
    expect((await only()).lines[1]).toMatchObject({
      content: 'Brosur EMT',
      media: { type: 'application/pdf' },
      deleted_at: at(1_795_838_150),
    })
  })

  it('example 38: brings what was before, and changes nothing else', async () => {
    await arrive(text({ from: '6285790000149' }, 'wamid.f', 'Halo'))
    const { room: before } = await only()
    await arrive(149)
    const { room, lines } = await only()
    const { unread, window_until, last_message, last_message_at } = before
    expect(room).toMatchObject({ unread, window_until, last_message, last_message_at })
    expect(lines.map(({ content, media, created_at }) => [content, media?.type ?? null, created_at])).toEqual([
      ['Dulu saya pernah tanya', null, at(1_792_382_000)],
      [null, 'application/pdf', at(1_792_382_030)],
      [null, 'application/pdf', at(1_792_382_060)],
      ['Halo', null, at(1_795_830_000)],
    ])
    await arrive(150)
    expect(await states()).toEqual([['history', '', { isShared: false }]])
  })

  it('example 39: names who has no name', async () => {
    await arrive(text({ from: '6285790000149' }, 'wamid.g', 'Halo'), 151)
    expect((await only()).room.customer_name).toBe('Pelanggan Lama')
  })
})

it('example 40: promotions stop at a person’s room, also before there is one, and are taken again', async () => {
  await arrive(text({ from: '6285790000152' }, 'wamid.h', 'Halo'), 152, 152)
  const { room, lines } = await only()
  expect(await hasStoppedPromotions(test.platform.database.db, room)).toBe(true)
  expect(lines.map(({ note_of }) => note_of)).toEqual([null, 'optOut'])
  await arrive(133)
  expect(await hasStoppedPromotions(test.platform.database.db, (await allRooms())[1] ?? room)).toBe(false)
})

const storedStates = () => test.platform.database.db.select().from(channelStates).orderBy(asc(channelStates.id))
const states = async () => (await storedStates()).map(({ kind, subject, value }) => [kind, subject, value])
const alerts = async () =>
  (await storedStates()).flatMap((state) => (isChannelAlert(state.value.alert) ? [alertWords(state.value.alert, state, 'en').said] : []))

describe('an account', () => {
  it('examples 42 and 43: has templates in states', async () => {
    await arrive(154, 154, 155)
    expect((await states()).map(([kind, subject]) => `${kind} ${subject}`)).toEqual([
      'template promo_november id',
      'template tagihan_baru id',
      'template ingat_kelas id',
      'templateQuality promo_november id',
      'templateCategory ingat_kelas id',
      'templateCategory struk id',
      'templateParts ingat_kelas id',
    ])
    expect(await alerts()).toEqual([
      'The template promo_november is paused.',
      'WhatsApp rejected the template tagihan_baru.',
      'The template ingat_kelas becomes MARKETING: costs and rules change (29 November 2026).',
      'The template struk is MARKETING now: costs and rules have changed.',
    ])
  })

  it('examples 44 to 46: and its numbers tell what somebody has to do', async () => {
    await arrive(156, 157, 158)
    expect(await alerts()).toEqual([
      'WhatsApp will switch this account off (December 5, 2026).',
      'WhatsApp takes no templates of this account; answers still go (1 December 2026).',
      'WhatsApp restricts this account: RESTRICTED_ADD_PHONE_NUMBER_ACTION',
      'WhatsApp says that its rules were broken: SPAM',
      'WhatsApp is disconnected. PRIMARY_INACTIVITY',
      'WhatsApp warns: The profile picture of the number was removed',
      'WhatsApp rejected this account.',
      'The quality of this number is low.',
      'WhatsApp rejected the name Lapangan Uji.',
      'The PIN of this number was changed.',
    ])
    expect(await states()).toContainEqual(['username', '', { username: 'lapangan.uji', status: 'approved' }])
  })

  it('example 47: says of an advertisement that it made a lead, and the rest makes no room', async () => {
    await arrive(131, 159)
    const { lines } = await only()
    expect(lines[0]?.chips?.map(({ chip }) => chip)).toEqual(['ad', 'adLead'])
    expect(await alerts()).toEqual(['A form is blocked or slowed down: 6627390910605886'])
    expect(await kept()).toEqual([
      'flows FLOW_STATUS_CHANGE state',
      'automatic_events LeadSubmitted logged',
      'group_lifecycle_update group_lifecycle_update logged',
      'messaging_handovers messaging_handovers logged',
      'standby standby logged',
      'field_of_2027 field_of_2027 unknown',
    ])
  })

  it('example 48: that is not ours changes nothing', async () => {
    const payload = readPayload(156)
    await arrive({ ...payload, entry: payload.entry.map((entry) => ({ ...entry, id: '999' })) })
    expect(await states()).toEqual([])
    expect((await kept()).every((item) => item.endsWith('elsewhere'))).toBe(true)
  })
})

it('example 49: malformed items cost no good one', async () => {
  const good = { ...b133, id: 'wamid.good', timestamp: '1795830000', type: 'text', text: { body: 'Baik' } }
  const bad = [
    null,
    'words',
    7,
    { type: 'text' },
    { ...b133, type: 'text', text: { body: 'x' } },
    { ...b133, id: 'wamid.bad', type: 'image', image: 'none' },
  ]
  const statuses = [null, { id: 'x' }, { status: 'sent' }]
  await arrive(
    cloud.about({ contacts: [null, 'x', { profile: 3 }], messages: [...bad, good], statuses }),
    cloud.about({ messages: { id: 'none' } }),
  )
  expect(await said()).toEqual(['Baik', expect.stringMatching(/^\[image\]/)])
  expect((await kept()).filter((item) => item.endsWith('malformed'))).toHaveLength(7)
})

it('example 50: a webhook that another app signed changes nothing of ours', async () => {
  expect((await cloud.call(app, readPayload(100), 'secret of x')).status).toBe(200)
  expect((await cloud.call(app, readPayload(100), 'secret of nobody')).status).toBe(403)
  expect(await allRooms()).toEqual([])
})

it('late changes find who came meanwhile', async () => {
  await arrive(121, 100)
  expect(await identities((await only()).room.id)).toContain('bsuid ID.13491208655302000121')
})
