/** Existing sources of answers: deleted documents are not cited, neither on storing nor on reading. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { knowledge } from '#server/db/tables/knowledge.ts'
import type { AnswerSource } from '#server/db/tables/questions.ts'

const idsOf = (sources: readonly AnswerSource[]) => [...new Set(sources.flatMap(({ knowledge_id }) => knowledge_id ?? []))]

/** Whether every document is there and read. `keep`: it stays so until the transaction ends. */
export async function areThere(db: Db, sources: readonly AnswerSource[], keep = false): Promise<boolean> {
  const ids = idsOf(sources)
  if (!ids.length) return true
  const there = db
    .select({ id: knowledge.id })
    .from(knowledge)
    .where(and(inArray(knowledge.id, ids), eq(knowledge.status, 'indexed')))
  return (await (keep ? there.for('key share') : there)).length === ids.length
}

/** Public form: without the document. */
export const shownSource = ({ title, excerpt, page }: AnswerSource) => ({ title, excerpt, page })

type Said = { content: string | null; sources: AnswerSource[] | null }

/** Renumbers remaining sources, and drops numbers of deleted ones. */
function renumbered(text: string, sources: readonly AnswerSource[], left: readonly AnswerSource[]): string {
  return text.replace(/ ?\[(\d{1,3})\]/g, (mark, number: string) => {
    const source = sources[Number(number) - 1]
    if (!source) return mark
    const at = left.indexOf(source)
    return at < 0 ? '' : mark.replace(number, String(at + 1))
  })
}

/** Returns messages without sources of deleted documents, and without their numbers in the text. */
export async function withLiveSources<T extends Said>(db: Db, messages: readonly T[]): Promise<T[]> {
  const ids = idsOf(messages.flatMap(({ sources }) => sources ?? []))
  const found = ids.length ? await db.select({ id: knowledge.id }).from(knowledge).where(inArray(knowledge.id, ids)) : []
  const live = new Set(found.map(({ id }) => id))
  return messages.map((message) => {
    const sources = message.sources ?? []
    const left = sources.filter(({ knowledge_id }) => !knowledge_id || live.has(knowledge_id))
    const shown = left.map(shownSource)
    const content = message.content && left.length < sources.length ? renumbered(message.content, sources, left) : message.content
    return { ...message, content, sources: shown }
  })
}
