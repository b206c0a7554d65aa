/** Whether an answer of a language model says only what it was given. */
import * as v from 'valibot'
import type { Answer } from './extract.ts'
import { maySay } from './guard.ts'

const shape = v.object({
  answer: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4_000)),
  cites: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.minLength(1), v.maxLength(20)),
})

/** Numbers as digits alone, so that 'Rp9.875' and '9875' are the same; a fraction of one or two digits stays apart. */
export function numbersIn(text: string): Set<string> {
  const found = text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/g) ?? []
  return new Set(
    found.map((number) => {
      const [, whole = number, fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(number) ?? []
      const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
      const rest = fraction.replace(/0+$/, '')
      return rest ? `${digits}.${rest}` : digits
    }),
  )
}

const marks = /\[(\d{1,3})\]/g

/**
 * The answer, or null where it cites what is no source, has a number that stands in nothing that was given, or what the bot may
 * not say. `reply` is what the model wrote; `given` the sources, facts and the question.
 */
export function verifiedAnswer(reply: string, sources: number, given: readonly string[]): Answer | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(reply)
  } catch {
    return null
  }
  const read = v.safeParse(shape, parsed)
  if (!read.success) return null
  const { answer, cites } = read.output
  const inText = [...answer.matchAll(marks)].map(([, number]) => Number(number))
  if ([...cites, ...inText].some((cite) => cite < 1 || cite > sources) || !maySay(answer)) return null
  const known = new Set(given.flatMap((text) => [...numbersIn(text)]))
  const said = numbersIn(answer.replace(marks, ' '))
  return [...said].every((number) => known.has(number)) ? { text: answer, cites: [...new Set([...cites, ...inText])] } : null
}
