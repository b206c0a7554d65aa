import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootPermissions } from '#contract/kit/field/permission.ts'
import type { Call } from '#contract/kit/section/call.ts'
import {
  clientId,
  demoClientSecret,
  login,
  logout,
  me,
  requestForgetPassword,
  resetPassword,
  validateResetPassword,
} from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { userRoles, users } from '#server/db/tables/people.ts'
import { passwordResets } from '#server/db/tables/platform.ts'
import { makePerson, type Person, type TestPlatform, testPassword, testPlatform } from '#tests/support/api.ts'

let test: TestPlatform
let app: Hono

beforeAll(async () => {
  test = await testPlatform({ SIGN_IN_ATTEMPTS: '5' })
  app = createApp(test.platform)
})
afterAll(() => test.close())

const post = (call: Call, body: unknown, token = '', api = app) =>
  api.request(call.path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
  })
const signIn = (username: string, password: string, rest: Record<string, unknown> = {}, api = app) =>
  post(login, { username, password, client_id: clientId, client_secret: demoClientSecret, ...rest }, '', api)
const whoAmI = (token: string) => app.request(me.path, { headers: { Authorization: `Bearer ${token}` } })
const words = async (response: Response) => [response.status, (await response.json()).message]

it('login returns roles, permissions and readable resources', async () => {
  const person = await makePerson(test.platform, ['get bank', 'update bank', 'create crm'], 'Sales')
  const response = await signIn(person.email.toUpperCase(), testPassword)
  const session = await response.json()
  expect(response.status).toBe(200)
  expect(session.user).toMatchObject({ id: person.id, ref: person.ref, email: person.email })
  expect(session.permissions.sort()).toEqual(['create crm', 'get admin', 'get bank', 'update bank'])
  expect(session.roleRead).toEqual(['bank'])
  const now = await whoAmI(session.token)
  expect([now.status, (await now.json()).roles]).toEqual([200, session.roles])
})

it('Root has every permission by flag, not by name', async () => {
  const [root, impostor] = [await makePerson(test.platform, [], 'Root', true), await makePerson(test.platform, [], 'root of all')]
  expect((await (await whoAmI(root.token)).json()).permissions.sort()).toEqual([...rootPermissions()].sort())
  expect((await (await whoAmI(impostor.token)).json()).permissions).toEqual(['get admin'])
})

describe('signing in', () => {
  const wrong = [400, 'The username or password is wrong.']
  let idle: Person
  let bare: Person
  beforeAll(async () => {
    const { db } = test.platform.database
    idle = await makePerson(test.platform, [])
    bare = await makePerson(test.platform, [])
    await db.update(users).set({ is_active: false }).where(eq(users.id, idle.id))
    await db.delete(userRoles).where(eq(userRoles.user_id, bare.id))
  })

  it('has the same words for a wrong password whoever it is, and whether there is such a name', async () => {
    const person = await makePerson(test.platform, [])
    for (const name of [person.email, idle.email, bare.email, 'nobody@lapangan.test', 'no address'])
      expect(await words(await signIn(name, 'wrong'))).toEqual(wrong)
    expect(await words(await signIn('nobody@lapangan.test', testPassword))).toEqual(wrong)
  })

  it('says to whoever has the password that the account is not active, or has no role, and counts no failure', async () => {
    for (let i = 0; i < 12; i++) {
      const [inactive, without] = [await signIn(idle.email, testPassword), await signIn(bare.email, testPassword)]
      expect(await inactive.json()).toMatchObject({ status: 403, code: 'forbidden', reason: { code: 'user_inactive' } })
      expect(await words(without)).toEqual([403, 'This account has no role, so nothing is open to it. Ask an administrator for one.'])
    }
    await test.platform.database.db.update(users).set({ is_active: true }).where(eq(users.id, idle.id))
    expect((await signIn(idle.email, testPassword)).status).toBe(200)
  })

  it('says that the client is wrong before it looks at the name, and counts no failure', async () => {
    const person = await makePerson(test.platform, [])
    const answers = new Set<string>()
    for (const client of [{ client_secret: 'wrong' }, { client_id: 7 }])
      for (const name of [person.email, idle.email, 'nobody@lapangan.test'])
        for (const password of [testPassword, 'wrong', 'lapangan-demo']) {
          const { code, message, reason } = await (await signIn(name, password, client)).json()
          answers.add(JSON.stringify({ code, message, reason }))
        }
    expect([...answers]).toEqual([
      JSON.stringify({
        code: 'bad_credentials',
        message: 'The server does not know this program: its client_id or client_secret is wrong.',
        reason: { code: 'wrong_client' },
      }),
    ])
    expect((await signIn(person.email, testPassword)).status).toBe(200)
  })
})

it('login slows down guessing', async () => {
  const person = await makePerson(test.platform, [])
  for (let i = 0; i < 5; i++) expect((await signIn(person.email, `guess ${i}`)).status).toBe(400)
  const refused = await signIn(person.email, testPassword)
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
})

it('login counts only failures of a person who signs in often', async () => {
  const strict = await testPlatform({ SIGN_IN_ATTEMPTS: '1' })
  try {
    const api = createApp(strict.platform)
    const person = await makePerson(strict.platform, [])
    // More often than a name (1) or an address (20) may fail.
    for (let i = 0; i < 22; i++) expect((await signIn(person.email, testPassword, {}, api)).status).toBe(200)
  } finally {
    await strict.close()
  }
})

it('an expired, forged, foreign or unsigned token is refused', async () => {
  const person = await makePerson(test.platform, [])
  const [header = '', payload = '', signature = ''] = person.token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const forge = (change: object) => Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('another secret of another server'))
  for (const token of [`${header}.${forge({ sub: 'x' })}.${signature}`, unsigned, foreign, 'nonsense', `${person.token}x`])
    expect(await words(await whoAmI(token))).toEqual([401, 'Invalid access_token'])
  expect(await words(await app.request(me.path))).toEqual([401, 'Invalid access_token'])
})

it('an expired token is reported as expired', async () => {
  const person = await makePerson(test.platform, [])
  const claims = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString())
  const { rows } = await test.platform.database.db.execute<{ value: string }>("select value from meta where name = 'token_secret'")
  const secret = Buffer.from(test.platform.secretBox.open(rows[0]?.value ?? ''), 'base64')
  const expired = await new SignJWT({ ...claims, exp: claims.iat - 1 }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  expect(await words(await whoAmI(expired))).toEqual([401, 'access_token expired'])
})

it('a session has the key of its person, the same in every session and after another password, and no list tells it', async () => {
  const [person, other] = [await makePerson(test.platform, ['get admin', 'get user']), await makePerson(test.platform, [])]
  const keyOf = async (token: string) => (await (await whoAmI(token)).json()).device_key
  const own = await keyOf(person.token)
  expect(own).toMatch(/^[0-9a-f]{64}$/)
  expect([await keyOf(await test.platform.tokens.issue(person)), await keyOf(other.token)]).toEqual([own, expect.not.stringMatching(own)])
  const headers = { Authorization: `Bearer ${person.token}` }
  for (const path of ['/admin/in/v1/users?size=100', `/admin/in/v1/users/${person.id}`, `/admin/in/v1/users/${person.id}/history`]) {
    const response = await app.request(path, { headers })
    expect([path, response.status, (await response.text()).includes(own)]).toEqual([path, 200, false])
  }
})

it('logout ends one session only', async () => {
  const person = await makePerson(test.platform, [])
  const other = await test.platform.tokens.issue(person)
  expect((await whoAmI(person.token)).status).toBe(200)
  expect((await post(logout, {}, person.token)).status).toBe(200)
  expect([(await whoAmI(person.token)).status, (await whoAmI(other)).status]).toEqual([401, 200])
})

async function mailedLink(email: string): Promise<string> {
  await test.platform.background.settled()
  const folder = join(test.platform.settings.dataDir, 'mail')
  const mails = await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')))
  const mail = mails
    .findLast((text) => text.includes(email))
    ?.replace(/=\n/g, '')
    .replaceAll('=3D', '=')
  return /reset-password\?token=([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
}
const check = (token: string) => app.request(`${validateResetPassword.path}?token=${token}`)

it('a mailed link resets a password once, and ends all sessions', async () => {
  const person = await makePerson(test.platform, [])
  const [known, unknown] = [
    await post(requestForgetPassword, { email: person.email }),
    await post(requestForgetPassword, { email: 'no@no.test' }),
  ]
  expect(await words(known)).toEqual(await words(unknown))
  const token = await mailedLink(person.email)
  expect((await check(token)).status).toBe(200)
  const change = { token, password: 'an even longer password', confirm_password: 'an even longer password' }
  const differs = await post(resetPassword, { ...change, confirm_password: 'another' })
  expect([differs.status, Object.keys((await differs.json()).fields)]).toEqual([422, ['confirm_password']])
  expect((await post(resetPassword, change)).status).toBe(200)
  expect([(await post(resetPassword, change)).status, (await check(token)).status, (await whoAmI(person.token)).status]).toEqual([
    410, 410, 401,
  ])
  expect([(await signIn(person.email, testPassword)).status, (await signIn(person.email, change.password)).status]).toEqual([400, 200])
})

it('a link older than an hour is refused', async () => {
  const person = await makePerson(test.platform, [])
  await post(requestForgetPassword, { email: person.email })
  const token = await mailedLink(person.email)
  expect((await check(token)).status).toBe(200)
  await test.platform.database.db
    .update(passwordResets)
    .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
    .where(eq(passwordResets.user_id, person.id))
  expect((await check(token)).status).toBe(410)
})
