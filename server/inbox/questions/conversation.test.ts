import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { botConversation, botFailed, keptMessages } from '#contract/sections/stock/bot-conversation.ts'
import { createApp } from '#server/app.ts'
import { members } from '#server/db/tables/members.ts'
import { botMessages } from '#server/db/tables/questions.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fillExchange } from '#tests/support/exchange.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { conversationJob, conversationJobWith } from './conversation.ts'
import { handOverNotice } from './store.ts'

const { path } = botConversation
const may = ['get bot-qna', 'create bot-qna', 'delete bot-qna']
let test: TestPlatform
let analyst: Person
let as: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  await fillExchange(test.platform.database.db, '2021-12-31T12:00:00+07:00')
  analyst = await makePerson(test.platform, may)
  as = requestAs(createApp(test.platform), analyst)
})
afterAll(() => test.close())

const work = (job = conversationJob) => createRunner(test.platform, [job]).idle()
const said = async () => [...(await as('GET', `${path}?size=200`)).body.data].reverse()

it('a conversation answers each question once, with sources, after a greeting', async () => {
  const ref = uuidv7()
  for (const _ of [1, 2]) expect((await as('POST', path, { content: 'Berapa harga AMOR?', ref })).status).toBe(200)
  expect(await said()).toMatchObject([{ content: 'Berapa harga AMOR?', is_bot: false, bot_name: null }])
  await work()
  expect(await said()).toMatchObject([
    { is_bot: false },
    {
      is_bot: true,
      bot_name: 'Coach',
      is_failed: false,
      content: expect.stringContaining('Rp 1.870'),
      sources: [{ title: 'Harga AMOR', excerpt: expect.stringContaining('Rp 1.870'), page: null }],
    },
  ])
})

it('a conversation shows what members get when a person takes over, and why', async () => {
  await as('POST', path, { content: 'Apakah AMOR pasti untung?' })
  await work()
  expect((await said()).at(-1)).toMatchObject({ is_bot: true, content: handOverNotice, reason: 'sure_profit', is_failed: false })
})

it('a conversation belongs to one person, who can clear it', async () => {
  const other = requestAs(createApp(test.platform), await makePerson(test.platform, may))
  expect((await other('GET', path)).body.data).toEqual([])
  await other('POST', path, { content: 'Apa itu dividen?' })
  expect((await as('DELETE', path)).status).toBe(200)
  await work()
  expect(await said()).toEqual([])
  expect((await other('GET', path)).body.data).toHaveLength(2)
})

it('a conversation as a member needs access to the member', async () => {
  const { db } = test.platform.database
  const [member] = await db.insert(members).values({ name: 'Penanya', phone: '6281377710001' }).returning({ id: members.id })
  const refused = await as('POST', path, { content: 'Apa itu dividen?', member_id: member?.id })
  expect(refused).toMatchObject({ status: 422, body: { fields: { member_id: { code: 'unknown_reference' } } } })
})

it('a conversation keeps the newest messages, and reports errors', async () => {
  const { db } = test.platform.database
  const before = Array.from({ length: keptMessages }, (_, at) => ({ user_id: analyst.id, content: `Lama ${at}` }))
  await db.insert(botMessages).values(before)
  await db.update(botMessages).set({ created_at: '2026-01-01T00:00:00.000Z' }).where(eq(botMessages.user_id, analyst.id))
  await as('POST', path, { content: 'Apa itu dividen?' })
  expect(await db.$count(botMessages, eq(botMessages.user_id, analyst.id))).toBe(keptMessages)
  await work(conversationJobWith(() => Promise.reject(new Error('no model'))))
  expect((await said()).at(-1)).toMatchObject({ is_bot: true, is_failed: true, content: botFailed, sources: [] })
})
