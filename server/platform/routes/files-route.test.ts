import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { spanOf } from '../files/serve-file.ts'
import { signAddress, signedSeconds } from '../files/signed-address.ts'

let test: TestPlatform
let app: Hono
const content = randomBytes(1_000)
let url = ''
beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  url = (await test.platform.files.store(await test.platform.files.inspect(content, 'kelas.bin'))).url
})
afterAll(() => test.close())

const get = (headers: Record<string, string> = {}, method = 'GET') => app.request(url, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a range of a file of 1,000 bytes', () => {
  it.each([
    ['bytes=0-0', 206, 0, 1],
    ['bytes=-1', 206, 999, 1],
    ['bytes=990-', 206, 990, 10],
    ['bytes=990-5000', 206, 990, 10],
    ['bytes=-5000', 206, 0, 1_000],
    ['bytes=5-2', 200, 0, 1_000],
    ['bytes=0-1,5-6', 200, 0, 1_000],
    ['lines=0-1', 200, 0, 1_000],
    ['bytes=-', 200, 0, 1_000],
  ])('%s answers %d', async (range, status, from, length) => {
    const response = await get({ range })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-length')).toBe(String(length))
    expect((await bytesOf(response)).equals(content.subarray(from, from + length))).toBe(true)
    expect(response.headers.get('content-range')).toBe(status === 206 ? `bytes ${from}-${from + length - 1}/1000` : null)
  })

  it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s answers 416 and says how long the file is', async (range) => {
    const response = await get({ range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  })

  it('takes no longer for a long number', () => {
    expect(spanOf(`bytes=${'9'.repeat(8_000)}-`, 1_000)).toBe('none')
  })
})

describe('a file', () => {
  it('is not sent again where the client has it', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    expect((await get({ 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
    expect((await get({ range: 'bytes=0-0', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-0', 'if-range': '"another"' })).status).toBe(200)
  })

  it('has its head alone for HEAD', async () => {
    const response = await get({}, 'HEAD')
    expect([response.status, response.headers.get('content-length'), response.headers.get('accept-ranges')]).toEqual([200, '1000', 'bytes'])
    expect((await bytesOf(response)).byteLength).toBe(0)
  })
})

describe('a signed address', () => {
  const store = async () => {
    const { videos } = test.platform
    return (await videos.store(await videos.inspect(content, 'kelas.mp4'))).url
  }

  it('needs no session, and ends', async () => {
    const stored = await store()
    expect((await app.request(stored)).status).toBe(403)
    const signed = signAddress(test.platform.tokens, stored)
    const response = await app.request(signed.url, { headers: { range: 'bytes=500-' } })
    expect(response.status).toBe(206)
    expect((await bytesOf(response)).equals(content.subarray(500))).toBe(true)
    expect(signed.until * 1_000 - Date.now()).toBeGreaterThanOrEqual(signedSeconds * 1_000)
    const over = signAddress(test.platform.tokens, stored, Date.now() - (signedSeconds + 1_000) * 1_000)
    expect((await app.request(over.url)).status).toBe(403)
  })

  it('is of one file and one end', async () => {
    const stored = await store()
    const { url: signed, until } = signAddress(test.platform.tokens, stored)
    const other = signed.replace(/[0-9a-f]{64}/, 'a'.repeat(64))
    const later = signed.replace(String(until), String(until + 1))
    const cut = signed.slice(0, -1)
    for (const address of [other, later, cut, `${stored}?until=nonsense&sign=x`, `${stored}?until=${until}`])
      expect([address, (await app.request(address)).status]).toEqual([address, 403])
  })
})
