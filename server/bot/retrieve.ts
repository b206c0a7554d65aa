/** Finds what an answer may be made of: full text of Postgres, with typing errors allowed (rules of the stock desk, section 8). */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { knowledgeChunks as chunks, knowledge } from '#server/db/knowledge.ts'
import { type Term, termsOf } from './terms.ts'

export const maxSources = 3
/** From this part of its terms on a question can be answered. */
export const answerableFrom = 0.5
/** Letters from which on a word may be written nearly right. */
const minSimilarLetters = 4

export interface Source {
  id: number
  knowledge_id: number
  /** Of the document. */
  name: string
  heading: string | null
  page: number | null
  content: string
}

export interface Retrieved {
  sources: Source[]
  /** Terms of the question that the best source has, 0 to 1. */
  coverage: number
  answerable: boolean
}

const nothing: Retrieved = { sources: [], coverage: 0, answerable: false }

/** A way to write a term, as stems and as it stands. */
const queryOf = (way: string) => sql`(plainto_tsquery('indonesian', ${way}) || plainto_tsquery('simple', ${way}))`

function anyOf({ ways }: Term) {
  return sql.join(ways.map(queryOf), sql` || `)
}

/** Whether a chunk has a term. */
function has(term: Term) {
  const exact = sql`${chunks.words} @@ (${anyOf(term)})`
  return term.word.length < minSimilarLetters ? exact : sql`(${exact} or ${chunks.folded} %> ${term.word})`
}

/** The best sources of a question. One without terms finds nothing. */
export async function retrieve(db: Db, question: string): Promise<Retrieved> {
  const terms = termsOf(question)
  if (!terms.length) return nothing
  const matched = sql.join(
    terms.map((term) => sql`(${has(term)})::int`),
    sql` + `,
  )
  const any = sql.join(terms.map(has), sql` or `)
  const query = sql.join(terms.map(anyOf), sql` || `)
  // The limit of `%>` is the session's: 0.6 is what Postgres begins with.
  const { rows } = await db.execute<Record<keyof Source, unknown> & { matched: number }>(sql`
    select ${chunks.id}, ${chunks.knowledge_id}, ${knowledge.name}, ${chunks.heading}, ${chunks.page}, ${chunks.content}, ${matched} as matched
    from ${chunks} join ${knowledge} on ${knowledge.id} = ${chunks.knowledge_id} and ${knowledge.status} = 'indexed'
    where ${any}
    order by matched desc, ts_rank_cd(${chunks.words}, ${query}, 1) desc, ${chunks.id}
    limit ${maxSources}`)
  const coverage = Number(rows[0]?.matched ?? 0) / terms.length
  const sources = rows.map(({ id, knowledge_id, name, heading, page, content }) => ({
    id: Number(id),
    knowledge_id: Number(knowledge_id),
    name: String(name),
    heading: heading === null ? null : String(heading),
    page: page === null ? null : Number(page),
    content: String(content),
  }))
  return { sources, coverage, answerable: coverage >= answerableFrom }
}
