import { asc, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { changes } from '#server/db/tables/platform.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom, roomOf } from '#tests/support/chat.ts'
import type { InboundStatus } from './inbound.ts'
import { receive } from './receive.ts'

let test: TestPlatform
let number = 0
beforeAll(async () => {
  test = await testPlatform()
  number = await makeNumber(test.platform)
})
afterAll(() => test.close())

const take = (...items: Parameters<typeof receive>[1]) => receive(test.platform, items)
const messagesOf = (room: number) =>
  test.platform.database.db.select().from(messages).where(eq(messages.room, room)).orderBy(asc(messages.place))
const makeStatus = (provider_id: string, status: InboundStatus['status'], failure: string | null = null): InboundStatus => ({
  type: 'status',
  provider_id,
  status,
  failure,
  at: new Date().toISOString(),
})

/** Creates a message of ours, sent under this id. */
async function ours(room: { id: number; next_place: number }, provider_id: string): Promise<void> {
  const { db } = test.platform.database
  const place = sql`(select next_place from rooms where id = ${room.id})`
  await db
    .insert(messages)
    .values({ room: room.id, place: sql`${place}`, kind: 'text', content: 'Baik', is_admin: true, status: 'queued', provider_id })
  const shown = { last_message_status: 'queued', last_message_is_admin: true, last_message_at: sql`now()` }
  await db
    .update(rooms)
    .set({ next_place: sql`next_place + 1`, ...shown })
    .where(eq(rooms.id, room.id))
}
const stateOf = async (provider_id: string) => {
  const [found] = await test.platform.database.db.select().from(messages).where(eq(messages.provider_id, provider_id))
  return [found?.status, found?.failure]
}

describe('a message of a customer', () => {
  it('makes a room that is nobody’s, with all that the list shows', async () => {
    const at = new Date(Date.now() - 60_000).toISOString()
    await take(fromCustomer(number, '628110001', { content: 'Ada kelas?', at }))
    expect(await roomOf(test.platform, '628110001')).toMatchObject({
      customer_name: 'Siti Rahma',
      assignee_sales: null,
      unread: 1,
      status: 'open',
      last_message: 'Ada kelas?',
      last_message_kind: 'text',
      last_message_is_admin: false,
      last_message_at: at,
      window_until: new Date(Date.parse(at) + 24 * 3_600_000).toISOString(),
      search_text: expect.stringContaining('ada kelas?'),
    })
  })

  it('is taken once, however often and in whichever batch it comes', async () => {
    const one = fromCustomer(number, '628110002')
    await take(one, one)
    await Promise.all([take(one), take(one, fromCustomer(number, '628110002')), take(one)])
    const room = await roomOf(test.platform, '628110002')
    expect([room.unread, (await messagesOf(room.id)).map(({ place }) => place)]).toEqual([2, [1, 2]])
  })

  it('ends a snooze, re-opens what was resolved, and is no longer idle', async () => {
    const room = await makeRoom(test.platform, number)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await test.platform.database.db
      .update(rooms)
      .set({ status: 'resolved', snoozed_until: tomorrow, is_idle: true })
      .where(eq(rooms.id, room.id))
    await take(fromCustomer(number, room.customer_phone))
    expect(await roomOf(test.platform, room.customer_phone)).toMatchObject({ status: 'open', snoozed_until: null, is_idle: false })
  })

  it('never moves the window back, and never past what its own clock could say', async () => {
    const room = await makeRoom(test.platform, number)
    await take(fromCustomer(number, room.customer_phone, { at: new Date(Date.now() - 3 * 86_400_000).toISOString() }))
    await take(fromCustomer(number, room.customer_phone, { at: '2199-01-01T00:00:00Z' }))
    const until = Date.parse((await roomOf(test.platform, room.customer_phone)).window_until ?? '')
    expect(until).toBeGreaterThanOrEqual(Date.parse(room.window_until ?? ''))
    expect(until).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
  })

  it('cannot look like anything but what it is', async () => {
    const forged = 'Budi\u202e\u0000 <b>admin</b>\r\nbaris'
    await take(fromCustomer(number, '628110003', { customer_name: 'Ani\u202etxt\u2066\n\u200bSari', content: forged + 'x'.repeat(70_000) }))
    const room = await roomOf(test.platform, '628110003')
    expect(room.customer_name).toBe('Anitxt Sari')
    expect(room.last_message).toHaveLength(4_096)
    expect(room.last_message?.slice(0, 30)).toBe('Budi <b>admin</b>\nbarisxxxxxxx')
    for (const customer_name of ['\u3164', '\u2800 \u2800', '\u200d', '\u0301', '\u{e0041}'])
      await take(fromCustomer(number, '628110003', { customer_name }))
    expect((await roomOf(test.platform, '628110003')).customer_name).toBe('Anitxt Sari')
  })

  it('is kept in its whole length, and what is longer says so at its end', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const words = (count: number) => 'panjang '.repeat(count / 8)
    const phone = '628110013'
    await receive({ ...test.platform, log }, [
      fromCustomer(number, phone, { content: words(65_536) }),
      fromCustomer(number, phone, { content: words(70_000) }),
    ])
    const room = await roomOf(test.platform, phone)
    const stored = await messagesOf(room.id)
    expect(stored[0]?.content).toBe(words(65_536).trim())
    expect(stored[1]?.content).toHaveLength(65_536)
    expect(stored[1]?.content).toMatch(/panjang.*\n\[cut: 69999 characters\]$/)
    expect(room.last_message).toHaveLength(4_096)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ characters: 70_000 }])
    expect(lines.join('')).not.toContain('panjang')
  })

  it('is told to the log of the platform that brought it, while another one is being stored', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const long = fromCustomer(number, '628110014', { content: 'x'.repeat(66_000) })
    await Promise.all([take(fromCustomer(number, '628110015')), receive({ ...test.platform, log }, [long])])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ characters: 66_000 }])
  })

  it('answers the message that its sender saw', async () => {
    const first = fromCustomer(number, '628110004')
    await take(first, fromCustomer(number, '628110004', { reply_to: first.provider_id }))
    const [asked, answer] = await messagesOf((await roomOf(test.platform, '628110004')).id)
    expect(answer?.reply_to).toBe(asked?.ref)
  })
})

describe('many at once', () => {
  it('are stored together, each in its place, without a gap', async () => {
    const begun = vi.spyOn(test.platform.database, 'transaction')
    const phones = Array.from({ length: 10 }, (_, n) => `62822000${n}`)
    await Promise.all(Array.from({ length: 200 }, (_, n) => take(fromCustomer(number, phones[n % 10] ?? '', { content: `pesan ${n}` }))))
    expect(begun.mock.calls.length).toBeLessThan(10)
    begun.mockRestore()
    for (const [n, phone] of phones.entries()) {
      const stored = await messagesOf((await roomOf(test.platform, phone)).id)
      expect(stored.map(({ place }) => place)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
      expect(stored.map(({ content }) => content)).toEqual(Array.from({ length: 20 }, (_, at) => `pesan ${n + at * 10}`))
    }
  })

  it('do not suffer from one that cannot be stored', async () => {
    const bad = take(fromCustomer(number, '628330001', { provider_id: 'with\u0000nul' }))
    const good = take(fromCustomer(number, '628330002'))
    await expect(bad).rejects.toThrow()
    await good
    expect((await roomOf(test.platform, '628330002')).unread).toBe(1)
  })

  it('whose original comes from somebody else leave it to them', async () => {
    const [one, other] = ['628330011', '628330012']
    const mark = { type: 'mark', by: 'customer', number, at: new Date().toISOString(), target: 'wamid.of-another' } as const
    const from = { phone: one, bsuid: null, parent: null, name: 'Siti Rahma' }
    await take({ ...mark, provider_id: 'wamid.reaction', from, mark: { kind: 'reaction', emoji: '👍' } })
    await take(fromCustomer(number, other, { provider_id: 'wamid.of-another', content: 'Halo' }))
    const kindsOf = async (phone: string) =>
      (await messagesOf((await roomOf(test.platform, phone)).id)).map(({ kind, content }) => [kind, content])
    expect(await kindsOf(other)).toEqual([['text', 'Halo']])
    expect(await kindsOf(one)).toEqual([['note', 'Reacted 👍 to a message that is not here']])
  })

  describe('of two processes', () => {
    const collision = () =>
      Object.assign(new Error('duplicate key value'), { severity: 'ERROR', code: '23505', detail: 'Key (number, kind, value)=(1)' })

    it('that make the same are stored by the later one anew', async () => {
      const begun = vi.spyOn(test.platform.database, 'transaction')
      for (let time = 0; time < 4; time++) begun.mockRejectedValueOnce(new Error('Failed query', { cause: collision() }))
      await take(fromCustomer(number, '628330021'))
      begun.mockRestore()
      expect((await roomOf(test.platform, '628330021')).unread).toBe(1)
    })

    it('that go on colliding are to be sent again, and nobody’s wrong values', async () => {
      const begun = vi.spyOn(test.platform.database, 'transaction').mockRejectedValue(collision())
      await expect(take(fromCustomer(number, '628330022'))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
      expect(begun).toHaveBeenCalledTimes(5)
      begun.mockRestore()
    })
  })

  it('leave out what is about nothing known', async () => {
    await take(fromCustomer(987_654, '628330003'), makeStatus('never-sent', 'read'), { type: 'idle', number, customer_phone: '628000' })
    await expect(roomOf(test.platform, '628330003')).rejects.toThrow()
  })
})

describe('a status', () => {
  it('never goes back', async () => {
    const room = await makeRoom(test.platform, number)
    await ours(room, 'ours-1')
    await take(makeStatus('ours-1', 'delivered'), makeStatus('ours-1', 'sent'))
    expect(await stateOf('ours-1')).toEqual(['delivered', null])
    await take(makeStatus('ours-1', 'failed', 'no'))
    expect(await stateOf('ours-1')).toEqual(['delivered', null])
    await take(makeStatus('ours-1', 'read'))
    await take(makeStatus('ours-1', 'delivered'))
    expect(await stateOf('ours-1')).toEqual(['read', null])
    expect((await roomOf(test.platform, room.customer_phone)).last_message_status).toBe('read')
  })

  it('says why it failed, until it is known better', async () => {
    const room = await makeRoom(test.platform, number)
    await ours(room, 'ours-2')
    await take(makeStatus('ours-2', 'sent'), makeStatus('ours-2', 'failed', 'Number is not on WhatsApp'))
    expect(await stateOf('ours-2')).toEqual(['failed', 'Number is not on WhatsApp'])
    await take(makeStatus('ours-2', 'sent'))
    expect(await stateOf('ours-2')).toEqual(['failed', 'Number is not on WhatsApp'])
    await take(makeStatus('ours-2', 'delivered'))
    expect(await stateOf('ours-2')).toEqual(['delivered', null])
  })

  it('of what a customer wrote means nothing', async () => {
    const item = fromCustomer(number, '628440001')
    await take(item)
    await take(makeStatus(item.provider_id, 'failed', 'forged'))
    expect(await stateOf(item.provider_id)).toEqual(['delivered', null])
  })
})

it('an idle event marks a room once, and is in the feed', async () => {
  const room = await makeRoom(test.platform, number)
  const idle = { type: 'idle', number, customer_phone: room.customer_phone } as const
  await take(idle)
  await take(idle)
  expect((await roomOf(test.platform, room.customer_phone)).is_idle).toBe(true)
  const notified = await test.platform.database.db.select().from(changes).where(eq(changes.ref, room.ref))
  expect(notified.map((one) => one.audience_after)).toEqual([{ sales: 0, idle: true }])
})
