/** Verifies that a model's answer only contains given facts. */
import * as v from 'valibot'
import { trimEndOf } from '#contract/lib/trim-end.ts'
import type { Answer } from './extract.ts'
import { maySay } from './may-say.ts'
import { visibleText } from './visible-text.ts'

const shape = v.object({
  answer: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4_000)),
  cites: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.minLength(1), v.maxLength(20)),
})

const scales = {
  ratus: 100,
  ribu: 1e3,
  rb: 1e3,
  k: 1e3,
  juta: 1e6,
  jt: 1e6,
  miliar: 1e9,
  milyar: 1e9,
  mlr: 1e9,
  triliun: 1e12,
  trilyun: 1e12,
}
const scaleOf = new Map<string, number>(Object.entries(scales))
/** A whole number: one that starts within another would be looked at from each of its digits. */
const amount = String.raw`(?<!\d[.,]?)(\d+(?:[.,]\d+)*)`
const scaled = new RegExp(String.raw`${amount}\s?(${[...scaleOf.keys()].join('|')})(?:an)?(?![\p{L}\p{N}])`, 'giu')
/** Milliards and trillions in newspaper style: 'laba 5 M', '2T'. */
const milliards = new RegExp(String.raw`${amount}\s?([MT])(?![\p{L}\p{N}])`, 'gu')

const word = `(?:nol|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh|sebelas|seratus|seribu|sejuta|semiliar|semilyar|setriliun|
  setengah|separuh|separo|seper(?:dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh)|belas(?:an)?|puluh(?:an)?|ratus(?:an)?|ribu(?:an)?|
  juta(?:an)?|miliar(?:an)?|milyar(?:an)?|triliun(?:an)?|trilyun|lusin|kodi|gocap|goceng|ceban|gopek|cepek|seceng|dobel|two|three|four|five|six|
  seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|billions?|trillions?|half|quarter|dozen|double|
  triple)`.replace(/\s+/g, '')
const words = new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?:[\s-]+(?:(?:koma|per|and)\s+)?${word})*(?![\p{L}\p{N}])`, 'giu')
const times = (number: string, scale: number) => String(Number((Number(digitsOf(number)) * scale).toPrecision(15)))

/** Idioms without a count. */
const idioms = /\b(?:salah satu|satu[ -]satunya|satu sama lain|satu per satu)\b/gi

function digitsOf(number: string): string {
  const [, whole = number, fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(number) ?? []
  const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  const rest = trimEndOf(fraction, '0')
  return rest ? `${digits}.${rest}` : digits
}

/**
 * Returns numbers as digits, so that 'Rp9.875' is '9875' and '2 juta' is '2.000.000'; fractions of one or two digits are kept. Numbers in
 * words, such as 'dua juta', stay words, and match only words.
 */
export function numbersIn(text: string): Set<string> {
  const found = new Set<string>()
  let rest = visibleText(text).replace(idioms, ' ')
  const take = (pattern: RegExp, numberOf: (match: readonly string[]) => string) => {
    rest = rest.replace(pattern, (...match: string[]) => {
      found.add(numberOf(match))
      return ' '
    })
  }
  take(scaled, ([, number = '', scale = '']) => times(number, scaleOf.get(scale.toLowerCase()) ?? 1))
  take(milliards, ([, number = '', scale]) => times(number, scale === 'M' ? 1e9 : 1e12))
  take(words, ([said = '']) => said.toLowerCase().replace(/[\s-]+/g, ' '))
  take(/\d+(?:[.,]\d+)*/g, ([number = '']) => digitsOf(number))
  return found
}

const marks = /\[(\d{1,3})\]/g

/**
 * Returns the answer, or null if it cites an unknown source, has a number not given, or breaks the rules for the bot's words. `reply`: text
 * of the model; `given`: sources, facts and question.
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
  const { cites } = read.output
  const answer = visibleText(read.output.answer).trim()
  // Digits of other scripts would escape the check.
  if (!answer || /[^\P{N}0-9]/u.test(answer)) return null
  const inText = [...answer.matchAll(marks)].map(([, number]) => Number(number))
  if ([...cites, ...inText].some((cite) => cite < 1 || cite > sources) || !maySay(answer)) return null
  const known = new Set(given.flatMap((text) => [...numbersIn(text)]))
  const said = numbersIn(answer.replace(marks, ' '))
  return [...said].every((number) => known.has(number)) ? { text: answer, cites: [...new Set([...cites, ...inText])] } : null
}
