import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { settingBotSaham } from '#contract/sections/settings/setting-bot-saham.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { createApp } from '#server/app.ts'
import { startBot } from '#server/assistant/bot/settings.ts'
import { storeText } from '#server/assistant/bot/store.ts'
import { knowledge } from '#server/db/tables/knowledge.ts'
import { members } from '#server/db/tables/members.ts'
import { botSettings, qnaMessages } from '#server/db/tables/questions.ts'
import { answerNow, settleAnswer } from '#server/inbox/questions/algo.ts'
import { askQuestion } from '#server/inbox/questions/member.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const path = `${settingBotSaham.path}/1`
const question = 'Berapa lembar satu lot?'
const said = { name: 'Sari', is_active: true, tone: 'formal', temperature: 1, fallback: 'Belum tahu.', greeting: null, instructions: null }
let test: TestPlatform
let ask: TestRequest
let phones = 0

beforeAll(async () => {
  test = await testPlatform()
  await startBot(test.platform)
  const { db } = test.platform.database
  const [made] = await db.insert(knowledge).values({ name: 'lot.txt', type: 'txt', size: 1 }).returning()
  await storeText(db, made?.id ?? 0, [{ text: 'Satu lot adalah 100 lembar saham.' }])
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get bot-setting', 'update bot-setting', 'get bot-qna']))
})
afterEach(async () => void (await ask('PUT', path, said)))
afterAll(() => test.close())

const preview = async (text: string) => (await ask('POST', `${tanyaSaham.path}/preview`, { question: text })).body

/** Returns answers to a member: sender, text, and who continues. */
async function answered(...texts: string[]) {
  const { platform } = test
  phones += 1
  const values = { name: 'Penanya', phone: `62813778${10_000 + phones}` }
  const [member] = await platform.database.db.insert(members).values(values).returning()
  let chat = 0
  for (const content of texts) {
    const asked = await platform.database.transaction((tx) => askQuestion(platform, tx, { member: member?.id ?? 0, code: null, content }))
    chat = asked.chat.id
    const input = { chat, message: asked.message.id }
    const given = await answerNow(platform, input)
    if (given) await platform.database.transaction((tx) => settleAnswer(platform, tx, input, given))
  }
  const rows = await platform.database.db.select().from(qnaMessages).where(eq(qnaMessages.chat, chat)).orderBy(qnaMessages.place)
  return rows.filter(({ by }) => by !== 'member').map(({ sender, content }) => `${sender}: ${content?.split('\n')[0]}`)
}

it('the bot setting is one row that is there from the start, and bounded', async () => {
  expect((await ask('GET', path)).body.data).toMatchObject({ name: 'Coach', is_active: true, temperature: 0.2 })
  for (const temperature of [-0.1, 1.1, 'warm']) {
    const refused = await ask('PUT', path, { ...said, temperature })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['temperature']])
  }
  expect((await ask('GET', `${settingBotSaham.path}/2`)).status).toBe(404)
  const reader = requestAs(createApp(test.platform), await makePerson(test.platform, ['get bot-setting']))
  expect((await reader('PUT', path, said)).status).toBe(403)
  expect(await test.platform.database.db.$count(botSettings)).toBe(1)
})

it('the bot setting names the bot, greets before the first answer of a chat alone, and says what it says when it does not know', async () => {
  await ask('PUT', path, { ...said, greeting: 'Halo, saya Sari.' })
  expect(await answered(question, question)).toEqual(['Sari: Halo, saya Sari.', 'Sari: Satu lot adalah 100 lembar saham. [1]'])
  expect(await answered('xqzt wvuh')).toEqual(['Sari: Belum tahu.'])
  expect(await preview(question)).toMatchObject({ sender: 'Sari', answer: expect.stringMatching(/^Halo, saya Sari\.\n\nSatu lot/) })
  expect(await preview('xqzt wvuh')).toMatchObject({ reason: 'unknown', answer: 'Belum tahu.', sources: [] })
  expect(await preview('Apakah BBCA pasti untung?')).toMatchObject({ reason: 'sure_profit', answer: null })
})

it('the bot setting leaves every question to people while it is off, and is previewed all the same', async () => {
  await ask('PUT', path, { ...said, is_active: false })
  expect(await answered(question)).toEqual([expect.stringContaining('Sari: Pertanyaan Anda kami teruskan')])
  expect(await preview(question)).toMatchObject({ reason: null, answer: expect.stringContaining('100 lembar') })
})
