/** What a person's right alone opens is kept by no browser (docs/product/files.md#private-files). */
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { call } from '#contract/kit/section/call.ts'
import { logout } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { makePerson, testPlatform } from '#tests/support/api.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { signAddress } from '../files/signed-address.ts'
import { mount } from './mount.ts'
import { Download, FileBody } from './reply.ts'

const test = await testPlatform()
afterAll(() => test.close())
const { platform } = test

const blobs = everyCall.filter(({ reply, kind }) => reply.of === 'blob' && kind === 'query')
const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

describe('a file that a call gives out', () => {
  const given = { file: () => new FileBody(picture, 'image/jpeg', 'bukti.jpg'), bytes: () => new Uint8Array(picture) }
  const stream = () => new Download(new ReadableStream({ start: (out) => out.close() }), 'x.csv', 'text/csv')
  it.each(Object.entries({ ...given, stream }))('as a %s is not kept, by whatever call', async (name, make) => {
    expect(blobs.length).toBeGreaterThan(10)
    for (const blob of blobs) {
      const app = new Hono()
      const plain = call({
        name: blob.name,
        kind: 'query',
        method: 'GET',
        path: '/file',
        permission: 'public',
        reply: blob.reply,
        silent: true,
      })
      mount(app, platform, plain, async () => make())
      const response = await app.request('/file')
      expect([blob.name, name, response.status, response.headers.get('Cache-Control')]).toEqual([blob.name, name, 200, 'no-store'])
    }
  })

  it('at a signed address is not kept, unless it is a video', async () => {
    const app = createApp(platform)
    const stored = await platform.videos.store(await platform.videos.inspect(Buffer.from('%PDF-1.4 x'), 'materi.pdf'))
    const response = await app.request(signAddress(platform.tokens, stored.url).url)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  })
})

it('signing out clears what the browser keeps of this origin, also for a session that is over', async () => {
  const app = createApp(platform)
  const { token } = await makePerson(platform, [])
  const headers = { Authorization: `Bearer ${token}` }
  const statuses = [200, 401]
  for (const status of statuses) {
    const response = await app.request(logout.path, { method: logout.method, headers })
    expect([response.status, response.headers.get('Clear-Site-Data')]).toEqual([status, '"cache"'])
  }
})
