import { createServer } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushKey, pushSubscribe, pushTest, pushUnsubscribe } from '#contract/chat/push.ts'
import { logout } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { users } from '#server/db/tables/people.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import { revokeSessions } from '#server/platform/auth/sessions.ts'
import { runHousekeeping } from '#server/platform/housekeeping.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom } from '#tests/support/chat.ts'
import { freePort } from '#tests/support/ports.ts'
import { type PushBrowser, type PushService, startPushService } from '#tests/support/push-service.ts'
import { requestAs } from '#tests/support/request.ts'
import { type AlertMessage, alertLead, alertMessages } from './alert.ts'
import { startAudience } from './audience.ts'
import { assertPushEndpoint } from './push-endpoint.ts'
import { sendPush } from './send-push.ts'
import { vapidOf } from './vapid.ts'
import { reportVisible, startVisibleConsoles } from './visible-consoles.ts'

const alerted = ['get crm', 'webnotif crm']
let test: TestPlatform
let app: ReturnType<typeof createApp>
let service: PushService
let number = 0

beforeAll(async () => {
  test = await testPlatform({ PUSH_PRIVATE: 'allow' })
  await startAudience(test.platform)
  await startVisibleConsoles(test.platform)
  app = createApp(test.platform)
  service = await startPushService()
  number = await makeNumber(test.platform)
  const base = { whatsapp_number: number, whatsapp_number_name: 'Sales' }
  await test.platform.database.db.insert(rooms).values([
    { ...base, customer_phone: '6281200000001', unread: 2 },
    { ...base, customer_phone: '6281200000002', unread: 0, mark_as_unread: true },
    { ...base, customer_phone: '6281200000003' },
  ])
})
afterAll(async () => {
  await test.close()
  await service.close()
})

const keysOf = ({ endpoint, p256dh, auth }: PushBrowser) => ({ endpoint, p256dh, auth })
const room = '0192f0c4-0000-7000-8000-000000000001'
const said = '0192f0c4-0000-7000-8000-00000000000a'
const message = { room, message: said, kind: 'text', title: 'Ibu Ratna', text: 'Apakah kelasnya masih ada?', sales: 0 } as const

async function subscribed(permissions: readonly string[] = alerted, role = 'Admin') {
  const person = await makePerson(test.platform, permissions, role)
  const browser = service.subscribe()
  expect((await requestAs(app, person)('POST', pushSubscribe.path, keysOf(browser))).status).toBe(200)
  return { person, browser, ask: requestAs(app, person) }
}

async function alert(...list: AlertMessage[]): Promise<void> {
  await alertMessages(test.platform, list)
  await test.platform.background.settled()
}

const kept = async (endpoint: string) =>
  (await test.platform.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))).length

describe('an alert', () => {
  it('is read by the browser alone, with name, text, room and unread rooms, and replaces older ones of the room', async () => {
    const { person, browser } = await subscribed()
    await alert(message)
    const [push] = await browser.received(1)
    expect(push?.payload).toEqual({
      kind: 'message',
      room,
      message: said,
      message_kind: 'text',
      title: 'Ibu Ratna',
      body: 'Apakah kelasnya masih ada?',
      unread: 2,
    })
    expect(push?.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm', topic: room.replaceAll('-', '') })
    expect(push?.claims).toMatchObject({ aud: service.url, sub: 'mailto:no-reply@lapangan.test' })
    const { body } = await requestAs(app, person)('GET', pushKey.path)
    expect(push?.headers.authorization).toContain(`k=${body.key}`)
    expect(Buffer.from(body.key, 'base64url')).toHaveLength(65)
  })

  it('follows what a customer writes, under the name people here gave them', async () => {
    const { browser } = await subscribed()
    await receive(test.platform, [fromCustomer(number, '6281277770001', { content: 'Halo, kelas?' })])
    await test.platform.background.settled()
    await test.platform.database.db.update(rooms).set({ contact_name: 'Bu Ratna' }).where(eq(rooms.customer_phone, '6281277770001'))
    await receive(test.platform, [fromCustomer(number, '6281277770001', { content: null, kind: 'image' })])
    await test.platform.background.settled()
    expect(browser.pushes.map(({ payload }) => payload)).toMatchObject([
      { title: 'Siti Rahma', body: 'Halo, kelas?', unread: 3 },
      { title: 'Bu Ratna', body: '', message_kind: 'image', unread: 3 },
    ])
  })

  it('of a lead reaches its salesperson, and everybody who sees one that is unassigned', async () => {
    const supervisor = await subscribed()
    const { person: owner, browser } = await subscribed(alerted, 'Sales')
    const lead = { lead: room, form: said, title: 'Budi', text: 'Promo Gajian' }
    await alertLead(test.platform, { ...lead, sales: owner.id })
    await test.platform.background.settled()
    expect(browser.pushes.map(({ payload }) => payload)).toMatchObject([{ kind: 'lead', room, message: said, title: 'Budi' }])
    expect(supervisor.browser.pushes).toEqual([])
    await alertLead(test.platform, { ...lead, sales: 0 })
    await test.platform.background.settled()
    expect([browser.pushes.length, supervisor.browser.pushes.length]).toEqual([2, 1])
  })

  it('counts the rooms that are unread for each person: what one reads stays unread for whose room it is', async () => {
    const supervisor = await subscribed([...alerted, 'update crm'])
    const { person: owner, browser } = await subscribed(alerted, 'Sales')
    const { ref } = await makeRoom(test.platform, number, owner.id)
    await supervisor.ask('PUT', '/crm/in/v1/chat-platform/mark-as-unread', { ids: [ref], mark_as_unread: false })
    await alert({ ...message, sales: owner.id })
    // Both have read none of the others, which are unassigned.
    const others = (await test.platform.database.db.select().from(rooms)).filter(
      (one) => one.ref !== ref && (one.unread || one.mark_as_unread),
    )
    expect(supervisor.browser.pushes.at(-1)?.payload).toMatchObject({ unread: others.length })
    expect(browser.pushes.at(-1)?.payload).toMatchObject({ unread: others.length + 1 })
    await test.platform.database.db.delete(rooms).where(eq(rooms.ref, ref))
  })

  it('has the same keys after a restart', async () => {
    expect(await vapidOf({ ...test.platform })).toEqual(await vapidOf(test.platform))
  })

  it('reaches who may see the room and wants alerts, and nobody else', async () => {
    const admin = await subscribed()
    const [own, other] = [await subscribed(alerted, 'Sales'), await subscribed(alerted, 'Sales')]
    await alert({ ...message, sales: own.person.id })
    expect([admin, own, other].map(({ browser }) => browser.pushes.length)).toEqual([1, 1, 0])
    await alert(message)
    expect(other.browser.pushes).toHaveLength(1)
    const without = await makePerson(test.platform, ['get crm'])
    expect((await requestAs(app, without)('POST', pushSubscribe.path, keysOf(service.subscribe()))).status).toBe(403)
  })

  it('of a long text with every kind of character still arrives', async () => {
    const { browser } = await subscribed()
    await alert({ ...message, text: '🙏'.repeat(70_000), title: 'ن'.repeat(900) })
    const [push] = await browser.received(1)
    expect(JSON.stringify(push?.payload)).toMatch(/🙏{300}/u)
  })

  it('says the last of several messages of a room at once', async () => {
    const { browser } = await subscribed()
    await alert(message, { ...message, text: 'Halo?' })
    expect(browser.pushes.map(({ payload }) => payload)).toMatchObject([{ body: 'Halo?' }])
  })
})

describe('a device whose console is in sight', () => {
  it('gets no push of a message, and one again once the console is left; questions and leads are pushed all the same', async () => {
    const { person, browser } = await subscribed(alerted, 'Sales')
    const other = await subscribed()
    // Another device of the same person, on which nobody looks.
    const away = service.subscribe()
    const again = { ...person, token: await test.platform.tokens.issue(person) }
    await requestAs(app, again)('POST', pushSubscribe.path, keysOf(away))
    const jti = await test.platform.tokens.verify(person.token)
    const since = Date.now()
    await reportVisible(test.platform, jti, 'socket', true)
    await alertMessages(test.platform, [{ ...message, sales: person.id }], since)
    await test.platform.background.settled()
    expect([browser.pushes.length, other.browser.pushes.length, away.pushes.length]).toEqual([0, 1, 1])
    await alertLead(test.platform, { lead: room, form: said, title: 'Budi', text: 'Promo Gajian', sales: person.id })
    await test.platform.background.settled()
    expect(browser.pushes.map(({ payload }) => payload)).toMatchObject([{ kind: 'lead' }])
    await reportVisible(test.platform, jti, 'socket', false)
    await alert({ ...message, sales: person.id })
    expect(browser.pushes.map(({ payload }) => payload)).toMatchObject([{ kind: 'lead' }, { kind: 'message' }])
  })
})

describe('a subscription that gets nothing', () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
  const unconfirmed = async (endpoint: string) => {
    const [row] = await test.platform.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
    return row?.unconfirmed_since ?? null
  }
  const silent = (endpoint: string, unconfirmed_since: string) =>
    test.platform.database.db.update(pushSubscriptions).set({ unconfirmed_since }).where(eq(pushSubscriptions.endpoint, endpoint))

  it('is unconfirmed from the first push on, until its device says that one arrived', async () => {
    const { browser, ask } = await subscribed()
    expect(await unconfirmed(browser.endpoint)).toBe(null)
    await alert(message)
    const first = await unconfirmed(browser.endpoint)
    expect(first).not.toBe(null)
    await alert(message)
    expect(await unconfirmed(browser.endpoint)).toBe(first)
    await ask('POST', pushSubscribe.path, keysOf(browser))
    expect(await unconfirmed(browser.endpoint)).toBe(first)
    await ask('POST', pushSubscribe.path, { ...keysOf(browser), received: true })
    expect(await unconfirmed(browser.endpoint)).toBe(null)
    await alert(message)
    expect(await unconfirmed(browser.endpoint)).not.toBe(null)
  })

  it('of which a push is refused is not unconfirmed: nothing can have arrived', async () => {
    const { browser } = await subscribed()
    browser.answer(413)
    await alert(message)
    expect(await unconfirmed(browser.endpoint)).toBe(null)
  })

  it.each([
    [2.9, false],
    [3.1, true],
  ])('for %f days is told of: %s', async (count, isReported) => {
    const { browser, ask } = await subscribed()
    const since = days(count)
    await silent(browser.endpoint, since)
    const { body } = await ask('POST', pushSubscribe.path, keysOf(browser))
    expect(body).toEqual({ message: 'Alerts are on', is_new: false, silent_since: isReported ? expect.any(String) : null })
    if (isReported) expect(Date.parse(body.silent_since)).toBe(Date.parse(since))
  })

  it('is no matter of whoever signs in on its browser next', async () => {
    const { browser } = await subscribed()
    await silent(browser.endpoint, days(9))
    const next = await makePerson(test.platform, alerted)
    const { body } = await requestAs(app, next)('POST', pushSubscribe.path, keysOf(browser))
    expect(body).toMatchObject({ is_new: false, silent_since: null })
  })

  it('and is gone at its push service is new to the server when its browser names it again', async () => {
    const { browser, ask } = await subscribed()
    browser.answer(410)
    await alert(message)
    expect((await ask('POST', pushSubscribe.path, keysOf(browser))).body).toMatchObject({ is_new: true })
    expect((await ask('POST', pushSubscribe.path, keysOf(browser))).body).toMatchObject({ is_new: false })
  })
})

describe('a subscription', () => {
  it.each([404, 410])('that is gone (%i) is forgotten', async (status) => {
    const { browser } = await subscribed()
    browser.answer(status)
    await alert(message)
    expect([browser.pushes.length, await kept(browser.endpoint)]).toEqual([1, 0])
    await alert(message)
    expect(browser.pushes).toHaveLength(1)
  })

  it('that is refused otherwise stays, and costs the others nothing', async () => {
    const [bad, good] = [await subscribed(), await subscribed()]
    bad.browser.answer(413)
    await alert(message)
    expect([await kept(bad.browser.endpoint), good.browser.pushes.length]).toEqual([1, 1])
  })

  it('that takes nothing for days is forgotten, while others do; one that was only away is not', async () => {
    const [dead, away, good] = [await subscribed(), await subscribed(), await subscribed()]
    const { database } = test.platform
    const fail = async (endpoint: string, failing_since: string) => {
      await database.db.update(pushSubscriptions).set({ failures: 9, failing_since }).where(eq(pushSubscriptions.endpoint, endpoint))
      await database.notify(database.db, 'push-subscriptions', '')
    }
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    for (const { browser } of [dead, away]) browser.answer(403)
    await fail(dead.browser.endpoint, days(4))
    await fail(away.browser.endpoint, days(1))
    await alert(message)
    await alert({ ...message, message: '0192f0c4-0000-7000-8000-00000000000b' })
    expect(good.browser.pushes).toHaveLength(2)
    expect([await kept(dead.browser.endpoint), await kept(away.browser.endpoint)]).toEqual([0, 1])
    away.browser.answer(201)
    await database.notify(database.db, 'push-subscriptions', '')
    await alert(message)
    const [back] = await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, away.browser.endpoint))
    expect(back).toMatchObject({ failures: 0, failing_since: null })
  })

  it('whose push service never answers costs the others nothing, however many one person has', async () => {
    let given = 0
    const hung = createServer(() => undefined).on('connection', (socket) => socket.on('close', () => given++))
    const port = await freePort()
    await new Promise<void>((done) => hung.listen(port, '127.0.0.1', done))
    const first = await subscribed()
    for (let n = 0; n < 19; n++)
      await first.ask('POST', pushSubscribe.path, { ...keysOf(service.subscribe()), endpoint: `http://127.0.0.1:${port}/${n}` })
    const alerts = Array.from({ length: 4 }, (_, n) => ({ ...message, room: room.replace(/1$/, `${n + 2}`) }))
    await alertMessages(test.platform, alerts)
    const good = await subscribed()
    await alertMessages(test.platform, alerts)
    await good.browser.received(4)
    // No push gave way for it.
    expect(given).toBe(0)
    expect((await first.ask('POST', logout.path)).status).toBe(200)
    hung.close()
    hung.closeAllConnections()
    await test.platform.background.settled()
  })

  it('ends with the session: signing out, a new password, and the sweep', async () => {
    const [out, reset, swept] = [await subscribed(), await subscribed(), await subscribed()]
    expect((await out.ask('POST', logout.path)).status).toBe(200)
    await test.platform.database.transaction((tx) => revokeSessions(test.platform, tx, reset.person.id))
    await test.platform.database.db
      .update(pushSubscriptions)
      .set({ jti: 'of no session' })
      .where(eq(pushSubscriptions.endpoint, swept.browser.endpoint))
    await alert(message)
    expect([out, reset].map(({ browser }) => browser.pushes)).toEqual([[], []])
    await runHousekeeping(test.platform)
    for (const { browser } of [out, reset, swept]) expect(await kept(browser.endpoint)).toBe(0)
  })

  it('that signs out while an alert waits to be tried again gets nothing more', async () => {
    const { browser, ask } = await subscribed()
    browser.answer(503)
    await alertMessages(test.platform, [message])
    await browser.received(1)
    expect((await ask('POST', logout.path)).status).toBe(200)
    await test.platform.background.settled()
    expect(browser.pushes).toHaveLength(1)
  })

  it('of somebody who was switched off is silent', async () => {
    const { person, browser } = await subscribed()
    const { database, people } = test.platform
    await database.transaction(async (tx) => {
      await tx.update(users).set({ is_active: false }).where(eq(users.id, person.id))
      await people.changed(tx)
    })
    await alert(message)
    expect(browser.pushes).toEqual([])
  })

  it('is removed by who made it, and by nobody else', async () => {
    const [mine, other] = [await subscribed(), await subscribed()]
    await other.ask('DELETE', pushUnsubscribe.path, { endpoint: mine.browser.endpoint })
    expect(await kept(mine.browser.endpoint)).toBe(1)
    await mine.ask('DELETE', pushUnsubscribe.path, { endpoint: mine.browser.endpoint })
    expect(await kept(mine.browser.endpoint)).toBe(0)
  })

  it('goes over to whoever signs in on the same browser', async () => {
    const { browser } = await subscribed(alerted, 'Sales')
    const next: Person = await makePerson(test.platform, alerted)
    await requestAs(app, next)('POST', pushSubscribe.path, keysOf(browser))
    await alert(message)
    expect([browser.pushes.length, await kept(browser.endpoint)]).toEqual([1, 1])
  })

  it('has keys that are some', async () => {
    const { ask } = await subscribed()
    const right = keysOf(service.subscribe())
    expect((await ask('POST', pushSubscribe.path, { ...right, p256dh: 'nonsense' })).body.fields).toHaveProperty('p256dh')
    expect((await ask('POST', pushSubscribe.path, { ...right, auth: 'short' })).body.fields).toHaveProperty('auth')
  })
})

it('a self-test pushes to the own browser alone and says what its push service answered', async () => {
  const [mine, other] = [await subscribed(), await subscribed()]
  const { body } = await mine.ask('POST', pushTest.path, { endpoint: mine.browser.endpoint })
  expect(body).toEqual({ ok: true, status: 201, tried: [{ endpoint: mine.browser.endpoint }] })
  expect(mine.browser.pushes.map(({ payload }) => payload)).toMatchObject([{ kind: 'test' }])
  mine.browser.answer(429)
  expect((await mine.ask('POST', pushTest.path, { endpoint: mine.browser.endpoint })).body).toMatchObject({ ok: false, status: 429 })
  expect((await mine.ask('POST', pushTest.path, { endpoint: other.browser.endpoint })).status).toBe(404)
})

describe('an endpoint inside the network', () => {
  let strict: TestPlatform
  beforeAll(async () => {
    strict = await testPlatform()
    return () => strict.close()
  })

  it.each([
    'https://127.0.0.1/push/abc',
    'https://127.0.0.1:8443/push/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.12/push',
    'https://192.168.10.10/push',
    'http://updates.push.services.example/x',
    'https://user:secret@updates.push.example/x',
    'https://fcm.googleapis.com:8443/x',
    'https://0x7f000001.0177/x',
    'https://0177.0.0.01/x',
    'https://2130706433.00/x',
  ])('is refused: %s', async (endpoint) => {
    const person = await makePerson(strict.platform, alerted)
    const { p256dh, auth } = service.subscribe()
    const response = await requestAs(createApp(strict.platform), person)('POST', pushSubscribe.path, { endpoint, p256dh, auth })
    expect(response).toMatchObject({ status: 422, body: { fields: { endpoint: {} } } })
    expect(await strict.platform.database.db.select().from(pushSubscriptions)).toEqual([])
  })

  it('is refused by what its name leads to', async () => {
    await expect(assertPushEndpoint('https://localhost/x', strict.platform.settings)).rejects.toMatchObject({ status: 422 })
  })

  it('is not connected to either, should its name lead there later', async () => {
    let asked = 0
    const port = await freePort()
    const server = createServer((_, response) => {
      asked += 1
      response.end()
    })
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    const vapid = await vapidOf(strict.platform)
    const browser = keysOf(service.subscribe())
    const refused = { status: 0, wait: 0 }
    const send = (endpoint: string) => sendPush(readSettings({}), vapid, { ...browser, endpoint }, { kind: 'test', title: '', body: '' })
    expect(await send('https://localhost/x')).toEqual(refused)
    expect(await send(`http://127.0.0.1:${port}/x`)).toEqual(refused)
    expect(asked).toBe(0)
    server.close()
  })

  it('is let go when its answer trickles', async () => {
    const port = await freePort()
    const slow = createServer()
    slow.on('connection', (socket) => {
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('error', () => undefined).on('close', () => clearInterval(drip))
      socket.write('HTTP/1.1 201 Created\r\nx-slow: ')
    })
    await new Promise<void>((done) => slow.listen(port, '127.0.0.1', done))
    const browser = { ...keysOf(service.subscribe()), endpoint: `http://127.0.0.1:${port}/x` }
    const payload = { kind: 'test', title: '', body: '' } as const
    const response = await sendPush({ pushPrivate: true }, await vapidOf(test.platform), browser, payload, 200)
    expect(response).toEqual({ status: 0, wait: 0 })
    slow.close()
    slow.closeAllConnections()
  })

  it('is not reached through a redirect', async () => {
    const browser = service.subscribe()
    const inside = service.subscribe()
    browser.answer(307, { location: inside.endpoint })
    const response = await sendPush({ pushPrivate: true }, await vapidOf(test.platform), keysOf(browser), {
      kind: 'test',
      title: '',
      body: '',
    })
    expect([response.status, inside.pushes]).toEqual([307, []])
  })
})
