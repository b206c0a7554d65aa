/** Documents of the bot: the built-in library as files, and an unreadable one. */
import { library } from '#server/assistant/bot/library.ts'
import { storeText } from '#server/assistant/bot/store.ts'
import type { Db } from '#server/db/database.ts'
import { knowledge } from '#server/db/tables/knowledge.ts'
import { botSettings } from '#server/db/tables/questions.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { randomFrom } from './base/random.ts'
import { type Clock, insertRows, recordColumns } from './base/rows.ts'

const seed = 20_261_123

/** A scanned page: a grey square without text. */
const scanned = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>endobj
4 0 obj<</Length 30>>stream
0.8 g 60 60 475 722 re f      
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`

export async function fillKnowledge({ privateFiles }: Platform, db: Db, clock: Clock, authors: readonly string[]): Promise<void> {
  const random = randomFrom(seed)
  await db
    .insert(botSettings)
    .values({ id: 1, ...recordColumns(random, clock, 200, authors), greeting: 'Halo, saya Coach, asisten tim riset.' })
  const texts = library.map(({ name, blocks }) => ({
    name,
    blocks,
    text: blocks.map(({ heading, text }) => `${heading}\n\n${text}\n`).join('\n'),
  }))
  const rows = []
  for (const { name, text, blocks } of [...texts, { name: 'laporan-riset-pindaian.pdf', text: scanned, blocks: [] }]) {
    const file = await privateFiles.store(await privateFiles.inspect(new TextEncoder().encode(text), name), db)
    const { updated_at: _, updated_by: _by, ...made } = recordColumns(random, clock, 200, authors)
    const state = blocks.length ? { status: 'indexed', reason: null } : { status: 'failed', reason: 'no_text' }
    const stamps = { ...made, updated_at: made.created_at, updated_by: made.created_by }
    rows.push({ id: rows.length + 1, ...stamps, ...state, name, file, type: name.slice(-3), size: file.size, chunks: 0 })
  }
  await insertRows(db, knowledge, rows)
  for (const [at, { blocks }] of texts.entries()) await storeText(db, at + 1, blocks)
}
