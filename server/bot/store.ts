/** Stores what was read of a document. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { knowledge, knowledgeChunks, knowledgeWords } from '#server/db/knowledge.ts'
import { type Block, chunksOf } from './chunks.ts'

const atOnce = 500

/** In place of what was there. A document without text is no source: it failed. Answers the number of chunks. */
export async function storeText(db: Db, id: number, blocks: readonly Block[]): Promise<number> {
  const made = chunksOf(blocks).map((chunk, position) => ({ ...chunk, position, knowledge_id: id, folded: chunk.content.toLowerCase() }))
  await db.delete(knowledgeChunks).where(eq(knowledgeChunks.knowledge_id, id))
  for (let at = 0; at < made.length; at += atOnce) await db.insert(knowledgeChunks).values(made.slice(at, at + atOnce))
  const words = new Set(made.flatMap(({ folded }) => folded.match(/[\p{L}\p{N}]{4,60}/gu) ?? []))
  await db.execute(
    sql`insert into ${knowledgeWords} (word) select word from jsonb_array_elements_text(${JSON.stringify([...words].sort())}::jsonb) as word
      on conflict do nothing`,
  )
  const state = made.length ? { status: 'indexed', reason: null } : { status: 'failed', reason: 'no_text' }
  await db
    .update(knowledge)
    .set({ ...state, chunks: made.length })
    .where(eq(knowledge.id, id))
  return made.length
}
