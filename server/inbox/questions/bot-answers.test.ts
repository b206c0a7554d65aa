/** Answers of the bot in a stock's chat, and hand-overs to people. */
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { botConversation } from '#contract/sections/stock/bot-conversation.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { createApp } from '#server/app.ts'
import { disclaimer } from '#server/assistant/bot/extract.ts'
import { storeText } from '#server/assistant/bot/store.ts'
import { knowledge } from '#server/db/tables/knowledge.ts'
import { members, membershipAccounts } from '#server/db/tables/members.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { qnaMessages } from '#server/db/tables/questions.ts'
import { stocks } from '#server/db/tables/stock.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fillExchange } from '#tests/support/exchange.ts'
import { modelThat } from '#tests/support/model.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { answerNow, settleAnswer } from './algo.ts'
import { botAnswer } from './bot.ts'
import { conversationJob } from './conversation.ts'
import { askQuestion } from './member.ts'

let test: TestPlatform
let as: TestRequest
let phones = 0

beforeAll(async () => {
  test = await testPlatform({ DEMO: 'true' })
  await fillExchange(test.platform.database.db, '2021-12-31T12:00:00+07:00')
  const may = ['get stock', 'update assign-qna', 'get bot-qna', 'create bot-qna']
  as = requestAs(createApp(test.platform), await makePerson(test.platform, may, 'Support'))
})
afterAll(() => test.close())

async function aMember(product?: string): Promise<number> {
  const { db } = test.platform.database
  phones += 1
  const [made] = await db
    .insert(members)
    .values({ name: `Penanya ${phones}`, phone: `62813888${10_000 + phones}` })
    .returning({ id: members.id })
  const member_id = made?.id ?? 0
  if (product) await db.insert(membershipAccounts).values({ member_id, product, type: 'Regular', expires_on: '2099-12-31' })
  return member_id
}

async function addDocument(name: string, text: string): Promise<number> {
  const { db } = test.platform.database
  const [made] = await db.insert(knowledge).values({ name, type: 'txt', size: text.length }).returning({ id: knowledge.id })
  await storeText(db, made?.id ?? 0, [{ text }])
  return made?.id ?? 0
}
const removeDocuments = (...ids: number[]) => test.platform.database.db.delete(knowledge).where(inArray(knowledge.id, ids))

const newest = async (chat: number) =>
  (await test.platform.database.db.select().from(qnaMessages).where(eq(qnaMessages.chat, chat)).orderBy(qnaMessages.place)).filter(
    ({ by }) => by === 'member',
  )

/** Sends messages one by one, and lets the bot answer; `meanwhile` runs before the answer. */
async function chatAfter(contents: string | readonly string[], stock: string | null, member?: number, meanwhile?: () => Promise<unknown>) {
  const { platform } = test
  const asker = member ?? (await aMember())
  let id = 0
  for (const content of [contents].flat())
    id = (await platform.database.transaction((tx) => askQuestion(platform, tx, { member: asker, code: stock, content }))).chat.id
  const input = { chat: id, message: (await newest(id)).at(-1)?.id ?? 0 }
  const given = await answerNow(platform, input)
  await meanwhile?.()
  if (given) await platform.database.transaction((tx) => settleAnswer(platform, tx, input, given))
  const chat = (await as('GET', `${tanyaSaham.path}/${id}`)).body.data
  const { messages } = (await as('GET', `${tanyaSaham.path}/chat-detail/${id}`)).body
  const { content, is_notice, sources } = messages.at(-1)
  return { id, content, is_notice, sources, status: chat.status, handler: chat.handler, reason: chat.handed_over }
}

const titles = ({ sources }: { sources: { title: string }[] }) => sources.map(({ title }) => title)

describe('the stock of a chat', () => {
  it.each([
    'harga sekarang berapa?',
    'brp harganya skrg kak',
    'closing terakhir?',
    'halo min, mau tanya harga penutupannya dong',
    'HARGA HARI INI BERAPA YA',
    'berapa sekarang?',
    'gimana nih kak?',
  ])('is what "%s" is about', async (question) => {
    const { content, reason, status } = await chatAfter(question, 'AMOR')
    expect([reason, status]).toEqual([null, 'answered'])
    expect(content).toContain('Harga penutupan AMOR pada 30 Desember 2021: Rp 1.870.')
    expect(content.endsWith(disclaimer)).toBe(true)
  })

  it('gives way to the one that the question names', async () => {
    const { content } = await chatAfter('harga TLKM berapa?', 'AMOR')
    expect(content).toContain('Harga penutupan TLKM')
    expect(content).not.toContain('AMOR')
  })

  it('has no part in how things work, and is asked of a draft as well', async () => {
    const document = await addDocument('obligasi.txt', 'Obligasi adalah surat tanda pinjaman jangka panjang.')
    const { content, reason } = await chatAfter('apa itu obligasi?', 'AMOR')
    expect([reason, content.includes('surat tanda pinjaman'), content.includes('AMOR')]).toEqual([null, true, false])
    expect((await chatAfter('obligasinya berapa?', 'AMOR')).reason).toBe('unknown')
    await removeDocuments(document)
    const { id } = await chatAfter('tanya admin dong, harga sekarang berapa?', 'AMOR')
    expect((await as('GET', `${tanyaSaham.path}/ai-generated-answer/${id}`)).body.answer ?? '').toContain('AMOR')
  })

  it('is no answer to a greeting', async () => {
    expect((await chatAfter('Halo kak, selamat pagi', 'AMOR')).reason).toBe('unknown')
  })

  it('is read message by message, so that one in capitals does not make codes of the words of another', async () => {
    const { content } = await chatAfter(['HALO MIN SAHAM ITU AMAN', 'harga sekarang berapa?'], 'AMOR')
    expect(content).toContain('Harga penutupan AMOR')
  })
})

describe('a fact that was found', () => {
  it.each(['siapa direktur AMOR?', 'harga AMOR besok berapa?', 'kapan RUPS AMOR', 'harga AMOR kemarin dan dividennya berapa?'])(
    'does not hide that "%s" was not answered',
    async (question) => {
      const { content, is_notice, status, handler, reason, sources } = await chatAfter(question, null)
      expect({ is_notice, status, handler, reason }).toEqual({ is_notice: true, status: 'open', handler: 'person', reason: 'unknown' })
      expect(content).toMatch(/^Harga penutupan AMOR[\s\S]+Bukan ajakan[\s\S]+Selebihnya belum terjawab/)
      expect(sources).toEqual([{ title: 'Harga AMOR', excerpt: expect.stringContaining('1.870'), page: null }])
    },
  )

  it('comes before what is left to people in a preview, too', async () => {
    const { body } = await as('POST', `${tanyaSaham.path}/preview`, { question: 'siapa direktur AMOR?' })
    expect(body).toMatchObject({
      reason: 'unknown',
      answer: expect.stringMatching(/^Harga penutupan AMOR[\s\S]+Selebihnya belum terjawab/),
    })
    expect(titles(body)).toEqual(['Harga AMOR'])
  })
})

describe('a recommendation that is asked for', () => {
  it('is the one that was published for the audience of the asker, or goes to a person', async () => {
    const { db } = test.platform.database
    const [stock] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, 'ASII'))
    const questions = ['rekomendasinya apa?', 'masih layak beli ga kak?', 'target sama stop loss berapa']
    for (const question of questions) expect((await chatAfter(question, 'ASII', await aMember('EMT'))).reason).toBe('unknown')
    const published = { stock_id: stock?.id ?? 0, status: 'publish', audience: ['emt'] }
    const range = { buy_price: { from: 5_600, to: 5_700 }, target_price: [{ price: 6_000 }, { price: 6_200 }], stop_loss: 5_400 }
    await db.insert(stockPicks).values([
      { ...published, ...range, kind: 'buy', category: 'swing', published_on: '2021-12-01T01:00:00Z' },
      { ...published, kind: 'custom', reason: 'Rahasia', status: 'draft', published_on: null },
    ])
    for (const question of questions) {
      const { content, reason } = await chatAfter(question, 'ASII', await aMember('EMT'))
      expect([reason, content]).toEqual([
        null,
        expect.stringContaining('Rekomendasi terakhir ASII (1 Desember 2021; target 6.000/6.200; stop loss 5.400): beli, di 5.600-5.700, '),
      ])
      expect(content.endsWith(disclaimer)).toBe(true)
      const other = await chatAfter(question, 'ASII', await aMember('WST'))
      expect([other.reason, other.content.includes('Rekomendasi')]).toEqual(['unknown', false])
    }
  })

  it('is not made up from what documents say', async () => {
    const document = await addDocument(
      'target.txt',
      'Target dan stop loss ditentukan sebelum membeli. Rekomendasi bulan ini dibahas di kelas.',
    )
    expect((await chatAfter('target dan rekomendasi UNTR bulan ini?', null)).reason).toBe('unknown')
    await removeDocuments(document)
  })
})

describe('a document that was deleted', () => {
  const text = 'Kustodian menyimpan efek milik investor.'

  it('is not cited by what is stored afterwards', async () => {
    const document = await addDocument('kustodian.txt', text)
    const { content, reason, sources } = await chatAfter('apa itu kustodian?', 'AMOR', undefined, () => removeDocuments(document))
    expect([reason, sources, content.includes('menyimpan')]).toEqual(['unknown', [], false])
  })

  it('is not cited by what a model wrote meanwhile', async () => {
    const document = await addDocument('kustodian.txt', text)
    const llm = await modelThat(() => ({ answer: 'Kustodian menyimpan efek [1]', cites: [1] }))
    const slow = { ...test.platform.settings, llm: { url: llm.url, key: null, name: 'small' } }
    const asker = { member: null, products: [] }
    const { db } = test.platform.database
    expect(await botAnswer({ ...test.platform, settings: slow }, db, 'apa itu kustodian?', asker)).toMatchObject({
      answer: `Kustodian menyimpan efek [1]\n${disclaimer}`,
    })
    llm.close()
    const deleting = await modelThat(() => ({ answer: 'Kustodian menyimpan efek [1]', cites: [1] }))
    const gone = { ...slow, llm: { ...slow.llm, url: deleting.url } }
    const pending = botAnswer({ ...test.platform, settings: gone }, db, 'apa itu kustodian?', asker)
    await removeDocuments(document)
    expect(await pending.finally(() => deleting.close())).toEqual({ reason: 'unknown' })
  })

  it('is no source of what was stored before, wherever it is shown, and the numbers of the others follow', async () => {
    const gone = await addDocument('hilang.txt', 'Warkat saham dahulu berupa kertas.')
    const left = await addDocument('tetap.txt', 'Warkat saham kini disimpan tanpa kertas.')
    const { id, content, sources } = await chatAfter('apa itu warkat?', null)
    expect([content.includes('[1]'), content.includes('[2]')]).toEqual([true, true])
    expect(titles({ sources })).toEqual(['hilang.txt', 'tetap.txt'])
    await as('POST', botConversation.path, { content: 'apa itu warkat?' })
    await createRunner(test.platform, [conversationJob]).idle()
    await removeDocuments(gone)
    const shown = (await as('GET', `${tanyaSaham.path}/chat-detail/${id}`)).body.messages.at(-1)
    const own = (await as('GET', botConversation.path)).body.data[0]
    for (const one of [shown, own]) {
      expect(one.sources).toEqual([{ title: 'tetap.txt', excerpt: expect.any(String), page: null }])
      expect(one.content).toContain('Warkat saham dahulu berupa kertas.\n')
      expect(one.content).toContain('disimpan tanpa kertas. [1]')
      expect(one.content).not.toContain('[2]')
    }
    await removeDocuments(left)
  })
})
