/** Stores the text of a document. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { knowledge, knowledgeChunks, knowledgeWords } from '#server/db/tables/knowledge.ts'
import { type Block, type Chunk, chunksOf } from './chunks.ts'
import { visibleText } from './visible-text.ts'

/** Chunks per statement, so that others do not wait. */
export const atOnce = 100

/** Stores the document's chunks from an index on, and adds their words. */
export async function storeChunks(db: Db, id: number, chunks: readonly Chunk[], from: number): Promise<void> {
  if (!chunks.length) return
  const rows = chunks.map((chunk, at) => ({
    ...chunk,
    position: from + at,
    knowledge_id: id,
    folded: visibleText(chunk.content).toLowerCase(),
  }))
  await db.insert(knowledgeChunks).values(rows)
  const words = new Set(rows.flatMap(({ folded }) => folded.match(/[\p{L}\p{N}]{4,60}/gu) ?? []))
  await db.execute(
    sql`insert into ${knowledgeWords} (word) select word from jsonb_array_elements_text(${JSON.stringify([...words].sort())}::jsonb) as word
      on conflict do nothing`,
  )
}

/** Replaces the document's text. Without text it fails. Returns the number of chunks. */
export async function storeText(db: Db, id: number, blocks: readonly Block[]): Promise<number> {
  const made = chunksOf(blocks)
  await db.delete(knowledgeChunks).where(eq(knowledgeChunks.knowledge_id, id))
  for (let at = 0; at < made.length; at += atOnce) await storeChunks(db, id, made.slice(at, at + atOnce), at)
  const state = made.length ? { status: 'indexed', reason: null } : { status: 'failed', reason: 'no_text' }
  await db
    .update(knowledge)
    .set({ ...state, chunks: made.length })
    .where(eq(knowledge.id, id))
  return made.length
}
