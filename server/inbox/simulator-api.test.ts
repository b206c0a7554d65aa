import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/simulator/simulator.ts'
import { createApp } from '#server/app.ts'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber, roomOf } from '#tests/support/chat.ts'
import { createDeliverer } from './channel/deliver.ts'

let test: TestPlatform
let app: ReturnType<typeof createApp>
let number = 0
let phone = ''
let made = 0

beforeAll(async () => {
  test = await testPlatform({ DEMO: 'true' })
  app = createApp(test.platform)
  number = await makeNumber(test.platform)
})
afterAll(() => test.close())
beforeEach(() => {
  phone = `62819${String(++made).padStart(8, '0')}`
})

async function play(call: { path: string }, more: Readonly<Record<string, unknown>> = {}) {
  const body = JSON.stringify({ number, phone, ...more })
  return (await app.request(call.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
}

async function write(values: Readonly<Record<string, string | File>>) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ number: String(number), phone, name: 'Ibu Ratna', ...values })) body.append(name, value)
  return (await app.request(contract.simulatorSend.path, { method: 'POST', body })).status
}

async function conversation() {
  const response = await app.request(`${contract.simulatorConversation.path}?${new URLSearchParams({ number: String(number), phone })}`)
  return response.json()
}

/** Sends a message like the inbox. */
async function reply(content: string): Promise<void> {
  const { db } = test.platform.database
  const room = await roomOf(test.platform, phone)
  const [message] = await db
    .insert(messages)
    .values({ room: room.id, place: room.next_place, kind: 'text', content, is_admin: true, status: 'queued' })
    .returning()
  await db
    .update(rooms)
    .set({ next_place: room.next_place + 1 })
    .where(eq(rooms.id, room.id))
  await db.insert(deliveries).values({ message: message?.id ?? 0, room: room.id })
  await createDeliverer(test.platform).drain()
}

const ours = async () => (await conversation()).messages.filter((one: { is_admin: boolean }) => one.is_admin)

describe('the customer', () => {
  it('writes words and pictures, and is there to be chosen again', async () => {
    const photo = await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect(await write({ content: 'Halo, ada kelas?' })).toBe(200)
    expect(await write({ media: new File([Uint8Array.from(photo)], 'bukti.png'), content: 'Ini buktinya' })).toBe(200)
    const { messages: shown, window_until } = await conversation()
    expect(shown).toMatchObject([
      { content: 'Halo, ada kelas?', kind: 'text', media_url: null, is_admin: false },
      { content: 'Ini buktinya', kind: 'image', media_name: 'bukti.png', media_type: 'image/png' },
    ])
    expect(Date.parse(window_until)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    const picture = await app.request(shown[1].media_url)
    expect([picture.headers.get('content-type'), Buffer.from(await picture.arrayBuffer())]).toEqual(['image/png', photo])
    const { numbers, customers } = await (await app.request(contract.simulatorPeople.path)).json()
    expect(numbers).toMatchObject([{ id: number }])
    expect(customers[0]).toEqual({ number, phone, name: 'Ibu Ratna' })
    expect(await roomOf(test.platform, phone)).toMatchObject({ unread: 2 })
  })

  it('gets what is sent while the phone is on, and the rest when it is on again', async () => {
    await write({ content: 'Halo' })
    await reply('Selamat pagi')
    expect(await ours()).toMatchObject([{ content: 'Selamat pagi', status: 'delivered' }])
    await play(contract.simulatorOnline, { online: false })
    await reply('Masih di sana?')
    expect(await ours()).toMatchObject([{ status: 'delivered' }, { status: 'sent' }])
    await play(contract.simulatorOnline, { online: true })
    expect(await ours()).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
    await play(contract.simulatorRead)
    expect(await ours()).toMatchObject([{ status: 'read' }, { status: 'read' }])
  })

  it('goes idle, and is not any more when writing again', async () => {
    await write({ content: 'Halo' })
    await play(contract.simulatorIdle)
    expect(await roomOf(test.platform, phone)).toMatchObject({ is_idle: true })
    await write({ content: 'Saya kembali' })
    expect(await roomOf(test.platform, phone)).toMatchObject({ is_idle: false })
  })

  it('lets 24 hours pass: words are refused, with the reason, and never came to the phone', async () => {
    await write({ content: 'Halo' })
    await play(contract.simulatorExpire)
    await reply('Terlambat')
    expect(await ours()).toEqual([])
    const stored = await test.platform.database.db.select().from(messages).where(eq(messages.content, 'Terlambat'))
    expect(stored).toMatchObject([{ status: 'failed', failure: expect.stringContaining('131047') }])
  })
})

describe('what nobody can play', () => {
  it('is a number that is not simulated, or media of another channel', async () => {
    const real = await makeNumber(test.platform, { channel: 'cloud' })
    expect(await play(contract.simulatorRead, { number: real })).toBe(422)
    expect(await play(contract.simulatorRead, { number: 9_999 })).toBe(422)
    expect((await app.request(`${contract.simulatorMedia.path.replace('{ref}', 'nonsense')}`)).status).toBe(404)
    expect(await write({ content: '   ' })).toBe(422)
    expect(await write({ media: new File(['<script>'], 'a.html') })).toBe(422)
  })

  it('is anything without demo data, or in production', async () => {
    const real = await testPlatform({ DEMO: 'false' })
    const apps = [createApp(real.platform), createApp({ ...test.platform, settings: { ...test.platform.settings, production: true } })]
    for (const one of apps)
      for (const path of ['/simulator', '/simulator/page.js', contract.simulatorPeople.path])
        expect((await one.request(path)).status, path).toBe(404)
    await real.close()
  })
})

it('the simulator has its own page without inline scripts', async () => {
  const page = await app.request('/simulator')
  const html = await page.text()
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style/)
  for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/simulator[^"]+)"/g)) expect((await app.request(path)).status, path).toBe(200)
})
