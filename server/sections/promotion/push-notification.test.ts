import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { afterQuietHours } from '#contract/lib/quiet-hours.ts'
import { deviceRegister, pushOpened } from '#contract/member-app.ts'
import { pushNotification, pushNotificationTest } from '#contract/sections/promotion/push-notification.ts'
import { memberInbox } from '#server/db/tables/member-app.ts'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { memberDevices, pushDeliveries, pushNotifications } from '#server/db/tables/push.ts'
import { onePixel } from '#tests/support/example.ts'
import { formOf } from '#tests/support/form.ts'
import { makePushWorld } from '#tests/support/pushes.ts'

const world = await makePushWorld()
const { db, sink, ask, add, send, makeMember, fromApp, rowOf } = world
afterAll(() => world.close())
beforeEach(async () => {
  sink.answer = () => ({ status: 200 })
  sink.sent.length = 0
  sink.shown.clear()
  await db.execute(sql`delete from push_notifications`)
  await db.execute(sql`delete from member_devices`)
  await db.execute(sql`delete from members`)
  await db.execute(sql`delete from jobs`)
})

const { path } = pushNotification
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const statesOf = async (push: number) => {
  const found = await db.select().from(pushDeliveries).where(eq(pushDeliveries.push_id, push)).orderBy(pushDeliveries.id)
  return found.map(({ state }) => state)
}
async function made(values: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await add(values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

describe('a push notification', () => {
  it('reaches every device of its segment once, and the inbox of everybody', async () => {
    await makeMember(['a1', 'a2'])
    await makeMember(['b1'])
    await makeMember()
    await makeMember(['gone'], { deleted_at: new Date().toISOString() })
    const { id, ref, status } = await made({
      title: 'Sabtu',
      message: 'Webinar',
      image: onePixel(),
      reference_type: 'url',
      reference_url: 'https://a.test/x',
    })
    expect(status).toBe('scheduled')
    await send()
    expect(sink.sent.map(({ token }) => token).sort()).toEqual(['a1', 'a2', 'b1'])
    expect(sink.sent[0]).toMatchObject({
      notification: { title: 'Sabtu', body: 'Webinar', image: expect.stringMatching(/^https:\/\/lapangan\.example\/files\//) },
      data: { ref, kind: 'url', url: 'https://a.test/x' },
    })
    expect(await rowOf(id)).toMatchObject({
      status: 'sent',
      recipient_count: 3,
      sent_count: 3,
      inbox_count: 1,
      device_count: 3,
    })
    expect(await db.$count(memberInbox, eq(memberInbox.push_id, id))).toBe(3)
    await send()
    expect(sink.sent).toHaveLength(3)
  })

  it('to nobody has failed', async () => {
    const { id } = await made({ segmentation: ['wst'] })
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'failed', recipient_count: 0, sent_count: 0 })
    const listed = await ask('GET', `${path}?query=status:failed`)
    expect(listed.body.data).toMatchObject([{ id, status: 'failed', failed_count: 0, opened_count: 0 }])
  })

  it('has failed where every device refuses it', async () => {
    await makeMember(['a'])
    sink.answer = () => ({ status: 400, code: 'INVALID_ARGUMENT' })
    const { id } = await made()
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'failed', recipient_count: 1, sent_count: 0 })
    expect(await statesOf(id)).toEqual(['failed'])
    expect((await ask('GET', path)).body.data[0]).toMatchObject({ failed_count: 1 })
  })

  it('is planned for later, and not for the past', async () => {
    await makeMember(['a'])
    expect((await add({ send: 'later', send_at: inHours(-1) })).body.fields).toMatchObject({ send_at: { code: 'past' } })
    expect((await add({ send: 'later', send_at: null })).body.fields).toHaveProperty('send_at')
    const { id } = await made({ send: 'later', send_at: inHours(2) })
    await send({ hurries: true })
    expect((await rowOf(id)).status).toBe('scheduled')
    expect((await world.jobs())[0]).toMatchObject({ state: 'waiting', ms: expect.closeTo(7_200_000, -5) })
    await db.update(pushNotifications).set({ send_at: sql`now()` }).where(eq(pushNotifications.id, id))
    await send({ hurries: true })
    expect((await rowOf(id)).status).toBe('sent')
  })

  it('planned for the night waits for the morning', async () => {
    const night = new Date(`${inHours(72).slice(0, 10)}T16:30:00Z`)
    const { send_at } = await made({ send: 'later', send_at: night.toISOString(), quiet_hours: true })
    expect(send_at).toBe(afterQuietHours(night).toISOString())
    expect(send_at).toMatch(/T00:00:00/)
    expect((await made({ send: 'later', send_at: night.toISOString() })).send_at).toBe(night.toISOString())
  })

  it('more than six hours late is held until a person confirms it', async () => {
    await makeMember(['a'])
    const { id } = await made()
    await db
      .update(pushNotifications)
      .set({ send_at: inHours(-6.1) })
      .where(eq(pushNotifications.id, id))
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'scheduled', held: 'late' })
    expect(sink.sent).toHaveLength(0)
    expect((await ask('POST', `${path}/${id}/resume`)).status).toBe(200)
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'sent', held: null, sent_count: 1 })
    expect((await ask('POST', `${path}/${id}/resume`)).status).toBe(422)
  })

  it('that is stopped leaves the rest alone', async () => {
    await makeMember(['a'])
    const { id } = await made({ send: 'later', send_at: inHours(1) })
    const stopped = await ask('POST', `${path}/${id}/stop`)
    expect(stopped).toMatchObject({ status: 200, body: { data: { status: 'failed', stopped_at: expect.any(String) } } })
    await db.update(pushNotifications).set({ send_at: sql`now()` }).where(eq(pushNotifications.id, id))
    await send({ hurries: true })
    expect(sink.sent).toHaveLength(0)
    expect((await ask('POST', `${path}/${id}/stop`)).status).toBe(422)
  })

  it('is shown on the phone of the member who has it now, not of the one who had it', async () => {
    const [first, second] = [await makeMember(['shared', 'own']), await makeMember()]
    const { id } = await made()
    const register = { token: second.token, body: { token: 'shared', platform: 'ios' } }
    sink.answer = async ({ token }) => {
      if (token === 'own') return { status: 503 }
      expect((await fromApp('POST', deviceRegister.path, register)).status).toBe(200)
      return { status: 503 }
    }
    await send()
    sink.answer = () => ({ status: 200 })
    await send({ hurries: true })
    expect(sink.sent.map(({ token }) => token)).toEqual(['own'])
    expect(await statesOf(id)).toEqual(['failed', 'sent'])
    expect(first.id).not.toBe(second.id)
  })
})

describe('the push service', () => {
  it('retires a device at its first UNREGISTERED, and takes it back when it registers again', async () => {
    const { token } = await makeMember(['dead'])
    await makeMember(['alive'])
    sink.answer = ({ token: device }) => (device === 'dead' ? { status: 404, code: 'UNREGISTERED' } : { status: 200 })
    const { id } = await made()
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'sent', recipient_count: 2, sent_count: 1, retired_count: 1 })
    expect(await statesOf(id)).toEqual(['retired', 'sent'])
    const next = await made()
    await send()
    expect(await statesOf(next.id)).toEqual(['sent'])
    sink.answer = () => ({ status: 200 })
    await fromApp('POST', deviceRegister.path, { token, body: { token: 'dead', platform: 'android' } })
    const last = await made()
    await send()
    expect(await statesOf(last.id)).toEqual(['sent', 'sent'])
  })

  it('a bare 404 is held and retires nobody; resumed, the rest goes', async () => {
    await makeMember(['a'])
    await makeMember(['b'])
    sink.answer = () => ({ status: 404 })
    const { id } = await made()
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'scheduled', held: 'address', retired_count: 0 })
    expect(await statesOf(id)).toEqual(['queued', 'queued'])
    expect(await db.$count(memberDevices, sql`${memberDevices.removed_at} is null`)).toBe(2)
    sink.answer = () => ({ status: 200 })
    expect((await ask('POST', `${path}/${id}/resume`)).status).toBe(200)
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'sent', held: null, sent_count: 2 })
  })

  it('a busy one is waited for, and what it took is not sent again', async () => {
    for (let at = 0; at < 60; at++) await makeMember([`t${at}`])
    let taken = 0
    sink.answer = () => (++taken > 45 ? { status: 429, headers: { 'retry-after': '30' } } : { status: 200 })
    const { id } = await made()
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'scheduled', held: 'unavailable', sent_count: 45 })
    expect((await world.jobs())[0]?.ms).toBeGreaterThan(20_000)
    expect(sink.busiest()).toBeLessThanOrEqual(40)
    sink.answer = () => ({ status: 200 })
    await send({ hurries: true })
    expect(await rowOf(id)).toMatchObject({ status: 'sent', held: null, sent_count: 60 })
    expect(sink.sent).toHaveLength(60)
  })

  it('what gave no answer is sent again with the same ref, which the app drops', async () => {
    await makeMember(['a'])
    sink.answer = () => ({ status: 200, cut: true })
    const { id, ref } = await made()
    await send()
    expect(await statesOf(id)).toEqual(['queued'])
    sink.answer = () => ({ status: 200 })
    await send({ hurries: true })
    expect(await rowOf(id)).toMatchObject({ status: 'sent', sent_count: 1 })
    expect(sink.sent).toHaveLength(2)
    expect([...(sink.shown.get('a') ?? [])]).toEqual([ref])
  })

  it('what never gives an answer is given up after five attempts', async () => {
    await makeMember(['a'])
    sink.answer = () => ({ status: 200, cut: true })
    const { id } = await made()
    await send()
    for (let attempt = 1; attempt < 5; attempt++) await send({ hurries: true })
    expect(await statesOf(id)).toEqual(['failed'])
    expect(sink.sent).toHaveLength(5)
  })
})

describe('opening', () => {
  const open = (token: string, body: Readonly<Record<string, unknown>>) => fromApp('POST', pushOpened.path, { token, body })

  it('counts once for a member, however often and on however many devices', async () => {
    const member = await makeMember(['a1', 'a2'])
    const { id, ref } = await made()
    await send()
    for (const token of ['a1', 'a1', 'a2', undefined]) expect((await open(member.token, { ref, token })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ sent_count: 1, opened_count: 1 })
    expect(await db.$count(pushDeliveries, sql`${pushDeliveries.opened_at} is not null`)).toBe(2)
  })

  it('of a push without a known answer says that it has arrived', async () => {
    const member = await makeMember(['a'])
    sink.answer = () => ({ status: 200, cut: true })
    const { id, ref } = await made()
    await send()
    await open(member.token, { ref, token: 'a' })
    expect(await rowOf(id)).toMatchObject({ sent_count: 1, opened_count: 1 })
    await send({ hurries: true })
    expect(await rowOf(id)).toMatchObject({ status: 'sent', sent_count: 1 })
    expect(sink.sent).toHaveLength(1)
  })

  it('is refused for a push of others, nonsense and strangers', async () => {
    await makeMember(['a'])
    const { ref } = await made()
    await send()
    const later = await makeMember()
    for (const wrong of [ref, '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10']) expect((await open(later.token, { ref: wrong })).status).toBe(404)
    expect((await open(later.token, { ref: "'" })).status).toBe(422)
    expect((await fromApp('POST', pushOpened.path, { body: { ref } })).status).toBe(401)
    expect((await open(world.person.token, { ref })).status).toBe(401)
    expect((await ask('GET', path)).body.data[0]).toMatchObject({ opened_count: 0 })
  })
})

describe('before it is sent', () => {
  it('the audience is counted live', async () => {
    await makeMember(['a1', 'a2'])
    await makeMember([], { joined_at: inHours(-48).slice(0, 10) })
    const count = async (segmentation: string) => (await ask('GET', `${path}/audience?segmentation=${segmentation}`)).body
    expect(await count('all')).toEqual({ members: 2, devices: 2 })
    expect(await count('new_member,wst')).toEqual({ members: 1, devices: 0 })
    expect(await count('wst')).toEqual({ members: 0, devices: 0 })
  })

  it('a test goes to phones of the member with the address of its author, and counts nothing', async () => {
    const test = () => ask('POST', pushNotificationTest.path, formOf(pushNotificationTest.body ?? {}, { title: 'Coba', message: 'Isi' }))
    expect(await test()).toMatchObject({ status: 404, body: { message: expect.stringContaining('phone') } })
    await makeMember(['mine'], { email: world.person.email.toUpperCase() })
    await makeMember(['other'])
    expect(await test()).toMatchObject({ status: 200, body: { browsers: 0, devices: 1 } })
    expect(sink.sent.map(({ token }) => token)).toEqual(['mine'])
    expect(await db.$count(pushNotifications)).toBe(0)
    for (let at = 0; at < 3; at++) await test()
    expect((await test()).status).toBe(429)
  })

  it('content is bounded, and a reference has to exist', async () => {
    const problems = async (values: Readonly<Record<string, unknown>>) => Object.keys((await add(values)).body.fields ?? {})
    expect(await problems({ title: 'x'.repeat(66) })).toEqual(['title'])
    expect(await problems({ message: 'x'.repeat(241) })).toEqual(['message'])
    expect(await problems({ segmentation: [] })).toEqual(['segmentation'])
    expect(await problems({ segmentation: ['vip'] })).toEqual(['segmentation.0'])
    expect(await problems({ reference_type: 'url', reference_url: 'javascript:alert(1)' })).toEqual(['reference_url'])
    expect(await problems({ reference_type: 'event', event_id: 999_999 })).toEqual(['event_id'])
    expect((await ask('PUT', `${path}/1`, {})).status).toBe(404)
  })
})

it('without a push service the inbox is what reaches a member', async () => {
  const other = await makePushWorld({ withService: false })
  try {
    const member = await other.makeMember(['a'])
    const { body } = await other.add()
    await other.send()
    expect(await other.rowOf(body.data.id)).toMatchObject({
      status: 'sent',
      sent_count: 1,
      inbox_count: 1,
      device_count: 0,
    })
    expect(other.sink.sent).toHaveLength(0)
    await other.fromApp('POST', pushOpened.path, { token: member.token, body: { ref: body.data.ref } })
    expect(await other.rowOf(body.data.id)).toMatchObject({ opened_count: 1 })
    expect(await other.db.$count(users)).toBe(1)
    expect(await other.db.$count(members)).toBe(1)
  } finally {
    await other.close()
  }
})
