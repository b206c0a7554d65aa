import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import * as contract from '#contract/simulator/simulator-question.ts'
import { createApp } from '#server/app.ts'
import { members } from '#server/db/tables/members.ts'
import { stockSectors, stocks } from '#server/db/tables/stock.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let app: ReturnType<typeof createApp>
let support: TestRequest
let [member, other] = [0, 0]

beforeAll(async () => {
  test = await testPlatform({ DEMO: 'true' })
  app = createApp(test.platform)
  support = requestAs(app, await makePerson(test.platform, ['get stock', 'update assign-qna'], 'Support'))
  const { db } = test.platform.database
  const [sector] = await db.insert(stockSectors).values({ name: 'Uji' }).returning({ id: stockSectors.id })
  await db.insert(stocks).values({ code: 'ZASK', company_name: 'PT Uji Tanya Tbk.', sector_id: sector?.id ?? 0 })
  const made = await db
    .insert(members)
    .values(['62813771', '62813772'].map((phone) => ({ name: `Penanya ${phone}`, phone })))
    .returning({ id: members.id })
  member = made[0]?.id ?? 0
  other = made[1]?.id ?? 0
})
afterAll(() => test.close())

async function ask(values: Readonly<Record<string, string | File>>) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ member: String(member), ...values })) body.append(name, value)
  const response = await app.request(contract.simulatorAsk.path, { method: 'POST', body })
  return { status: response.status, body: await response.json() }
}
const read = async (of = member) => (await (await app.request(`${contract.simulatorQuestions.path}?member=${of}`)).json()).chats
const rate = async (values: object) =>
  (
    await app.request(contract.simulatorRate.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    })
  ).status

it('asks for a person, is answered by one, and rates the chat', async () => {
  expect((await ask({ content: 'Tolong sambungkan ke admin', stock: 'zask' })).status).toBe(200)
  const [chat] = await read()
  expect(chat).toMatchObject({ kode_saham: 'ZASK', handler: 'person', status: 'open', may_rate: false })
  expect(chat.messages.map(({ by, is_notice }: { by: string; is_notice: boolean }) => [by, is_notice])).toEqual([
    ['member', false],
    ['algo', true],
  ])
  expect(await rate({ member, chat: chat.ref, rating: 5 })).toBe(422)
  const answer = new FormData()
  for (const [name, value] of Object.entries({ chat: chat.ref, content: 'Siap Kak' })) answer.set(name, value)
  expect((await support('POST', `${tanyaSaham.path}/reply`, answer)).status).toBe(201)
  expect((await read())[0]).toMatchObject({ status: 'answered', may_rate: true })
  expect((await read())[0].messages.at(-1)).toMatchObject({ by: 'person', content: 'Siap Kak', sources: [] })
  expect(await rate({ member: other, chat: chat.ref, rating: 5 })).toBe(404)
  expect(await rate({ member, chat: chat.ref, rating: 6 })).toBe(422)
  expect(await rate({ member, chat: chat.ref, rating: 5 })).toBe(200)
  expect((await read())[0]).toMatchObject({ rating: 5 })
})

it('sends a picture, which is shown to the member and goes to a person', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  expect((await ask({ media: new File([Uint8Array.from(png)], 'chart.png', { type: 'image/png' }) })).status).toBe(200)
  const [chat] = await read()
  expect(chat).toMatchObject({ kode_saham: null, handler: 'person' })
  const response = await app.request(chat.messages[0].media_url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
})

it('the simulator refuses invalid questions', async () => {
  expect(await ask({ content: '   ' })).toMatchObject({ status: 422, body: { fields: { content: { code: 'required' } } } })
  expect(await ask({ content: 'Halo', stock: 'NOPE' })).toMatchObject({
    status: 422,
    body: { fields: { stock: { code: 'unknown_reference' } } },
  })
  expect(await ask({ content: 'Halo', member: '999999' })).toMatchObject({ status: 422, body: { fields: { member: {} } } })
  const script = new File(['<script>alert(1)</script>'], 'chart.png', { type: 'image/png' })
  expect((await ask({ media: script })).status).toBe(422)
  expect(await read(other)).toEqual([])
})

it('the simulator is served with its page, and writes no message as HTML', async () => {
  expect((await app.request('/simulator/questions.js')).headers.get('content-type')).toContain('text/javascript')
  expect(await readFile(new URL('../simulator-page/questions.js', import.meta.url), 'utf8')).not.toMatch(/innerHTML|insertAdjacent/)
})
