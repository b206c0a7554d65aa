import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { knowledge, knowledgeChunks } from '#server/db/tables/knowledge.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { retrieve } from './retrieve.ts'
import { storeText } from './store.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())
beforeEach(() => test.platform.database.db.delete(knowledge))

async function add(name: string, text: string): Promise<number> {
  const { db } = test.platform.database
  const [made] = await db.insert(knowledge).values({ name, type: 'text/plain', size: text.length }).returning()
  if (!made) throw new Error('nothing was stored')
  await storeText(db, made.id, [{ text }])
  return made.id
}

const ask = (question: string) => retrieve(test.platform.database.db, question)

it('retrieve finds stems, wrong stems, synonyms and similar words', async () => {
  await add('dividen.txt', 'Dividen dibagikan kepada pemegang saham.')
  await add('fraksi.txt', 'Fraksi harga mengatur langkah tawaran.')
  for (const [question, name] of [
    ['kapan dividen dibagikan?', 'dividen.txt'],
    ['deviden', 'dividen.txt'],
    ['tick', 'fraksi.txt'],
    ['fraksii', 'fraksi.txt'],
    ['harga/fraksi', 'fraksi.txt'],
  ] as const) {
    const { sources, answerable } = await ask(question)
    expect([question, sources[0]?.name, answerable]).toEqual([question, name, true])
  }
})

it('a question is answerable from half of its terms, and never from one of several', async () => {
  await add('a.txt', 'Modal awal kecil untuk rentang harga rendah.')
  expect(await ask('modal')).toMatchObject({ coverage: 1, answerable: true })
  const half = await ask('modal zzqqa')
  expect([half.coverage, half.answerable, half.sources.length]).toEqual([0.5, false, 1])
  expect(await ask('modal awal zzqqa xxyyb')).toMatchObject({ coverage: 0.5, answerable: true })
  expect(await ask('modal awal zzqqa xxyyb qqwwe')).toMatchObject({ coverage: 0.4, answerable: false })
  // Synonyms are one term; a word with the same beginning is another.
  expect(await ask('beli membeli modal')).toMatchObject({ coverage: 0.5, answerable: false })
  expect(await ask('cara memasak rendang?')).toMatchObject({ answerable: false })
})

it('retrieve ignores characters that split a word, and searches for no personal number', async () => {
  await add('a.txt', 'Divi\u00adden tunai. Hubungi 0812-3456-7890.')
  expect(await ask('dividen tunai')).toMatchObject({ answerable: true })
  expect(await ask('di\u200bviden tunai')).toMatchObject({ answerable: true })
  expect(await ask('0812-3456-7890')).toMatchObject({ sources: [] })
})

it('retrieve returns three sources ordered by matched terms', async () => {
  await add('one.txt', 'lot lot lot lot')
  await add('both.txt', 'lot saham')
  for (const name of ['c', 'd']) await add(name, 'lot biasa')
  const { sources } = await ask('lot saham')
  expect([sources.length, sources[0]?.name]).toEqual([3, 'both.txt'])
})

it('retrieve finds nothing for stop words, signs and query syntax', async () => {
  await add('a.txt', 'Satu lot adalah 100 lembar.')
  for (const question of ['', 'apa itu?', "' & | ! :*", '\0']) expect(await ask(question)).toMatchObject({ sources: [], answerable: false })
  await expect(ask("lot' | (:* <->")).resolves.toMatchObject({ answerable: true })
  await expect(ask('x'.repeat(10_000))).resolves.toMatchObject({ sources: [] })
})

it('deleting a document deletes its chunks, and one without text fails', async () => {
  const { db } = test.platform.database
  await add('a.txt', 'Satu lot adalah 100 lembar.')
  const empty = await add('empty.txt', ' \n\0 ')
  expect(await db.select().from(knowledge)).toContainEqual(expect.objectContaining({ id: empty, status: 'failed', reason: 'no_text' }))
  await db.delete(knowledge)
  expect(await db.select().from(knowledgeChunks)).toEqual([])
  expect(await ask('lot')).toMatchObject({ sources: [] })
})
