import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushSubscribe } from '#contract/chat/push.ts'
import { questionsOf, type Said } from '#contract/lib/questions.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { createApp } from '#server/app.ts'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { qnaChats, qnaMessages, qnaQuestions } from '#server/db/tables/questions.ts'
import { analyses, stocks } from '#server/db/tables/stock.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fillExchange } from '#tests/support/exchange.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { alertJob } from './alert.ts'
import { answerNow, settleAnswer } from './algo.ts'
import { botAnswer } from './bot.ts'
import { askQuestion, rateChat } from './member.ts'
import { handOverNotice } from './store.ts'

const { path } = tanyaSaham
const supporting = ['get stock', 'get assign-qna', 'update assign-qna', 'delete assign-qna']
let test: TestPlatform
let app: ReturnType<typeof createApp>
let service: PushService
let [first, second]: Person[] = []
let [asFirst, asSecond, asReader]: TestRequest[] = []
let phones = 0

beforeAll(async () => {
  test = await testPlatform({ PUSH_PRIVATE: 'allow' })
  service = await startPushService()
  await fillExchange(test.platform.database.db, '2021-12-31T12:00:00+07:00')
  app = createApp(test.platform)
  first = await makePerson(test.platform, supporting, 'Support')
  second = await makePerson(test.platform, supporting, 'Support')
  asFirst = requestAs(app, first)
  asSecond = requestAs(app, second)
  asReader = requestAs(app, await makePerson(test.platform, ['get stock']))
})
afterAll(async () => {
  await test.close()
  await service.close()
})

async function aMember(): Promise<number> {
  phones += 1
  const values = { name: `Penanya ${phones}`, phone: `62813777${10_000 + phones}` }
  const [made] = await test.platform.database.db.insert(members).values(values).returning({ id: members.id })
  return made?.id ?? 0
}

const asks = (member: number, content: string, code: string | null = 'BBCA') =>
  test.platform.database.transaction((tx) => askQuestion(test.platform, tx, { member, code, content }))

const form = (values: Readonly<Record<string, string>>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return data
}
const reply = (as: TestRequest | undefined, chat: number | string, content: string, ref = uuidv7()) =>
  as?.('POST', `${path}/reply`, form({ chat: String(chat), content, ref }))
const read = async (id: number) => (await asFirst?.('GET', `${path}/${id}`))?.body.data
const said = async (id: number) => (await asFirst?.('GET', `${path}/chat-detail/${id}`))?.body

/** A chat handed over to people, not yet taken. */
async function waiting(content = 'Tolong sambungkan ke admin') {
  return (await asks(await aMember(), content)).chat.id
}

describe('people', () => {
  it('are alerted of a question that the algorithm does not answer: whose chat it is, else everybody who answers', async () => {
    const { platform } = test
    const browserOf = async (permissions: readonly string[]) => {
      const person = await makePerson(platform, permissions)
      const browser = service.subscribe()
      const { endpoint, p256dh, auth } = browser
      const answered = await requestAs(app, person)('POST', pushSubscribe.path, { endpoint, p256dh, auth })
      expect(answered.status).toBe(200)
      return { person, browser }
    }
    const [one, other, reader] = [
      await browserOf([...supporting, 'webnotif crm']),
      await browserOf([...supporting, 'webnotif crm']),
      await browserOf(['get stock', 'get crm', 'webnotif crm']),
    ]
    const settled = async () => {
      await createRunner(platform, [alertJob]).idle()
      await platform.background.settled()
      return [one, other, reader].map(({ browser }) => browser.pushes.length)
    }
    const member = await aMember()
    const { chat, message } = await asks(member, 'Mau tanya ke admin, apa dividen BBCA?')
    expect(await settled()).toEqual([1, 1, 0])
    expect(one.browser.pushes[0]?.payload).toEqual({
      ...{ kind: 'question', room: chat.ref, message: message.ref, message_kind: 'text' },
      ...{ title: `Penanya ${phones} · BBCA`, body: 'Mau tanya ke admin, apa dividen BBCA?' },
    })
    expect((await reply(requestAs(app, one.person), chat.id, 'Selamat pagi'))?.status).toBe(201)
    await asks(member, 'Terima kasih. Lalu TLKM?')
    expect(await settled()).toEqual([2, 1, 0])
    // Somebody answers before the alert.
    await asks(member, 'Halo?')
    expect((await reply(requestAs(app, one.person), chat.id, 'Segera'))?.status).toBe(201)
    expect(await settled()).toEqual([2, 1, 0])
  })
})

describe('a question', () => {
  it('begins with the first message that waits, and one answer ends it', async () => {
    const member = await aMember()
    const { chat } = await asks(member, 'Mau tanya ke admin soal TLKM')
    await asks(member, 'halo?')
    expect(await read(chat.id)).toMatchObject({ status: 'open', codes: ['BBCA', 'TLKM'], questions: [{ answered_at: null }] })
    expect((await reply(asFirst, chat.id, 'Selamat pagi'))?.status).toBe(201)
    await asks(member, 'lalu kapan?')
    await asFirst?.('DELETE', `${path}/end-chat/${chat.id}`)
    const row = await read(chat.id)
    expect(row).toMatchObject({ status: 'ended', waiting_since: null, assigned_to: first?.id })
    const stored = await test.platform.database.db
      .select()
      .from(qnaMessages)
      .where(eq(qnaMessages.chat, chat.id))
      .orderBy(qnaMessages.place)
    const conversation = stored.filter(({ is_notice }) => !is_notice)
    const steps = conversation.map(({ by, created_at }): Said => ({ at: created_at, is: by === 'member' ? 'member' : 'answer' }))
    const known = row.questions.map(({ asked_at, answered_at }: Record<string, string>) => ({ asked_at, answered_at }))
    expect(known).toEqual(questionsOf(steps))
    expect(known.map(({ answered_at }: { answered_at: string | null }) => answered_at !== null)).toEqual([true, false])
  })

  it('begins a chat without what was said in the one that ended', async () => {
    const member = await aMember()
    const { chat } = await asks(member, 'Mau tanya admin')
    await asFirst?.('DELETE', `${path}/end-chat/${chat.id}`)
    const next = await asks(member, 'Halo lagi')
    expect(next.chat.id).not.toBe(chat.id)
    expect((await said(next.chat.id)).messages).toHaveLength(1)
    const late = await reply(asFirst, chat.id, 'Maaf terlambat')
    expect([late?.status, late?.body.reason?.code]).toEqual([422, 'chat_ended'])
  })
})

describe('answering', () => {
  it('takes a chat that is nobody’s, and is refused in another’s, however close together', async () => {
    const chat = await waiting()
    const answers = await Promise.all([reply(asFirst, chat, 'Saya bantu'), reply(asSecond, chat, 'Saya juga')])
    expect(answers.map((one) => one?.status).toSorted()).toEqual([201, 422])
    const refused = answers.find((one) => one?.status === 422)
    expect(refused?.body.reason).toMatchObject({ code: 'chat_taken' })
    expect((await said(chat)).messages.filter(({ by }: { by: string }) => by === 'person')).toHaveLength(1)
  })

  it('is once, however often it is sent', async () => {
    const chat = await waiting()
    const ref = uuidv7()
    const answers = [await reply(asFirst, chat, 'Sekali saja', ref), await reply(asFirst, chat, 'Sekali saja', ref)]
    expect(answers.map((one) => one?.body.data.ref)).toEqual([ref, ref])
    expect((await said(chat)).messages.filter(({ content }: { content: string }) => content === 'Sekali saja')).toHaveLength(1)
  })

  it('is not for those who read, nor assigning for those who may not', async () => {
    const chat = await waiting()
    expect((await reply(asReader, chat, 'x'))?.status).toBe(403)
    expect((await asReader?.('POST', `${path}/takeover-chat`, { ids: [chat] }))?.status).toBe(403)
    expect((await asReader?.('GET', `${path}/${chat}`))?.status).toBe(200)
    const analyst = requestAs(createApp(test.platform), await makePerson(test.platform, ['get stock', 'update stock']))
    expect((await analyst('POST', `${path}/assign-chat`, { ids: [chat], assigned_to: 0 })).status).toBe(403)
    expect((await analyst('POST', `${path}/takeover-chat`, { ids: [chat] })).status).toBe(200)
  })

  it('goes to the person who is assigned, and back to nobody', async () => {
    const chat = await waiting()
    const assigned = await asFirst?.('POST', `${path}/assign-chat`, { ids: [chat], assigned_to: second?.id })
    expect(assigned?.body.success_entities).toHaveLength(1)
    expect((await reply(asFirst, chat, 'Halo'))?.status).toBe(422)
    await asFirst?.('POST', `${path}/assign-chat`, { ids: [chat], assigned_to: 0 })
    expect((await reply(asFirst, chat, 'Halo'))?.status).toBe(201)
    const stranger = await makePerson(test.platform, ['get stock'])
    const wrong = await asFirst?.('POST', `${path}/assign-chat`, { ids: [chat], assigned_to: stranger.id })
    expect([wrong?.status, wrong?.body.fields]).toMatchObject([422, { assigned_to: { code: 'unknown_reference' } }])
  })
})

describe('the algorithm', () => {
  const newest = async (chat: number) => {
    const mine = and(eq(qnaMessages.chat, chat), eq(qnaMessages.by, 'member'))
    return (await test.platform.database.db.select().from(qnaMessages).where(mine).orderBy(qnaMessages.place)).at(-1)?.id ?? 0
  }
  const answers = async (input: { chat: number; message: number }, text = 'Jawaban') =>
    test.platform.database.transaction((tx) =>
      settleAnswer(test.platform, tx, input, { answer: text, sources: [{ title: 'Panduan', excerpt: 'Isi', page: 2 }] }),
    )

  it('answers with its sources while it looks after the chat', async () => {
    const { chat } = await asks(await aMember(), 'Apa itu dividen?')
    expect(chat.handler).toBe('algo')
    await answers({ chat: chat.id, message: await newest(chat.id) })
    const { messages } = await said(chat.id)
    expect(messages.at(-1)).toMatchObject({ by: 'algo', name: 'Coach', sources: [{ title: 'Panduan', page: 2 }] })
    expect(await read(chat.id)).toMatchObject({ status: 'answered', questions: [{ answered_by: 'Coach', handler: 'algo' }] })
  })

  it('stores nothing once something newer was asked, or a person took over', async () => {
    const member = await aMember()
    const { chat } = await asks(member, 'Apa itu dividen?')
    const old = { chat: chat.id, message: await newest(chat.id) }
    await asks(member, 'dan cum date?')
    expect(await answers(old)).toBeNull()
    await asFirst?.('POST', `${path}/takeover-chat`, { ids: [chat.id] })
    expect(await answers({ chat: chat.id, message: await newest(chat.id) })).toBeNull()
    const { messages } = await said(chat.id)
    expect(messages.at(-1)).toMatchObject({ is_notice: true, content: handOverNotice })
    expect(await read(chat.id)).toMatchObject({ handler: 'person', handed_over: 'taken', status: 'open', assigned_to: first?.id })
  })

  it.each([
    ['Bisa bicara dengan admin?', 'person_asked', handOverNotice],
    ['Apakah BBCA pasti untung?', 'sure_profit', handOverNotice],
    ['Pajak capital gain berapa?', 'tax', handOverNotice],
    ['xqzt wvuh', 'unknown', expect.stringContaining('belum menemukan')],
  ])('hands %s over, and says so', async (content, reason, notice) => {
    const { chat } = await asks(await aMember(), content, null)
    const input = { chat: chat.id, message: await newest(chat.id) }
    const given = await answerNow(test.platform, input)
    if (given) await test.platform.database.transaction((tx) => settleAnswer(test.platform, tx, input, given))
    expect(await read(chat.id)).toMatchObject({ handler: 'person', handed_over: reason, status: 'open' })
    expect((await said(chat.id)).messages.at(-1)).toMatchObject({ content: notice, is_admin: true })
  })

  it('hands over after 60 seconds, and what it says later is not stored', async () => {
    const { db } = test.platform.database
    const { chat } = await asks(await aMember(), 'Apa itu dividen?')
    const input = { chat: chat.id, message: await newest(chat.id) }
    await db
      .update(qnaMessages)
      .set({ created_at: new Date(Date.now() - 61_000).toISOString() })
      .where(eq(qnaMessages.id, input.message))
    expect(await answerNow(test.platform, input)).toEqual({ reason: 'late' })
    await db
      .update(qnaMessages)
      .set({ created_at: new Date(Date.now() - 59_950).toISOString() })
      .where(eq(qnaMessages.id, input.message))
    expect(await answerNow(test.platform, input, () => new Promise(() => undefined))).toEqual({ reason: 'late' })
  })

  it('is left after a low rating, and rated until 72 hours after the end', async () => {
    const { platform } = test
    const rate = (chatId: number, rating: number) => platform.database.transaction((tx) => rateChat(platform, tx, chatId, rating))
    const { chat } = await asks(await aMember(), 'Apa itu dividen?')
    await expect(rate(chat.id, 5)).rejects.toMatchObject({ code: 'invalid' })
    await answers({ chat: chat.id, message: await newest(chat.id) })
    await rate(chat.id, 2)
    expect(await read(chat.id)).toMatchObject({ rating: 2, handler: 'person', handed_over: 'low_rating' })
    await asFirst?.('DELETE', `${path}/end-chat/${chat.id}`)
    await rate(chat.id, 4)
    const ended_at = new Date(Date.now() - 72 * 3_600_000 - 1_000).toISOString()
    await platform.database.db.update(qnaChats).set({ ended_at }).where(eq(qnaChats.id, chat.id))
    await expect(rate(chat.id, 1)).rejects.toMatchObject({ code: 'invalid' })
    expect(await read(chat.id)).toMatchObject({ rating: 4 })
  })
})

describe('what was put away', () => {
  it('is in no list, gallery and report', async () => {
    const { db } = test.platform.database
    const { chat, message } = await asks(await aMember(), 'Tolong ke admin', 'UNTR')
    const media = { url: `/files/${'a'.repeat(64)}`, name: 'grafik.webp', size: 1, type: 'image/webp' }
    await db.update(qnaMessages).set({ kind: 'image', media }).where(eq(qnaMessages.id, message.id))
    const counts = async () => {
      const list = await asFirst?.('GET', `${path}?query=kode_saham:UNTR`)
      const images = await asFirst?.('GET', `${path}/images?query=kode_saham:untr`)
      const top = await asFirst?.('GET', `${path}/top-stock`)
      return [list?.body.total_record, images?.body.total_record, top?.body.stocks.some(({ code }: { code: string }) => code === 'UNTR')]
    }
    expect(await counts()).toEqual([1, 1, true])
    expect((await asReader?.('DELETE', `${path}/delete-chat/${chat.id}`))?.status).toBe(403)
    expect((await asFirst?.('DELETE', `${path}/delete-chat/${chat.id}`))?.status).toBe(200)
    expect(await counts()).toEqual([0, 0, false])
    expect((await asFirst?.('GET', `${path}/${chat.id}`))?.status).toBe(404)
  })
})

describe('the chats about stocks of one’s own', () => {
  it('are those of codes that one has written a recommendation or an analysis of', async () => {
    const { db } = test.platform.database
    const codes = ['BBCA', 'BBRI', 'TLKM']
    const ids = new Map((await db.select().from(stocks).where(inArray(stocks.code, codes))).map(({ code, id }) => [code, id]))
    const author = await makePerson(test.platform, ['get stock'], 'Analyst')
    const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, author.id))
    const written = { created_by: user?.name, stock_id: ids.get('BBRI') ?? 0 }
    await db.insert(stockPicks).values({ ...written, kind: 'watchlist', audience: ['emt'] })
    const others = { created_by: 'Orang Lain', stock_id: ids.get('TLKM') ?? 0 }
    await db.insert(stockPicks).values({ ...others, kind: 'watchlist', audience: ['emt'] })
    const about = async (code: string) => (await asks(await aMember(), 'Tolong sambungkan ke admin', code)).chat.id
    const [own] = [await about('BBRI'), await about('TLKM'), await about('BBCA')]
    const listed = async (query: string) =>
      (await requestAs(app, author)('GET', `${path}?size=1000&query=${query}`)).body.data?.map(({ id }: { id: number }) => id)
    expect(await listed('own_stocks:true')).toEqual([own])
    expect((await requestAs(app, author)('GET', `${path}?query=own_stocks:false`)).status).toBe(422)
    expect((await asFirst?.('GET', `${path}?query=own_stocks:true`))?.body.data).toEqual([])
  })
})

describe('reports', () => {
  it('count answers by their day in WIB and by person, the algorithm apart, with the median wait', async () => {
    const { db } = test.platform.database
    const [chat] = await db
      .insert(qnaChats)
      .values({
        member_id: await aMember(),
        handler: 'person',
        category: 'dividend',
        rating: 4,
        rated_at: '2026-03-02T01:00:00Z',
        assigned_to: first?.id,
      })
      .returning()
    const common = {
      chat: chat?.id ?? 0,
      message: 0,
      codes: ['ASII'],
      answered_by: first?.id,
      answered_by_name: 'Penjawab',
      handler: 'person',
    }
    const answered = (asked: string, at: string, more = {}) => ({ ...common, asked_at: asked, answered_at: at, ...more })
    await db
      .insert(qnaQuestions)
      .values([
        answered('2026-03-01T16:40:00Z', '2026-03-01T16:50:00Z'),
        answered('2026-03-01T17:00:00Z', '2026-03-01T17:20:00Z'),
        answered('2026-03-01T18:00:00Z', '2026-03-01T18:40:00Z'),
        answered('2026-03-01T18:00:00Z', '2026-03-01T18:00:30Z', { handler: 'algo', answered_by: null, answered_by_name: 'Coach' }),
        { ...common, asked_at: '2026-03-02T02:00:00Z', answered_by: null, answered_by_name: null, handler: null },
      ])
    const period = 'query=created_at:2026-03-01..2026-03-02'
    const report = await asFirst?.('GET', `${path}/report?${period}`)
    expect(report?.body).toMatchObject({ asked: 5, answered: 4, median_wait: 15 })
    expect(report?.body.answered_question).toEqual([
      { date: '2026-03-02', user_id: first?.id, name: 'Penjawab', handler: 'person', questions: 2, median_wait: 30 },
      { date: '2026-03-02', user_id: 0, name: 'Coach', handler: 'algo', questions: 1, median_wait: 0.5 },
      { date: '2026-03-01', user_id: first?.id, name: 'Penjawab', handler: 'person', questions: 1, median_wait: 10 },
    ])
    const behind = await asFirst?.('GET', `${path}/list-for-report?query=answered_on:2026-03-02,answered_by:${first?.id}`)
    expect(behind?.body.data).toMatchObject([{ id: chat?.id }])
    expect((await asFirst?.('GET', `${path}/top-stock?${period}`))?.body.stocks).toMatchObject([{ code: 'ASII', chats: 1, questions: 5 }])
    expect((await asFirst?.('GET', `${path}/rating?${period}`))?.body).toMatchObject({ average: 4, count: 1 })
    expect((await asFirst?.('GET', `${path}/rating/report?${period}`))?.body.people).toMatchObject([{ user_id: first?.id, average: 4 }])
  })

  it('of categories and ratings answer for all time where no period is asked for', async () => {
    for (const name of ['category', 'rating/report']) {
      const [key] = name === 'category' ? ['categories'] : ['people']
      expect((await asFirst?.('GET', `${path}/${name}?query=a:b`))?.status).toBe(422)
      const all = (await asFirst?.('GET', `${path}/${name}`))?.body[key ?? '']
      expect(all.length).toBeGreaterThan(0)
      expect((await asFirst?.('GET', `${path}/${name}?query=created_at:2020-01-01..`))?.body[key ?? '']).toEqual(all)
    }
    expect((await asFirst?.('GET', `${path}/report?query=created_at:kapan`))?.status).toBe(422)
  })
})

describe('a draft', () => {
  it('answers what waits, or says why there is none', async () => {
    const chat = (await asks(await aMember(), 'admin, berapa harga AMOR sekarang?', 'AMOR')).chat.id
    const draft = await asFirst?.('GET', `${path}/ai-generated-answer/${chat}`)
    expect(draft?.body).toMatchObject({
      reason: null,
      answer: expect.stringContaining('Harga penutupan AMOR pada 30 Desember 2021: Rp 1.870.'),
    })
    const tax = await waiting('Mau tanya admin soal pajak')
    expect((await asFirst?.('GET', `${path}/ai-generated-answer/${tax}`))?.body).toEqual({ answer: null, reason: 'tax', sources: [] })
    expect((await asReader?.('GET', `${path}/ai-generated-answer/${chat}`))?.status).toBe(403)
  })
})

describe('a preview', () => {
  it('answers under the name of the coach, stores nothing, and is for those who may look at the bot', async () => {
    const as = requestAs(createApp(test.platform), await makePerson(test.platform, ['get bot-qna']))
    const count = () => test.platform.database.db.$count(qnaMessages)
    const before = await count()
    const answer = await as('POST', `${path}/preview`, { question: 'Berapa harga AMOR?' })
    expect(answer.body).toMatchObject({ question: 'Berapa harga AMOR?', sender: 'Coach', answer: expect.stringContaining('Rp 1.870') })
    expect((await as('POST', `${path}/preview`, { question: 'Apakah AMOR pasti untung?' })).body).toMatchObject({ reason: 'sure_profit' })
    expect(await count()).toBe(before)
    expect((await asReader?.('POST', `${path}/preview`, { question: 'Apa itu dividen?' }))?.status).toBe(403)
  })
})

describe('what the desk has published', () => {
  it('is told to members of its audience, and unmentioned to everybody else', async () => {
    const { db } = test.platform.database
    const [found] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, 'TLKM'))
    const stock_id = found?.id ?? 0
    const published_at = '2026-11-02T02:00:00.000Z'
    await db.insert(analyses).values([
      { title: 'TLKM di dasar kanal', stock_id, body: '<p>Isi</p>', level: 4_040, status: 'publish', published_at, audience: ['wst'] },
      { title: 'TLKM rahasia', stock_id, body: '<p>Isi</p>', level: 9_999, status: 'draft', audience: ['wst', 'emt'] },
    ])
    const trade = { date: '2026-11-02', side: 'buy' as const, shares: 1_000, price: 4_000, ref: uuidv7() }
    const held = { trades: [trade], held: 1_000, cost_left: 4_000_000, purchases: 4_000_000, opened_on: '2026-11-02' }
    await db.insert(positions).values({ stock_id, product: 'WST', ...held })
    const askBot = async (...products: string[]) => {
      const botReply = await botAnswer(test.platform, db, 'Bagaimana TLKM?', { member: 1, products })
      return 'answer' in botReply ? botReply.answer : ''
    }
    const theirs = await askBot('WST')
    expect(theirs).toContain('Analisis terakhir TLKM (2 November 2026): TLKM di dasar kanal, level Rp 4.040.')
    expect(theirs).toMatch(/Portofolio WST memegang TLKM sejak 2 November 2026, rata-rata Rp.4\.000, [+-][\d,]+ %\./)
    expect(theirs).not.toContain('rahasia')
    for (const others of [await askBot('EMT'), await askBot()]) {
      expect(others).toContain('Harga penutupan TLKM')
      expect(others).not.toMatch(/Analisis|Portofolio|kanal/)
    }
  })
})
