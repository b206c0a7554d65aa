import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortLink } from '#contract/sections/other/short-link.ts'
import { createApp } from '#server/app.ts'
import { attempts } from '#server/db/tables/platform.ts'
import { visits } from '#server/db/tables/short-links.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = shortLink
const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

let test: TestPlatform
let app: Hono
let person: Person
let ask: TestRequest
let links = 0

beforeAll(async () => {
  test = await testPlatform({
    PUBLIC_URL: 'https://lapangan.example',
    CONSOLE_ORIGINS: 'https://console.example,https://kedai.töko.example',
  })
  app = createApp(test.platform)
  person = await makePerson(test.platform, ['get shortlink', 'create shortlink', 'update shortlink', 'delete shortlink'])
  ask = requestAs(app, person)
})
afterAll(() => test.close())

const send = (values: Readonly<Record<string, unknown>> = {}) => {
  links += 1
  return ask('POST', path, { slug: `tautan-${links}`, target: 'https://example.com/promo?a=1&b=é', ...values })
}

async function made(values: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; slug: string }> {
  const { status, body } = await send(values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

const go = (slug: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  app.request(`/s/${slug}`, { method, headers: { 'User-Agent': chrome, ...headers } })
const goFrom = (address: string, slug: string) => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  return app.request(`/s/${slug}`, { headers: { 'User-Agent': chrome } }, { incoming: new IncomingMessage(socket) })
}
const clicksOf = async (id: number): Promise<number> => (await ask('GET', `${path}/${id}`)).body.data.clicks
const soon = { timeout: 10_000, interval: 100 }

describe('a redirect', () => {
  it('is 302 and never stored, to where the link leads', async () => {
    const { slug } = await made()
    for (const method of ['GET', 'HEAD']) {
      const response = await go(slug, {}, method)
      expect([response.status, response.headers.get('Location')]).toEqual([302, 'https://example.com/promo?a=1&b=%C3%A9'])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    }
  })

  it('is 410 once the link has ended, in the language of whoever asks', async () => {
    const { slug, id } = await made({ expires_at: new Date(Date.now() - 60_000).toISOString() })
    const response = await go(slug, { 'Accept-Language': 'tr-TR,en;q=0.5' })
    expect([response.status, response.headers.get('Location')]).toEqual([410, null])
    expect(await response.text()).toContain('Bu bağlantının süresi doldu')
    expect(await (await go(slug, { 'Accept-Language': 'ar' })).text()).toContain('dir="rtl"')
    await ask('PUT', `${path}/${id}`, { expires_at: new Date(Date.now() + 60_000).toISOString() }, { 'Update-Mask': 'expires_at' })
    expect((await go(slug)).status).toBe(302)
  })

  it.each(['belum-ada', 'ab', 'HURUF-BESAR', '-a-', '..%2Fadmin', "a'%3Bdrop", '%F0%9F%98%80'])('is 404 for %j', async (slug) => {
    const response = await go(slug)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Tautan ini tidak ada')
  })

  it('is 404 for 10 kB', async () => {
    expect((await go('x'.repeat(10_240))).status).toBe(404)
  })

  it('is 301 from a slug that was changed, until another link takes it', async () => {
    const { id } = await made({ slug: 'lama' })
    await ask('PUT', `${path}/${id}`, { slug: 'tengah' }, { 'Update-Mask': 'slug' })
    await ask('PUT', `${path}/${id}`, { slug: 'baru-sekali' }, { 'Update-Mask': 'slug' })
    for (const slug of ['lama', 'tengah']) {
      const response = await go(slug)
      expect([response.status, response.headers.get('Location')]).toEqual([301, '/s/baru-sekali'])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    }
    await made({ slug: 'lama', target: 'https://example.com/lain' })
    expect((await go('lama')).headers.get('Location')).toBe('https://example.com/lain')
    // Its own former slug.
    await ask('PUT', `${path}/${id}`, { slug: 'tengah' }, { 'Update-Mask': 'slug' })
    expect([(await go('tengah')).status, (await go('baru-sekali')).status]).toEqual([302, 301])
    await ask('DELETE', `${path}/${id}`)
    expect([(await go('tengah')).status, (await go('baru-sekali')).status]).toEqual([404, 404])
  })
})

describe('a click', () => {
  /** HEAD, WhatsApp, no agent, Chrome twice. */
  it('is the first GET of a person within 60 minutes', async () => {
    const { id, slug } = await made()
    await go(slug, {}, 'HEAD')
    await go(slug, { 'User-Agent': 'WhatsApp/2.24.1 A' })
    await app.request(`/s/${slug}`)
    await go(slug)
    await go(slug)
    await expect.poll(() => clicksOf(id), soon).toBe(1)
    // Another browser at the address is the same visitor, counted again an hour later; another address is another one.
    await go(slug, { 'User-Agent': safari })
    await goFrom('203.0.113.7', slug)
    await expect.poll(() => clicksOf(id), soon).toBe(2)
    await test.platform.database.db.update(visits).set({ at: new Date(Date.now() - 61 * 60_000).toISOString() })
    await go(slug)
    await expect.poll(() => clicksOf(id), soon).toBe(3)
    const { data } = (await ask('GET', `${path}/${id}`)).body
    expect(data.version).toBe(1)
  })

  it('is none of a robot, a preview or a page that is fetched ahead', async () => {
    const { id, slug } = await made()
    const robots = ['facebookexternalhit/1.1', 'line-poker/1.0', 'Googlebot/2.1', 'TelegramBot (like TwitterBot)', 'curl/8.5.0']
    for (const agent of robots) expect((await go(slug, { 'User-Agent': agent })).status).toBe(302)
    const ahead = [{ 'Sec-Purpose': 'prefetch;prerender' }, { Purpose: 'prefetch' }, { 'X-Moz': 'prefetch' }, { 'X-Purpose': 'preview' }]
    for (const headers of ahead) await go(slug, headers)
    await go(slug, { 'User-Agent': safari })
    await expect.poll(() => clicksOf(id), soon).toBe(1)
  })

  it('is written at once when the server stops, and only once over several processes', async () => {
    const { id, slug } = await made()
    const { platform } = test
    const stop = new AbortController()
    const background = { ...platform.background, signal: stop.signal, run: platform.background.run }
    const other = createApp({ ...platform, background })
    await other.request(`/s/${slug}`, { headers: { 'User-Agent': chrome } })
    stop.abort()
    await platform.background.settled()
    expect(await clicksOf(id)).toBe(1)
    await go(slug)
    await goFrom('203.0.113.8', slug)
    await expect.poll(() => clicksOf(id), soon).toBe(2)
  })
})

describe('a link', () => {
  it.each([
    'https://lapangan.example/s/promo',
    'http://LAPANGAN.example/s/promo',
    'https://user@lapangan.example//s/promo',
    'https://lapangan.example/%73/promo',
    'https://lapangan.example/x/../s/promo',
    'https://console.example/s',
    'http://lapangan.example.:80/s/promo',
    'https://lapangan.ex%61mple:443/s/promo',
    'https://lapangan.example:8443/s/promo',
    'https://lapangan.example\\s\\promo',
    'https://ｌａｐａｎｇａｎ.example/s/promo',
    'https://kedai.xn--tko-sna.example/s/promo',
    'https://kedai.tÖko.example/S/promo',
    'http://127.0.0.01/s/promo',
    'http://0x7f.0.0.0x01:4000/s/promo',
    'http://0177.0.0.01/s/promo',
    'http://[::ffff:127.0.0.1]/s/promo',
    'http://app.localhost/s/promo',
  ])('may not lead to %s', async (target) => {
    expect(await send({ target })).toMatchObject({ status: 422, body: { fields: { target: { code: 'own_link' } } } })
  })

  it('may not lead to the host that it is made at, and leads nowhere from one that it was not known by', async () => {
    const target = 'http://TOKO.example/s/promo'
    const refused = await ask('POST', path, { slug: 'tautan-toko', target }, { Host: 'Toko.example:80' })
    expect(refused).toMatchObject({ status: 422, body: { fields: { target: { code: 'own_link' } } } })
    const { slug } = await made({ target })
    expect((await go(slug, { Host: 'toko.example' })).status).toBe(404)
    expect((await go(slug)).status).toBe(302)
    // Our page, but no short link.
    expect((await send({ target: 'https://lapangan.example/p/promo' })).status).toBe(201)
    expect((await send({ target: 'https://lapangan.example/sale' })).status).toBe(201)
  })

  it.each(['https://user:password@example.com/a', 'https://user@example.com', 'https://:secret@example.com/'])(
    'may not lead to %s, with which a secret would be given away',
    async (target) => {
      expect(await send({ target })).toMatchObject({ status: 422, body: { fields: { target: { code: 'credentials' } } } })
    },
  )

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/a', '//example.com', 'https://%%.com/a'])(
    'may not lead to %s, which is no address of the web',
    async (target) => {
      expect(await send({ target })).toMatchObject({ status: 422, body: { fields: { target: { code: 'url' } } } })
    },
  )

  it('has a slug of 3 to 80, no reserved word, that nobody else has', async () => {
    const codeOf = async (slug: string) => (await send({ slug })).body.fields?.slug.code
    expect([await codeOf('ab'), await codeOf('x'.repeat(81)), await codeOf('Promo'), await codeOf('a--b')]).toEqual([
      'min_length',
      'max_length',
      'slug',
      'slug',
    ])
    expect(await codeOf('login')).not.toBeUndefined()
    await made({ slug: 'dua-orang' })
    const both = await Promise.all([send({ slug: 'serentak' }), send({ slug: 'serentak' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(both.find(({ status }) => status === 422)?.body.fields).toMatchObject({ slug: { code: 'taken' } })
    expect(await codeOf('dua-orang')).toBe('taken')
    expect((await send({ title: '<script>x()</script>' })).body.fields).toMatchObject({ title: { code: 'html' } })
  })

  it('says Success delete', async () => {
    const { id } = await made()
    expect((await ask('DELETE', `${path}/${id}`)).body).toMatchObject({ message: 'Success delete' })
  })
})

it('a short link is followed 300 times a minute from one network over all processes, and then told to wait', async () => {
  await test.platform.database.db.delete(attempts)
  const { slug } = await made()
  const processes = [createApp(test.platform), createApp(test.platform)]
  const visit = (at: number, method: string) => processes[at % 2]?.request(`/s/${slug}`, { method })
  let status: number | undefined = 302
  let asked = 0
  for (; status === 302 && asked < 400; asked++) status = (await visit(asked, 'HEAD'))?.status
  expect([status, asked]).toEqual([429, 301])
  const response = await visit(0, 'GET')
  expect([response?.status, response?.headers.get('Retry-After')]).toEqual([429, '60'])
})
