import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toRecord } from '#contract/kit/field/guards.ts'
import { drillOf } from '#contract/kit/report/report.ts'
import type { ServedReport } from '#contract/kit/report/served-report.ts'
import {
  questionCategories,
  questionPortfolioStocks,
  questionRatings,
  questionStocks,
  questionTotals,
  ratedPeople,
} from '#contract/reports/questions.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { createApp } from '#server/app.ts'
import { members } from '#server/db/tables/members.ts'
import { qnaChats, qnaQuestions } from '#server/db/tables/questions.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = tanyaSaham
const period = { from: '2026-03-01', to: '2026-03-31', date: '' }
let test: TestPlatform
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  const { db } = test.platform.database
  const [first, second] = [await makePerson(test.platform, ['get stock']), await makePerson(test.platform, ['get stock'])]
  ask = requestAs(createApp(test.platform), first)
  const [member] = await db.insert(members).values({ name: 'Penanya', phone: '6281377799999' }).returning({ id: members.id })
  const at = (day: string) => `${day}T05:00:00Z`
  const chat = { member_id: member?.id ?? 0, status: 'ended' as const, created_at: at('2026-03-05') }
  const byPerson = { ...chat, handler: 'person' as const, rated_at: at('2026-03-06') }
  const chats = await db
    .insert(qnaChats)
    .values([
      { ...byPerson, assigned_to: first.id, rating: 5, category: 'portfolio', codes: ['ASII'] },
      { ...byPerson, assigned_to: first.id, rating: 4, category: 'entry', codes: ['ASII', 'BBCA'] },
      { ...byPerson, assigned_to: second.id, rating: 5, category: 'entry', codes: ['BBCA'] },
      { ...chat, handler: 'algo', rating: 1, rated_at: at('2026-03-07'), category: 'entry', codes: ['ASII'] },
      // Of other days, of nobody, and not there.
      {
        ...byPerson,
        assigned_to: second.id,
        rating: 5,
        rated_at: at('2026-04-01'),
        created_at: at('2026-04-01'),
        category: 'entry',
        codes: ['ASII'],
      },
      { ...chat, handler: 'person', category: 'portfolio', codes: [] },
      { ...byPerson, assigned_to: first.id, rating: 5, category: 'entry', codes: ['ASII'], deleted_at: at('2026-03-08') },
    ])
    .returning()
  const ofChat = (row: (typeof chats)[number], asked: string) => ({
    ...{ chat: row.id, message: 0, question: 'Bagaimana?', codes: row.codes, asked_at: at(asked), answered_at: at(asked) },
    ...{ handler: 'algo' as const, answered_by: null, answered_by_name: 'Coach' },
  })
  await db.insert(qnaQuestions).values(chats.flatMap((row) => [ofChat(row, row.created_at.slice(0, 10)), ofChat(row, '2026-05-01')]))
})
afterAll(() => test.close())

const read = async (of: ServedReport, name: 'list' | 'total') => {
  const query = encodeURIComponent(`created_at:${period.from}..${period.to}`)
  return toRecord((await ask('GET', `${of.calls[name]?.call.path}?query=${query}`)).body)
}

async function lengthOf(of: ServedReport, measure: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const link = drillOf(of, measure, period, row)
  const { status, body } = await ask('GET', `${path}?size=100&query=${encodeURIComponent(link?.query ?? '')}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.length
}

describe('a number of the questions opens as many chats as it counts', () => {
  it.each([
    [questionStocks, 2],
    [questionPortfolioStocks, 1],
    [questionCategories, 2],
    [questionRatings, 5],
    [ratedPeople, 3],
  ])('$name', async (of, count) => {
    const rows = (await read(of, 'list'))[of.calls.list?.rows ?? '']
    expect(rows).toHaveLength(count)
    for (const row of Array.isArray(rows) ? rows : []) expect(await lengthOf(of, 'chats', row), JSON.stringify(row)).toBe(row.chats)
  })

  it('its mean rating opens the chats that were rated', async () => {
    const { average, count } = await read(questionRatings, 'total')
    expect([average, count]).toEqual([3.75, 4])
    expect(await lengthOf(questionTotals, 'average', {})).toBe(count)
  })
})

it('chats refuse a question of no stock, or of no day', async () => {
  for (const query of ['asked:2026-03-01..2026-03-02', 'asked:2026-03-01..2026-02-30/ASII', 'asked:ASII'])
    expect((await ask('GET', `${path}?query=${query}`)).status).toBe(422)
})
