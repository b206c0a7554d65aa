import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'

let test: TestPlatform
let app: Hono
beforeAll(async () => {
  test = await testPlatform({ BACK_OFFICE: 'true', WEBSOCKET_URL: 'wss://live.example.com/socket', PRODUCT: 'emas' })
  app = createApp(test.platform)
})
afterAll(() => test.close())

it('is alive, ready and measured', async () => {
  expect(await (await app.request('/health/live')).json()).toEqual({ status: 'ok' })
  expect((await app.request('/health/ready')).status).toBe(200)
  expect(await (await app.request('/metrics')).text()).toContain(
    'http_request_duration_seconds_count{method="GET",route="/health/ready",status="200"} 1',
  )
  expect((await (await app.request('/version')).json()).version).toBe('test')
})

it('tells the console what it needs, and its policy follows', async () => {
  const answer = await app.request('/config.json')
  expect(await answer.json()).toMatchObject({
    backOffice: true,
    product: 'emas',
    hosts: { main: '', websocket: 'wss://live.example.com/socket' },
  })
  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self' wss://live.example.com;")
  expect(policy).toContain("frame-ancestors 'none'")
})

it('describes every call that it answers to, in a page without scripts', async () => {
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
  expect(page).not.toMatch(/<script|https?:\/\/(?!json-schema)/)
})

it('shows only pictures of its own in the asked-for form', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const { url } = await test.platform.files.store(await test.platform.files.inspect(picture, 'a.png'))
  const answer = await app.request(`/image-loader?url=${encodeURIComponent(url)}&q=80&f=webp&w=10`)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(10)
  const text = await test.platform.files.store(await test.platform.files.inspect(Buffer.from('a,b'), 'a.csv'))
  for (const foreign of ['http://169.254.169.254/latest', 'file:///etc/passwd', '//example.com/files/x', '/config.json', text.url])
    expect((await app.request(`/image-loader?url=${encodeURIComponent(foreign)}`)).status).toBe(404)
  expect((await app.request(`/image-loader?url=${url}&f=exe`)).status).toBe(422)
})
