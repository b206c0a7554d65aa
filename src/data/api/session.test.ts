import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { everyPermission } from '#contract/kit/field/permission.ts'
import { eventually, json, openBrowser, type TestBrowser, testToken } from '#tests/support/test-browser.ts'

const user = { id: 7, ref: '0190b5a0-0000-7000-8000-000000000007', name: 'Sari', email: 'sari@lapangan.test' }
const kept = { roles: ['Sales'], permissions: ['get crm'], roleRead: [], user }
const later = Math.floor(Date.now() / 1000) + 3_600
const valid = () => ({ jwt_access_token: testToken(later), 'lapangan-session': JSON.stringify(kept) })

async function open(stored: Record<string, string>) {
  const browser: TestBrowser = openBrowser(stored)
  const [session, signIn, account, request, call] = await Promise.all([
    import('./session.ts'),
    import('./sign-in.ts'),
    import('./find-account.ts'),
    import('./request.ts'),
    import('#contract/session.ts'),
  ])
  return { browser, ...session, ...signIn, ...account, ...request, me: call.me, state: () => session.sessionStore.get() }
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test('a valid token signs in at once with the stored user, online or offline', async () => {
  const { browser, startSession, refreshSession, state } = await open(valid())
  browser.answer(() => Promise.reject(new TypeError('no line')))
  startSession()
  expect(state()).toMatchObject({ status: 'signed-in', session: { user, permissions: ['get crm', 'get admin'] }, notice: null })
  await refreshSession()
  expect(state().status).toBe('signed-in')
})

test('roles and permissions follow the server', async () => {
  const { browser, startSession, refreshSession, state } = await open(valid())
  startSession()
  browser.answer(() => json({ ...kept, token: 'ignored', permissions: ['get bank'] }))
  await refreshSession()
  expect(state().session?.permissions).toEqual(['get bank', 'get admin'])
  expect(browser.storage.get('lapangan-session')).toContain('get bank')
})

test('Root has every permission', async () => {
  const { startSession, state } = await open({ ...valid(), 'lapangan-session': JSON.stringify({ ...kept, roles: ['Root'] }) })
  startSession()
  expect(state().session?.permissions).toEqual(everyPermission())
})

test('an expired token logs out with the message of the base contract', async () => {
  const { browser, startSession, state } = await open({ ...valid(), jwt_access_token: testToken(1_000) })
  startSession()
  expect(state()).toEqual({ status: 'guest', session: null, notice: 'access_token expired', ended: 'automatic' })
  expect(browser.storage.has('jwt_access_token')).toBe(false)
})

test('no token makes a guest, without a message', async () => {
  const { startSession, state } = await open({})
  startSession()
  expect(state()).toEqual({ status: 'guest', session: null, notice: null, ended: null })
})

test('a token without claims fails to log in', async () => {
  const { startSession, state } = await open({ jwt_access_token: 'forged' })
  startSession()
  expect(state().notice).toBe('Failed to login with token.')
})

test('a token without its user asks the server who it is', async () => {
  const { browser, startSession, state } = await open({ jwt_access_token: testToken(later) })
  browser.answer(() => json({ ...kept, token: 'x' }))
  startSession()
  expect(state().status).toBe('checking')
  await eventually(() => expect(state()).toMatchObject({ status: 'signed-in', session: { user } }))
})

test('a 401 on any call ends the session', async () => {
  const { browser, startSession, request, me, state } = await open(valid())
  startSession()
  browser.answer(() => json({ code: 'unauthenticated', message: 'no' }, 401))
  await expect(request(me)).rejects.toMatchObject({ status: 401 })
  expect(state()).toMatchObject({ status: 'guest', notice: 'Invalid access_token', ended: 'automatic' })
})

test('a late 401 of an earlier token ends nothing', async () => {
  const { browser, startSession, request, me, state } = await open(valid())
  startSession()
  browser.answer(() => {
    browser.storage.set('jwt_access_token', testToken(later + 1))
    return json({ code: 'unauthenticated', message: 'no' }, 401)
  })
  await expect(request(me)).rejects.toMatchObject({ status: 401 })
  expect(state().status).toBe('signed-in')
})

test('signing in sends the fixed client and keeps the session for page and worker', async () => {
  const { browser, startSession, signIn, state } = await open({})
  startSession()
  const token = testToken(later)
  browser.answer((url) =>
    url === '/config.json' ? json({ hosts: {}, clientSecret: 'secret' }) : json({ ...kept, token, permissions: ['get crm'] }),
  )
  await signIn('sari@lapangan.test', 'wrong or right')
  const sent = browser.requests.find(({ body }) => body !== undefined)
  expect(JSON.parse(String(sent?.body))).toEqual({
    username: 'sari@lapangan.test',
    password: 'wrong or right',
    client_id: 6,
    client_secret: 'secret',
  })
  expect(sent?.headers.get('Authorization')).toBeNull()
  expect(state().status).toBe('signed-in')
  expect(browser.storage.get('jwt_access_token')).toBe(token)
  const { readCredentials } = await import('../outbox/wire/credentials.ts')
  expect(await readCredentials()).toMatchObject({ token, owner: user.ref })
})

test('signing out revokes the token, forgets it and asks for the start page', async () => {
  const { browser, startSession, signOut, state } = await open(valid())
  const token = browser.storage.get('jwt_access_token')
  startSession()
  await signOut()
  expect(browser.requests.at(-1)).toMatchObject({ url: '/admin/in/v1/logout', method: 'POST' })
  expect(browser.requests.at(-1)?.headers.get('Authorization')).toBe(`Bearer ${token}`)
  expect(state()).toEqual({ status: 'guest', session: null, notice: null, ended: 'signed-out' })
  expect([...browser.storage.keys()]).toEqual([])
})

test('a session follows another tab that signs out', async () => {
  const { browser, startSession, state } = await open(valid())
  startSession()
  browser.storage.delete('jwt_access_token')
  browser.fire('storage', { key: 'jwt_access_token' })
  expect(state().status).toBe('guest')
})

test('a second step sends the challenge, and the server knows the device afterwards', async () => {
  const { browser, startSession, signIn, signInWithCode, state } = await open({})
  startSession()
  const token = testToken(later)
  const challenge = { token: 'challenged', needs: 'code', expires_in: 300 }
  browser.answer((url) => {
    if (url === '/config.json') return json({ hosts: {}, clientSecret: 'secret' })
    if (url.endsWith('/login')) return json({ code: 'second_factor', message: 'A sign-in code is needed as well.', challenge }, 403)
    return json({ ...kept, token, device: 'noted' })
  })
  await expect(signIn('sari@lapangan.test', 'right')).rejects.toMatchObject({ code: 'second_factor', challenge })
  expect(state().status).toBe('guest')
  await signInWithCode('challenged', '123456')
  const sent = (path: string) => JSON.parse(String(browser.requests.findLast(({ url }) => url.endsWith(path))?.body))
  expect(sent('/login/code')).toEqual({ challenge: 'challenged', code: '123456' })
  expect([state().status, browser.storage.get('jwt_access_token')]).toEqual(['signed-in', token])
  await signIn('sari@lapangan.test', 'right').catch(() => undefined)
  expect(sent('/login')).toMatchObject({ username: 'sari@lapangan.test', device: 'noted' })
})

test('a token of a link is asked for its account, and the device keeps nothing of it until the person says so', async () => {
  const { browser, startSession, findAccount, signInAs, state } = await open({})
  startSession()
  const token = testToken(later)
  browser.answer(() => json({ ...kept, token: 'ignored' }))
  const account = await findAccount(token)
  expect([account?.user, browser.requests.map(({ headers }) => headers.get('Authorization'))]).toEqual([user, [`Bearer ${token}`]])
  expect([state().status, [...browser.storage.keys()].filter((key) => key.includes('token') || key.includes('session'))]).toEqual([
    'guest',
    [],
  ])
  if (account) await signInAs(account)
  expect([state().session?.user, browser.storage.get('jwt_access_token')]).toEqual([user, token])
})

test.each([
  ['refused', testToken(later), () => json({ message: 'no' }, 401)],
  ['of nobody', testToken(later), () => json({})],
  ['expired', testToken(1_000), () => json(kept)],
  ['no token', 'x', () => json(kept)],
  ['empty', '', () => json(kept)],
])('a token of a link that is %s opens nothing, and ends no other session', async (_, token, answer) => {
  const { browser, startSession, findAccount, state } = await open(valid())
  startSession()
  browser.answer(answer)
  expect(await findAccount(token)).toBeNull()
  expect(state().status).toBe('signed-in')
})
