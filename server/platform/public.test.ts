import { gunzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { mutations, sessions } from '#server/db/tables/platform.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { runHousekeeping } from './housekeeping.ts'

let test: TestPlatform
let app: Hono
beforeAll(async () => {
  test = await testPlatform({
    BACK_OFFICE_HOSTS: 'office.example.com, 127.0.0.1',
    WEBSOCKET_URL: 'wss://live.example.com/socket',
    PRODUCT: 'emas',
  })
  app = createApp(test.platform)
})
afterAll(() => test.close())

it('the API is alive, ready and measured', async () => {
  expect(await (await app.request('/health/live')).json()).toEqual({ status: 'ok' })
  expect((await app.request('/health/ready')).status).toBe(200)
  expect(await (await app.request('/metrics')).text()).toContain(
    'http_request_duration_seconds_count{method="GET",route="/health/ready",status="200"} 1',
  )
  expect((await (await app.request('/version')).json()).version).toBe('test')
})

it.each(['/health/live', '/health/ready', '/version', '/config.json', '/metrics', '/docs', '/openapi.json', '/nothing/in/v1/here'])(
  '%s has the headers of every answer, and says whether it may be kept',
  async (path) => {
    const { headers } = await app.request(path)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'self'")
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Cache-Control')).toMatch(/no-store|no-cache/)
  },
)

it.each(['/docs', '/openapi.json'])('%s is written once, and sent compressed to those who do not have it', async (path) => {
  const first = await app.request(path)
  const writing = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => writing.mockRestore())
  const compressed = await app.request(path, { headers: { 'Accept-Encoding': 'gzip' } })
  const bytes = await compressed.arrayBuffer()
  expect(compressed.headers.get('Content-Encoding')).toBe('gzip')
  expect(bytes.byteLength).toBeLessThan(600_000)
  expect(gunzipSync(bytes).toString()).toBe(await first.text())
  const etag = first.headers.get('ETag') ?? ''
  expect([compressed.headers.get('ETag'), etag.length > 5]).toEqual([etag, true])
  const same = await app.request(path, { headers: { 'If-None-Match': etag } })
  expect([same.status, await same.text()]).toEqual([304, ''])
  expect(writing).not.toHaveBeenCalled()
})

it('the API tells the console what it needs, and its policy follows', async () => {
  const response = await app.request('/config.json')
  expect(await response.json()).toMatchObject({
    backOfficeHosts: ['office.example.com', '127.0.0.1'],
    product: 'emas',
    uploadMaxBytes: 25_000_000,
    hosts: { main: '', websocket: 'wss://live.example.com/socket' },
  })
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self' wss://live.example.com;")
  expect(policy).toContain("frame-ancestors 'none'")
})

it('the API describes every call that it answers to, in a page without scripts', async () => {
  const { paths } = await (await app.request('/openapi.json')).json()
  expect(paths['/admin/public/v1/login'].post.requestBody.content['application/json'].schema.required).toEqual([
    'username',
    'password',
    'client_id',
    'client_secret',
  ])
  expect(paths['/sync/in/v1/mutations/{id}'].delete.security).toEqual([{ bearer: [] }])
  const page = await (await app.request('/docs')).text()
  expect(page).toContain('/sync/in/v1/mutations/{id}')
  expect(page).not.toMatch(/<script|(?:src|href|action)="https?:/)
})

it('the API packs long answers for those who take it, and lets in consoles that are configured', async () => {
  const other = await testPlatform({ CONSOLE_ORIGINS: 'https://console.example.com' })
  try {
    const api = createApp(other.platform)
    const { token } = await makePerson(other.platform, [], 'Root', true)
    const from = { Authorization: `Bearer ${token}`, Origin: 'https://console.example.com' }
    const compressed = await api.request('/admin/in/v1/me', { headers: { ...from, 'Accept-Encoding': 'gzip, br' } })
    const plain = await api.request('/admin/in/v1/me', { headers: from })
    expect(compressed.headers.get('Content-Encoding')).toBe('gzip')
    expect(JSON.parse(gunzipSync(await compressed.arrayBuffer()).toString())).toEqual(await plain.json())
    expect(plain.headers.get('Access-Control-Allow-Origin')).toBe('https://console.example.com')
    const stranger = await api.request('/admin/in/v1/me', { headers: { ...from, Origin: 'https://example.org' } })
    expect(stranger.headers.get('Access-Control-Allow-Origin')).toBe(null)
  } finally {
    await other.close()
  }
})

it('the API forgets replies, sessions and links that have served, and no verdict', async () => {
  const { platform } = test
  const { db } = platform.database
  const person = await makePerson(platform, [])
  const [old, recent] = ['2020-01-01T00:00:00Z', new Date().toISOString()]
  const verdict = { owner: person.ref, status: 200, verdict: 'done', body: { message: 'done' } }
  await db.insert(mutations).values([
    { ...verdict, key: 'old', created_at: old },
    { ...verdict, key: 'recent', created_at: recent },
  ])
  await db.insert(sessions).values({ jti: person.ref, user_id: person.id, expires_at: old })
  await runHousekeeping(platform)
  const kept = await db.select({ key: mutations.key, body: mutations.body }).from(mutations).orderBy(mutations.key)
  expect(kept).toEqual([
    { key: 'old', body: null },
    { key: 'recent', body: { message: 'done' } },
  ])
  expect((await db.select().from(sessions)).map(({ expires_at }) => expires_at > recent)).toEqual([true])
})
