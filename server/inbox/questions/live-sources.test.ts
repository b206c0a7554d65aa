import { afterAll, beforeAll, expect, it } from 'vitest'
import { knowledge } from '#server/db/tables/knowledge.ts'
import { members } from '#server/db/tables/members.ts'
import { qnaChats, qnaMessages } from '#server/db/tables/questions.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { areThere, withLiveSources } from './live-sources.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

it('withLiveSources removes a deleted document and renumbers the rest', async () => {
  const { db } = test.platform.database
  const [member] = await db.insert(members).values({ name: 'Penanya', phone: '62813999' }).returning({ id: members.id })
  const [chat] = await db
    .insert(qnaChats)
    .values({ member_id: member?.id ?? 0, handler: 'algo' })
    .returning({ id: qnaChats.id })
  const [document] = await db.insert(knowledge).values({ name: 'panduan.pdf', type: 'pdf', size: 1, status: 'indexed' }).returning()
  const source = (title: string, knowledge_id?: number) => ({ title, excerpt: null, page: null, ...(knowledge_id && { knowledge_id }) })
  const sources = [source('panduan.pdf', document?.id), source('hilang.pdf', -1), source('Harga BBCA')]
  const common = { chat: chat?.id ?? 0, by: 'algo', kind: 'text', content: 'Isi [1] dan [2] serta [3] dan [9].' }
  const [stored] = await db
    .insert(qnaMessages)
    .values({ ...common, place: 1, sources })
    .returning()
  expect(await areThere(db, stored?.sources ?? [])).toBe(false)
  const [shown] = await withLiveSources(db, stored ? [stored] : [])
  expect(shown?.content).toBe('Isi [1] dan serta [2] dan [9].')
  expect(shown?.sources).toEqual([source('panduan.pdf'), source('Harga BBCA')])
})

it('withLiveSources keeps answers of people, and of facts alone', async () => {
  const { db } = test.platform.database
  const fact = { title: 'Harga BBCA', excerpt: null, page: null }
  const messages = [
    { content: 'Lihat [1]', sources: [fact] },
    { content: null, sources: null },
  ]
  expect(await withLiveSources(db, messages)).toEqual([
    { content: 'Lihat [1]', sources: [fact] },
    { content: null, sources: [] },
  ])
  expect(await areThere(db, [fact])).toBe(true)
})
