import { randomUUID } from 'node:crypto'
import { lte, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '#contract/kit/section/call.ts'
import { clientId, demoClientSecret, login, loginCode, loginConfirm, loginSetup, me, requestForgetPassword } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { roles } from '#server/db/tables/people.ts'
import { attempts, passwordResets } from '#server/db/tables/platform.ts'
import { makePerson, type Person, type TestPlatform, testPassword, testPlatform } from '#tests/support/api.ts'
import { readMails } from '#tests/support/mails.ts'
import { codeOf } from '#tests/support/totp.ts'
import { createPlatform } from '../create.ts'
import { runHousekeeping } from '../housekeeping.ts'
import { noteDevice } from './known-devices.ts'
import { sendResetLink } from './password-reset.ts'
import { beginSecondFactor, confirmSecondFactor } from './second-factor.ts'
import { signInAttempts } from './sign-in-attempts.ts'

let test: TestPlatform
let app: Hono

beforeAll(async () => {
  test = await testPlatform({ TRUST_PROXY: 'true' })
  app = createApp(test.platform)
})
afterAll(() => test.close())
/** Mid-period, so that codes do not change within a test. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 }))
afterEach(() => vi.useRealTimers())

let places = 0
/** A new address, so that tests do not share counts. */
const place = () => `10.0.${places++}.1`

async function post(call: Call, body: unknown, from: string) {
  const response = await app.request(call.path, {
    method: call.method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0' },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const client = { client_id: clientId, client_secret: demoClientSecret }
const signIn = (person: Person, password: string, from: string, device?: string) =>
  post(login, { username: person.email, password, ...client, ...(device && { device }) }, from)

it('wrong passwords are counted by name and place: the right one works from elsewhere', async () => {
  const person = await makePerson(test.platform, [])
  const [home, elsewhere] = [place(), place()]
  for (let i = 0; i < 10; i++) expect((await signIn(person, `wrong ${i}`, elsewhere)).status).toBe(400)
  const refused = await signIn(person, testPassword, elsewhere)
  const seconds = Number(refused.headers.get('Retry-After'))
  expect(refused.status).toBe(429)
  expect(seconds).toBeGreaterThan(0)
  expect(refused.body.message).toBe(`Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`)
  expect((await signIn(person, testPassword, home)).status).toBe(200)
})

it('a known device may sign in while others are refused, and has its own count', async () => {
  const [person, other] = [await makePerson(test.platform, []), await makePerson(test.platform, [])]
  const home = place()
  const { device } = (await signIn(person, testPassword, home)).body
  for (let from = 0; from < 20; from++) {
    const there = place()
    for (let i = 0; i < 10; i++) await signIn(person, `wrong ${i}`, there)
  }
  for (let i = 0; i < 10; i++) await signIn(person, `wrong ${i}`, home)
  expect((await signIn(person, testPassword, place())).status).toBe(429)
  expect((await signIn(person, testPassword, home, device)).status).toBe(200)
  // Known to one account only.
  for (let i = 0; i < 10; i++) await signIn(other, `wrong ${i}`, home, device)
  expect((await signIn(other, testPassword, home, device)).status).toBe(429)
  expect((await signIn(person, testPassword, home, `${device}x`)).status).toBe(429)
  for (let i = 0; i < 10; i++) expect((await signIn(person, `wrong ${i}`, home, device)).status).toBe(400)
  expect((await signIn(person, testPassword, home, device)).status).toBe(429)
})

/** Makes counted attempts older by `seconds`. */
const later = (seconds: number) =>
  test.platform.database.db.update(attempts).set({ ends_at: sql`${attempts.ends_at} - make_interval(secs => ${seconds}::int)` })

it('counts survive a restart and are shared by processes', async () => {
  const person = await makePerson(test.platform, [])
  const from = place()
  for (let i = 0; i < 10; i++) expect((await signIn(person, `wrong ${i}`, from)).status).toBe(400)
  const first = app
  app = createApp(await createPlatform(test.platform.settings, test.platform.database))
  expect((await signIn(person, testPassword, from)).status).toBe(429)
  await later(901)
  expect((await signIn(person, testPassword, from)).status).toBe(200)
  app = first
  const stored = await test.platform.database.db.select().from(attempts)
  expect(stored.length).toBeGreaterThan(0)
  expect(JSON.stringify(stored)).not.toContain(person.email)
  await runHousekeeping(test.platform)
  expect(await test.platform.database.db.$count(attempts, lte(attempts.ends_at, sql`now()`))).toBe(0)
})

it('nobody can block password links of others, or flood a mailbox', async () => {
  const person = await makePerson(test.platform, [])
  const ask = (from: string, email = person.email) => post(requestForgetPassword, { email }, from)
  const mails = async () => {
    await test.platform.background.settled()
    return (await readMails(test.platform.settings.dataDir)).filter((mail) => mail.includes(person.email)).length
  }
  const [home, elsewhere] = [place(), place()]
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(elsewhere)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  expect(await mails()).toBe(3)
  expect((await ask(elsewhere, 'nobody@lapangan.test')).status).toBe(200)
  expect((await ask(home)).status).toBe(200)
  expect(await mails()).toBe(4)
  const many = await Promise.all(Array.from({ length: 12 }, () => ask(place())))
  expect(new Set(many.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1)
  expect(await mails()).toBe(5)
  // From a device known to the account, and from a foreign one.
  const [own, other] = await Promise.all([person.ref, randomUUID()].map((ref) => noteDevice(test.platform.tokens, null, ref)))
  const askOn = (device: string | undefined) => post(requestForgetPassword, { email: person.email, device }, place())
  expect(await askOn(other)).toEqual(many[0])
  expect(await mails()).toBe(5)
  expect(await askOn(own)).toEqual(many[0])
  expect(await mails()).toBe(6)
  for (let i = 0; i < 4; i++) await askOn(own)
  expect(await mails()).toBe(8)
  await test.platform.database.db.update(passwordResets).set({ used_at: sql`now()` })
  await ask(place())
  expect(await mails()).toBe(9)
})

it('an unsent mail does not count', async () => {
  const person = { ...(await makePerson(test.platform, [])), name: 'Sari' }
  const broken = { ...test.platform, mail: { ...test.platform.mail, send: () => Promise.reject(new Error('no connection')) } }
  for (let i = 0; i < 6; i++) await expect(sendResetLink(broken, person)).rejects.toThrow('no connection')
  expect(await sendResetLink(test.platform, person)).toBe(true)
})

it('attempts from a refused place do not count for names', async () => {
  const guesses = signInAttempts(test.platform, 'test', 1)
  const from = place()
  for (let i = 0; i < 20; i++) await guesses.take({ name: `nobody ${i}`, address: from, device: null })
  await later(800)
  const attempt = { name: 'somebody', address: from, device: null }
  for (let i = 0; i < 2; i++) await expect(guesses.take(attempt)).rejects.toThrow('Too many attempts')
  await later(101)
  await guesses.take(attempt)
})

it('links are limited by network, because a household has many addresses', async () => {
  const askFrom = (at: number) => post(requestForgetPassword, { email: `nobody${at}@lapangan.test` }, `2001:db8:77:1::${at}`)
  for (let at = 1; at <= 10; at++) expect((await askFrom(at)).status).toBe(200)
  expect((await askFrom(11)).status).toBe(429)
})

/** Sets up an app for codes. */
async function withApp(person: Person) {
  const { platform } = test
  const { uri } = await beginSecondFactor(platform, platform.database.db, person)
  const codes = await platform.database.transaction((tx) => confirmSecondFactor(platform, tx, person, codeOf(uri)))
  return { uri, codes }
}

it('an account with a second factor needs a code; code and challenge expire', async () => {
  const person = await makePerson(test.platform, ['get bank'])
  const { uri } = await withApp(person)
  const from = place()
  const first = await signIn(person, testPassword, from)
  expect(first).toMatchObject({ status: 403, body: { code: 'second_factor', challenge: { needs: 'code', expires_in: 300 } } })
  expect(first.body.token).toBeUndefined()
  const challenge = first.body.challenge.token
  const bearer = (token: string) => app.request(me.path, { headers: { Authorization: `Bearer ${token}` } })
  expect((await bearer(challenge)).status).toBe(401)
  const wrong = await post(loginCode, { challenge, code: '000000' }, from)
  expect(wrong).toMatchObject({ status: 422, body: { fields: { code: { code: 'wrong_code' } } } })
  // The set-up used up this code.
  expect((await post(loginCode, { challenge, code: codeOf(uri) }, from)).status).toBe(422)
  const right = await post(loginCode, { challenge, code: codeOf(uri, 1) }, from)
  expect(right).toMatchObject({ status: 200, body: { user: { email: person.email }, permissions: ['get bank', 'get admin'] } })
  expect((await bearer(right.body.token)).status).toBe(200)
  const again = await post(loginCode, { challenge, code: codeOf(uri, 1) }, from)
  expect(again.body.fields).toMatchObject({ code: { code: 'wrong_code' } })
  vi.setSystemTime(Date.now() + 301_000)
  expect((await post(loginCode, { challenge, code: codeOf(uri) }, from)).body).toMatchObject({
    code: 'gone',
    message: 'This sign-in took too long. Please enter your password again.',
  })
})

it('each recovery code works once, in any notation', async () => {
  const person = await makePerson(test.platform, [])
  const { codes } = await withApp(person)
  const from = place()
  const challenge = (await signIn(person, testPassword, from)).body.challenge.token
  const [one = '', two = ''] = codes
  expect(codes).toHaveLength(10)
  expect((await post(loginCode, { challenge, code: one.replace('-', ' ').toUpperCase() }, from)).status).toBe(200)
  expect((await post(loginCode, { challenge, code: one }, from)).status).toBe(422)
  expect((await post(loginCode, { challenge, code: two }, from)).status).toBe(200)
  const rows = await test.platform.database.db.execute('select digest from recovery_codes')
  expect(JSON.stringify(rows.rows)).not.toContain(two)
})

it('codes are throttled by name, and not only by place', async () => {
  const person = await makePerson(test.platform, [])
  const { uri } = await withApp(person)
  const challenge = (await signIn(person, testPassword, place())).body.challenge.token
  for (let i = 0; i < 10; i++) await post(loginCode, { challenge, code: `12345${i}` }, place())
  const refused = await post(loginCode, { challenge, code: codeOf(uri, 1) }, place())
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
})

it('a role that requires a second factor makes people set it up first', async () => {
  const person = await makePerson(test.platform, ['get bank'])
  await test.platform.database.db.update(roles).set({ requires_second_factor: true })
  const from = place()
  const first = await signIn(person, testPassword, from)
  expect(first).toMatchObject({ status: 403, body: { challenge: { needs: 'setup' } } })
  const challenge = first.body.challenge.token
  expect((await post(loginCode, { challenge, code: '123456' }, from)).status).toBe(410)
  const { uri, secret } = (await post(loginSetup, { challenge }, from)).body
  expect([uri.includes(secret), uri.includes(encodeURIComponent(person.email))]).toEqual([true, true])
  expect((await post(loginConfirm, { challenge, code: '000000' }, from)).status).toBe(422)
  const done = await post(loginConfirm, { challenge, code: codeOf(uri) }, from)
  expect(done).toMatchObject({ status: 200, body: { user: { email: person.email }, recovery_codes: expect.any(Array) } })
  expect((await signIn(person, testPassword, from)).body.challenge.needs).toBe('code')
  expect((await post(loginConfirm, { challenge, code: codeOf(uri, 1) }, from)).status).toBe(410)
  const stored = await test.platform.database.db.execute('select secret from second_factors')
  expect(JSON.stringify(stored.rows)).not.toContain(secret)
  await test.platform.database.db.update(roles).set({ requires_second_factor: false })
})
