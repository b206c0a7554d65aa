/** Finds sources of answers by Postgres full text search, tolerating typing errors (docs/product/assistant.md#search). */

import { sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { Db } from '#server/db/database.ts'
import { knowledgeChunks as chunks, knowledge, knowledgeWords as words } from '#server/db/tables/knowledge.ts'
import { type Term, termsOf } from './terms.ts'

export const maxSources = 3
/** Minimum ratio of matched terms for an answer. */
const answerableFrom = 0.5
/** Minimum letters for similar spellings. */
const minSimilarLetters = 4
/** Minimum trigram similarity: 'beras' does not match 'berarti'. */
const minAlike = 0.45
/** Maximum ranked chunks; among equal numbers of terms the oldest. */
const maxRanked = 100
/** Maximum similar words per term. */
const maxSimilar = 8

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
  /** Ratio of terms in the best source, 0 to 1. */
  coverage: number
  answerable: boolean
}

const nothing: Retrieved = { sources: [], coverage: 0, answerable: false }

/** Query for a spelling, as stems and unchanged. */
const queryOf = (way: string) => sql`(plainto_tsquery('indonesian', ${way}) || plainto_tsquery('simple', ${way}))`

const anyOf = (ways: readonly string[]) => sql.join(ways.map(queryOf), sql` || `)

/** Adds similar words of the knowledge to the terms. */
async function withSimilar(db: Db, terms: readonly Term[]): Promise<string[][]> {
  const long = terms.filter(({ word }) => word.length >= minSimilarLetters).map(({ word }) => word)
  // `<%` uses the session's limit, by default 0.6.
  const { rows } = await db.execute<{ term: string; word: string }>(sql`
    select term, near.word from jsonb_array_elements_text(${JSON.stringify(long)}::jsonb) as term, lateral (
      select ${words.word} as word from ${words} where term <% ${words.word}
        and similarity(term, ${words.word}) >= ${minAlike} order by word_similarity(term, ${words.word}) desc, 1 limit ${maxSimilar}
    ) as near`)
  return terms.map(({ word, ways }) => [...new Set([...ways, ...rows.flatMap((near) => (near.term === word ? [near.word] : []))])])
}

/** Returns the best sources of a question; none without terms. One matching term of several is no answer. */
export async function retrieve(db: Db, question: string): Promise<Retrieved> {
  const terms = termsOf(question)
  if (!terms.length) return nothing
  const ways = await withSimilar(db, terms)
  const names = ways.map((_, at) => sql.identifier(`term_${at}`))
  const queries = sql.join(
    ways.map((each, at) => sql`${anyOf(each)} as ${names[at]}`),
    sql`, `,
  )
  // Each term by index, without reading texts.
  const matches = sql.join(
    names.map((name) => sql`select ${chunks.id} as id from ${chunks} where ${chunks.words} @@ (select ${name} from asked)`),
    sql` union all `,
  )
  const any = sql.join(names, sql` || `)
  // Only candidates are ranked: words on every page would rank all chunks.
  const { rows } = await db.execute<Record<keyof Source, unknown> & { matched: number }>(sql`
    with asked as materialized (select ${queries}),
    whole as materialized (select ${any} as query from asked),
    hits as materialized (
      select each.id, count(*)::int as matched from (${matches}) as each
      join ${chunks} on ${chunks.id} = each.id
      join ${knowledge} on ${knowledge.id} = ${chunks.knowledge_id} and ${knowledge.status} = 'indexed'
      group by each.id
    ),
    best as materialized (select id, matched from hits order by matched desc, id limit ${maxRanked})
    select ${chunks.id}, ${chunks.knowledge_id}, ${knowledge.name}, ${chunks.heading}, ${chunks.page}, ${chunks.content}, best.matched as matched
    from best join ${chunks} on ${chunks.id} = best.id join ${knowledge} on ${knowledge.id} = ${chunks.knowledge_id}
    order by best.matched desc, ts_rank_cd(${chunks.words}, (select query from whole), 1) desc, ${chunks.id}
    limit ${maxSources}`)
  const matched = Number(rows[0]?.matched ?? 0)
  const coverage = matched / terms.length
  const sources = rows.map(({ id, knowledge_id, name, heading, page, content }) => ({
    id: Number(id),
    knowledge_id: Number(knowledge_id),
    name: toText(name),
    heading: heading === null ? null : toText(heading),
    page: page === null ? null : Number(page),
    content: toText(content),
  }))
  return { sources, coverage, answerable: coverage >= answerableFrom && matched >= Math.min(2, terms.length) }
}
