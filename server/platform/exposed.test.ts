/** Routes open to the network: pages for everybody, metrics, documentation, demo. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientId, demoClientSecret, demoPassword, login } from '#contract/session.ts'
import { simulatorPeople } from '#contract/simulator/simulator.ts'
import { createApp } from '#server/app.ts'
import { users } from '#server/db/tables/people.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { hashPassword } from './auth/password.ts'

const test = await testPlatform()
afterAll(() => test.close())

const appWith = (settings: Partial<TestPlatform['platform']['settings']>) =>
  createApp({ ...test.platform, settings: { ...test.platform.settings, ...settings } })

/** Returns bindings of a request from this address. */
function bindings(address: string) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  return { incoming: new IncomingMessage(socket) }
}

/** Routes beside the calls of the contract, whose openness the matrix of permissions tests. */
const openRoutes = [
  ...['GET /*', 'GET /health/ready', 'GET /version', 'GET /config.json', 'GET /metrics', 'GET /openapi.json', 'GET /docs'],
  ...['GET /files/:sha256/:name', 'GET /videos/:sha256/:name', 'GET /s/:slug'],
  ...['GET /e/:slug', 'POST /e/:slug', 'GET /e/:slug/thanks', 'GET /e/:slug/calendar.ics'],
  ...['GET /e/r/:token', 'POST /e/r/:token', 'GET /e/r/:token/calendar.ics'],
  ...['GET /p/:slug', 'POST /p/:slug', 'GET /p/:slug/thanks', 'GET /p/preview/:token'],
  ...['GET /u/:token', 'POST /u/:token', 'GET /o/:picture{[0-9a-f-]{1,60}\\.gif}', 'GET /c/:token/:place{[0-9]{1,3}}'],
  ...['GET /simulator', 'GET /simulator/page.js', 'GET /simulator/page.css'],
  ...['GET /simulator/member', 'GET /simulator/member.js', 'GET /simulator/questions.js', 'GET /simulator/classes.js'],
  ...['GET /simulator/home.js', 'GET /simulator/events.js', 'GET /simulator/newsletters.js', 'GET /simulator/reports.js'],
]

it('a route that no call describes is one of those that are listed', () => {
  const described = new Set(everyCall.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`))
  const routes = new Set(appWith({}).routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`])))
  expect([...routes].filter((route) => !described.has(route)).sort()).toEqual(openRoutes.toSorted())
})

it('pages of events answer to nothing else, and send nobody who is not named elsewhere', async () => {
  const app = appWith({})
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'action=cancel' }
  for (const path of [
    '/e/none',
    '/e/none/thanks',
    '/e/none/calendar.ics',
    '/e/r/none',
    '/e/r/none/calendar.ics',
    '/e',
    '/e/',
    '/e/r',
    '/e/none/door',
  ])
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await app.request(path, { method, ...(method !== 'GET' && form) })
      expect([[404, 405].includes(response.status), response.headers.get('Location')], `${method} ${path}`).toEqual([true, null])
    }
})

describe('metrics and documentation', () => {
  const addresses = ['/metrics', '/docs', '/openapi.json']
  const secret = 'a token of twenty characters'
  const cases = [
    ['are open outside production', {}, {}, 200],
    ['are not there in production', { production: true }, {}, 404],
    ['ask for the token that is set', { production: true, metricsToken: secret, docsToken: secret }, {}, 401],
    ['refuse another', { metricsToken: secret, docsToken: secret }, { authorization: 'Bearer another' }, 401],
    ['take it as bearer', { production: true, metricsToken: secret, docsToken: secret }, { authorization: `Bearer ${secret}` }, 200],
    [
      'take it as the password that a browser asks for',
      { production: true, metricsToken: secret, docsToken: secret },
      { authorization: `Basic ${btoa(`me:${secret}`)}` },
      200,
    ],
  ] as const
  it.each(cases)('%s', async (_, settings, headers, status) => {
    const app = appWith(settings)
    for (const address of addresses) expect((await app.request(address, { headers })).status, address).toBe(status)
  })
})

describe('the demo', () => {
  let person: Person
  beforeAll(async () => {
    person = await makePerson(test.platform, ['get bank'])
    await test.platform.database.db.update(users).set({ password_hash: await hashPassword(demoPassword) })
  })

  async function seenFrom(address: string, settings: Parameters<typeof appWith>[0] = {}, headers: Record<string, string> = {}) {
    const app = appWith(settings)
    const env = bindings(address)
    const body = JSON.stringify({ username: person.email, password: demoPassword, client_id: clientId, client_secret: demoClientSecret })
    const signedIn = await app.request(
      login.path,
      { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } },
      env,
    )
    const others = [simulatorPeople.path, '/simulator', '/simulator/page.js'].map((path) => app.request(path, { headers }, env))
    const config = await (await app.request('/config.json', { headers }, env)).json()
    return {
      statuses: [signedIn, ...(await Promise.all(others))].map(({ status }) => status),
      demo: config.demo,
      notified: await signedIn.json(),
    }
  }
  const open = { statuses: [200, 200, 200, 200], demo: true }
  const closed = { statuses: [403, 403, 403, 403], demo: false, notified: { message: expect.stringContaining('DEMO_PUBLIC=true') } }

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('answers %s', async (address) => {
    expect(await seenFrom(address)).toMatchObject(open)
  })

  it.each([
    ['a page of others', { Origin: 'https://evil.example' }],
    ['a page whose name was made to lead here', { Origin: 'http://evil.example:4000', Host: 'evil.example:4000' }],
    ['a picture of such a page', { Host: 'evil.example:4000' }],
  ])('refuses %s, even where it answers other machines', async (_, headers) => {
    expect(await seenFrom('127.0.0.1', {}, headers)).toMatchObject(closed)
    expect(await seenFrom('192.168.1.20', { demoPublic: true }, headers)).toMatchObject(closed)
  })

  it('answers under its public address', async () => {
    const headers = { Origin: 'https://demo.example', Host: 'demo.example' }
    expect(await seenFrom('192.168.1.20', { demoPublic: true, publicUrl: 'https://demo.example' }, headers)).toMatchObject(open)
  })

  it.each(['192.168.1.20', '203.0.113.9', '::ffff:10.0.0.1', 'fe80::1'])('refuses %s, and says why', async (address) => {
    expect(await seenFrom(address)).toMatchObject(closed)
  })

  it('answers others where that is meant, and believes a header only of a trusted proxy', async () => {
    expect(await seenFrom('192.168.1.20', { demoPublic: true })).toMatchObject(open)
    const pretended = { 'X-Forwarded-For': '127.0.0.1' }
    expect(await seenFrom('192.168.1.20', {}, pretended)).toMatchObject(closed)
    expect(await seenFrom('127.0.0.1', { trustProxy: true }, { 'X-Forwarded-For': '203.0.113.9' })).toMatchObject(closed)
    expect(await seenFrom('10.0.0.1', { trustProxy: true }, pretended)).toMatchObject(open)
    // An unconfigured tunnel or proxy.
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP'])
      expect(await seenFrom('127.0.0.1', {}, { [name]: '203.0.113.9' }), name).toMatchObject(closed)
    expect(await seenFrom('127.0.0.1', {}, { Via: '1.1 proxy' })).toMatchObject(closed)
  })
})
