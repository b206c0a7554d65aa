import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
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

const folder = new URL('../../db/migrations/', import.meta.url)

it('knows the documents of answers that were stored before sources named them', async () => {
  const { db } = test.platform.database
  const [member] = await db.insert(members).values({ name: 'Penanya', phone: '62813999' }).returning({ id: members.id })
  const [chat] = await db
    .insert(qnaChats)
    .values({ member_id: member?.id ?? 0, handler: 'algo' })
    .returning({ id: qnaChats.id })
  const [document] = await db.insert(knowledge).values({ name: 'panduan.pdf', type: 'pdf', size: 1, status: 'indexed' }).returning()
  const sources = ['panduan.pdf', 'hilang.pdf', 'Harga BBCA'].map((title) => ({ title, excerpt: null, page: null }))
  const common = { chat: chat?.id ?? 0, by: 'algo', kind: 'text', content: 'Isi [1] dan [2] serta [3] dan [9].' }
  await db.insert(qnaMessages).values([
    { ...common, place: 1, sources },
    { ...common, place: 2 },
  ])
  const name = readdirSync(folder).find((file) => file.endsWith('_source_documents.sql'))
  for (const statement of readFileSync(new URL(name ?? '', folder), 'utf8').split('--> statement-breakpoint'))
    await db.execute(sql.raw(statement))
  const [stored] = await db.select().from(qnaMessages).where(sql`${qnaMessages.place} = 1`)
  expect(stored?.sources).toMatchObject([{ knowledge_id: document?.id }, { knowledge_id: -1 }, { title: 'Harga BBCA' }])
  expect(await areThere(db, stored?.sources ?? [])).toBe(false)
  const [shown] = await withLiveSources(db, stored ? [stored] : [])
  expect(shown?.content).toBe('Isi [1] dan serta [2] dan [9].')
  expect(shown?.sources).toEqual([sources[0], sources[2]])
})

it('leaves an answer of a person, and one of facts alone, as it stands', async () => {
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
