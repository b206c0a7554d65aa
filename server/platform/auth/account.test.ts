import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as account from '#contract/account.ts'
import { clientId, demoClientSecret, login, me, requestForgetPassword, resetPassword } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { passwordResets, securityEvents, sessions } from '#server/db/tables/platform.ts'
import { makePerson, type Person, type TestPlatform, testPassword, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { codeOf } from '#tests/support/totp.ts'
import { runHousekeeping } from '../housekeeping.ts'

let test: TestPlatform
let app: Hono

beforeAll(async () => {
  test = await testPlatform({ SESSION_HOURS: '100', SESSION_IDLE_HOURS: '10' })
  app = createApp(test.platform)
})
afterAll(() => test.close())

const anonymous: Person = { id: 0, ref: '', email: '', token: '' }
const signIn = ({ email }: Person, password: string) =>
  requestAs(app, anonymous)(login.method, login.path, { username: email, password, client_id: clientId, client_secret: demoClientSecret })
const isIn = async (token: string) => (await app.request(me.path, { headers: { Authorization: `Bearer ${token}` } })).status === 200
const from = (ask: TestRequest, call: { method: string; path: string }, body?: unknown) => ask(call.method, call.path, body)

describe('a password', () => {
  const chosen = 'bridge over seven rivers'
  const change = (old_password: string, password: string) => ({ old_password, password, confirm_password: password })

  it('is changed with the old one, and ends every other session and link', async () => {
    const person = await makePerson(test.platform, [])
    const elsewhere = await test.platform.tokens.issue(person)
    const ask = requestAs(app, person)
    await from(requestAs(app, anonymous), requestForgetPassword, { email: person.email })
    await test.platform.background.settled()
    const wrong = await from(ask, account.changePassword, change('not this one', chosen))
    expect(wrong).toMatchObject({ status: 422, body: { fields: { old_password: { code: 'wrong_password' } } } })
    expect(await isIn(elsewhere)).toBe(true)
    const done = await from(ask, account.changePassword, change(testPassword, chosen))
    expect(done).toMatchObject({ status: 200, body: { message: 'Your password was changed. Your other sessions have ended.' } })
    expect([await isIn(person.token), await isIn(elsewhere)]).toEqual([true, false])
    expect([(await signIn(person, testPassword)).status, (await signIn(person, chosen)).status]).toEqual([400, 200])
    const links = await test.platform.database.db.select().from(passwordResets).where(eq(passwordResets.user_id, person.id))
    expect(links.map(({ used_at }) => used_at === null)).toEqual([false])
  })

  it('is not guessed by somebody who borrows the device', async () => {
    const ask = requestAs(app, await makePerson(test.platform, []))
    for (let i = 0; i < 10; i++) await from(ask, account.changePassword, change(`guess ${i}`, chosen))
    expect((await from(ask, account.changePassword, change(testPassword, chosen))).status).toBe(429)
  })

  it.each([
    ['password123', 'common_password'],
    ['Manchester2024!', 'common_password'],
    ['1234567890', 'common_password'],
    ['abcabcabcabc', 'common_password'],
    ['rahasia1234567', 'common_password'],
    ['Wijaya-1998-ok', 'own_name'],
    ['in-the.HARVEST', 'own_name'],
  ])('is refused where it is set: %s', async (password, code) => {
    const { platform } = test
    const person = await makePerson(platform, [], 'Root', true)
    const email = `harvest.${person.id}@lapangan.test`
    await platform.database.db.update(users).set({ name: 'Sari Wijaya', email }).where(eq(users.id, person.id))
    await platform.database.transaction((tx) => platform.people.changed(tx))
    const ask = requestAs(app, person)
    const refused = { status: 422, body: { fields: { password: { code } } } }
    expect(await from(ask, account.changePassword, change(testPassword, password))).toMatchObject(refused)
    const form = new FormData()
    for (const [name, value] of Object.entries({ name: 'Sari Wijaya', email: `harvest.x${person.id}@x.test`, 'roles[]': '1', password }))
      form.append(name, value)
    expect(await ask('POST', '/admin/in/v1/users', form)).toMatchObject(refused)
    const { sendInvitation } = await import('./password-reset.ts')
    const link = await sendInvitation(platform, { id: person.id, name: 'Sari Wijaya', email })
    const token = new URL(link).searchParams.get('token')
    expect(await from(ask, resetPassword, { token, password, confirm_password: password })).toMatchObject(refused)
    expect((await from(ask, resetPassword, { token, password: chosen, confirm_password: chosen })).status).toBe(200)
  })
})

describe('sessions', () => {
  const list = async (ask: TestRequest, path = account.ownSessions.path): Promise<account.SessionEntry[]> =>
    (await ask('GET', path)).body.sessions

  it('are listed with device and address, and ended one by one or all at once', async () => {
    const person = await makePerson(test.platform, [])
    const [one, two] = [
      await test.platform.tokens.issue(person, { device: 'Firefox, Windows', address: '203.0.113.7' }),
      await test.platform.tokens.issue(person, { device: 'Chrome, Android', address: '203.0.113.8' }),
    ]
    const ask = requestAs(app, person)
    const stored = await list(ask)
    expect(stored.filter(({ current }) => current)).toHaveLength(1)
    const other = stored.find(({ device }) => device === 'Firefox, Windows')
    expect(other).toMatchObject({ address: '203.0.113.7', current: false, created_at: expect.any(String), last_used: expect.any(String) })
    expect((await ask('DELETE', `${account.ownSessions.path}/${other?.id}`)).status).toBe(200)
    expect([await isIn(one), await isIn(two), await isIn(person.token)]).toEqual([false, true, true])
    expect((await ask('DELETE', `${account.ownSessions.path}/${other?.id}`)).status).toBe(404)
    expect((await from(ask, account.endOtherSessions)).status).toBe(200)
    expect([await isIn(two), await isIn(person.token)]).toEqual([false, true])
    expect(await list(ask)).toHaveLength(1)
  })

  it('of somebody else are neither seen nor ended', async () => {
    const [person, stranger] = [await makePerson(test.platform, []), await makePerson(test.platform, [])]
    const [session] = await list(requestAs(app, person))
    expect((await requestAs(app, stranger)('DELETE', `${account.ownSessions.path}/${session?.id}`)).status).toBe(404)
    expect(await isIn(person.token)).toBe(true)
  })

  it('of any user are seen and ended by an admin, but not of those who may do more', async () => {
    const [admin, person] = [await makePerson(test.platform, ['update user', 'get bank']), await makePerson(test.platform, ['get bank'])]
    const strong = await makePerson(test.platform, ['delete bank'])
    const ask = requestAs(app, admin)
    const path = (id: number | string) => `/admin/in/v1/users/${id}/sessions`
    const [session] = await list(ask, path(person.ref))
    expect(session).toMatchObject({ current: false })
    for (const method of ['GET', 'DELETE']) expect((await ask(method, path(strong.id))).status).toBe(403)
    expect((await ask('DELETE', `${path(strong.id)}/${session?.id}`)).status).toBe(403)
    expect((await requestAs(app, person)('GET', path(admin.id))).status).toBe(403)
    expect((await ask('DELETE', `${path(person.id)}/${session?.id}`)).status).toBe(200)
    expect(await isIn(person.token)).toBe(false)
    const again = await test.platform.tokens.issue(person)
    expect((await ask('DELETE', path(person.id))).status).toBe(200)
    expect([await isIn(again), await isIn(admin.token)]).toEqual([false, true])
  })

  it('end without use, and in any case', async () => {
    const { db } = test.platform.database
    const person = await makePerson(test.platform, [])
    const [session] = await db.select().from(sessions).where(eq(sessions.user_id, person.id))
    expect(Math.round((Date.parse(session?.expires_at ?? '') - Date.now()) / 3_600_000)).toBe(100)
    const idle = async (hours: number) => {
      await db
        .update(sessions)
        .set({ last_used: sql`now() - make_interval(hours => ${hours})` })
        .where(eq(sessions.user_id, person.id))
      await test.platform.people.changed(db)
    }
    await idle(9)
    expect(await isIn(person.token)).toBe(true)
    const [used] = await db.select().from(sessions).where(eq(sessions.user_id, person.id))
    expect(Date.now() - Date.parse(used?.last_used ?? '')).toBeLessThan(60_000)
    await idle(11)
    expect(await isIn(person.token)).toBe(false)
    await runHousekeeping(test.platform)
    expect(await db.select().from(sessions).where(eq(sessions.user_id, person.id))).toEqual([])
  })
})

describe('a second factor', () => {
  it('is set up, renewed and removed by its owner, with the password', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 })
    const person = await makePerson(test.platform, [])
    const elsewhere = await test.platform.tokens.issue(person)
    const ask = requestAs(app, person)
    const state = async () => (await from(ask, account.accountSecurity)).body
    expect(await state()).toEqual({ second_factor: false, second_factor_required: false, recovery_codes_left: 0 })
    expect((await from(ask, account.setUpSecondFactor, { password: 'wrong' })).body.fields).toMatchObject({
      password: { code: 'wrong_password' },
    })
    const { uri } = (await from(ask, account.setUpSecondFactor, { password: testPassword })).body
    expect((await from(ask, account.confirmSecondFactor, { code: '000000' })).status).toBe(422)
    const confirmed = await from(ask, account.confirmSecondFactor, { code: codeOf(uri) })
    expect(confirmed.body.recovery_codes).toHaveLength(10)
    expect([await isIn(person.token), await isIn(elsewhere)]).toEqual([true, false])
    expect(await state()).toMatchObject({ second_factor: true, recovery_codes_left: 10 })
    expect((await signIn(person, testPassword)).body.code).toBe('second_factor')
    const renewed = await from(ask, account.renewRecoveryCodes, { password: testPassword })
    expect(renewed.body.recovery_codes).not.toContain(confirmed.body.recovery_codes[0])
    // A second app that is never confirmed changes nothing.
    await from(ask, account.setUpSecondFactor, { password: testPassword })
    expect((await signIn(person, testPassword)).body.code).toBe('second_factor')

    const { db } = test.platform.database
    await db.update(roles).set({ requires_second_factor: true })
    expect((await from(ask, account.removeSecondFactor, { password: testPassword })).body.message).toBe(
      'Your role asks for a second factor.',
    )
    await db.update(roles).set({ requires_second_factor: false })
    expect((await from(ask, account.removeSecondFactor, { password: testPassword })).status).toBe(200)
    expect((await signIn(person, testPassword)).status).toBe(200)
    vi.useRealTimers()
  })

  it('that was lost is removed by an admin, and the sessions end', async () => {
    const [admin, person] = [await makePerson(test.platform, ['update user']), await makePerson(test.platform, [])]
    const ask = requestAs(app, person)
    const { uri } = (await from(ask, account.setUpSecondFactor, { password: testPassword })).body
    await from(ask, account.confirmSecondFactor, { code: codeOf(uri) })
    const path = `/admin/in/v1/users/${person.id}/second-factor`
    expect((await requestAs(app, admin)('DELETE', path)).status).toBe(200)
    expect([await isIn(person.token), (await signIn(person, testPassword)).status]).toEqual([false, 200])
    expect((await requestAs(app, admin)('DELETE', path)).status).toBe(404)
  })

  it('that a role begins to ask for ends the sessions of those who have none, and of nobody else', async () => {
    const admin = await makePerson(test.platform, ['get user', 'update user', 'get role', 'update role'])
    const [without, outside] = [await makePerson(test.platform, []), await makePerson(test.platform, [])]
    const roleOf = async ({ id }: Person) =>
      (await test.platform.database.db.select({ role: userRoles.role_id }).from(userRoles).where(eq(userRoles.user_id, id)))[0]?.role
    const [required, other] = [await roleOf(without), await roleOf(outside)]
    const form = new FormData()
    for (const id of [other, required]) form.append('roles[]', String(id))
    const put = async (path: string, mask: string, body: unknown) =>
      (await requestAs(app, admin)('PUT', path, body, { 'Update-Mask': mask })).status
    expect(await put(`/admin/in/v1/roles/${required}`, 'requires_second_factor', { requires_second_factor: true })).toBe(200)
    expect([await isIn(without.token), await isIn(outside.token), await isIn(admin.token)]).toEqual([false, true, true])
    expect(await put(`/admin/in/v1/users/${outside.id}`, 'roles', form)).toBe(200)
    expect(await isIn(outside.token)).toBe(false)
  })
})

it('the security log has the changes of an account', async () => {
  const { platform } = test
  await platform.securityLog.flush()
  const rows = await platform.database.db.select({ event: securityEvents.event, address: securityEvents.address }).from(securityEvents)
  const events = new Set(rows.map(({ event }) => event))
  const wanted = [
    'sign-in',
    'sign-in-failed',
    'password-changed',
    'password-reset',
    'session-ended',
    'second-factor-on',
    'second-factor-off',
  ]
  expect([...events]).toEqual(expect.arrayContaining(wanted))
  expect(rows.every(({ address }) => address === 'local')).toBe(true)
})
