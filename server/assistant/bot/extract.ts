/** Answers without a language model: verbatim sentences of sources. */

import type { Fact } from '#server/market/facts/fact.ts'
import { sentencesOf } from './chunks.ts'
import { maySay } from './may-say.ts'
import type { Source } from './retrieve.ts'
import { termsOf } from './terms.ts'

export const disclaimer = 'Bukan ajakan membeli atau menjual; keputusan di tangan Anda.'

const maxSentences = 3

export interface Answer {
  text: string
  /** Numbers of sources, from 1. */
  cites: number[]
}

interface Candidate {
  sentence: string
  source: number
  score: number
  at: number
}

function candidatesOf(sources: readonly Source[], question: string): Candidate[] {
  const ways = termsOf(question).map((term) => term.ways)
  let at = 0
  return sources.flatMap(({ content, heading }, index) =>
    sentencesOf(content)
      .filter(maySay)
      .map((sentence) => {
        const text = sentence.toLowerCase()
        const title = heading?.toLowerCase() ?? ''
        const inText = ways.filter((each) => each.some((way) => text.includes(way))).length
        const inTitle = ways.filter((each) => each.some((way) => title.includes(way))).length
        at += 1
        return { sentence, source: index + 1, score: inText + inTitle / 4 - index / 8, at }
      }),
  )
}

/** Returns at most three of the best allowed sentences in order of sources, the facts, and the mandatory note of answers. */
export function extractedAnswer(question: string, sources: readonly Source[], facts: readonly Fact[]): Answer {
  const best = candidatesOf(sources, question)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, maxSentences)
    .sort((a, b) => a.at - b.at)
  const lines = [...best.map(({ sentence, source }) => `${sentence} [${source}]`), ...facts.map(({ text }) => text), disclaimer]
  return { text: lines.join('\n'), cites: [...new Set(best.map(({ source }) => source))] }
}
