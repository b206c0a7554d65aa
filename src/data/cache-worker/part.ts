/** From rows to a part of the index. Made once, when rows are stored; a start only reads parts. */
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { wordsOf } from '#contract/lib/search/words.ts'
import { searchText, toMoment } from '../outbox/overlay/list-evaluate.ts'
import { type Coded, type IndexPart, partFormat } from '../outbox/store/index-part.ts'
import type { Area } from './area.ts'

/** Values are told apart by their JSON, so that lists of tags can be shared, too. */
const keyOf = (value: unknown): string => (typeof value === 'string' ? `s${value}` : JSON.stringify(value ?? null))

/** Numbers each distinct value in the order in which it is met. */
export function createCoder(values: unknown[] = []) {
  const known = new Map(values.map((value, code) => [keyOf(value), code]))
  return {
    values,
    codeOf(value: unknown): number {
      const key = keyOf(value)
      const code = known.get(key)
      if (code !== undefined) return code
      known.set(key, values.length)
      return values.push(value ?? null) - 1
    },
  }
}

function encode(rows: readonly AnyRow[], field: string): Coded {
  const coder = createCoder()
  return { codes: Uint32Array.from(rows, (row) => coder.codeOf(row[field])), values: coder.values }
}

/** An object with these names. */
export function recordOf<V>(names: readonly string[], make: (name: string) => V): Record<string, V> {
  return Object.fromEntries(names.map((name) => [name, make(name)]))
}

export function toPart({ section, columns }: Area, rows: readonly AnyRow[], part = 0): IndexPart {
  const search = rows.map((row) => searchText(section, row))
  const coder = createCoder()
  const words: number[] = []
  const wordEnds = new Uint32Array(rows.length)
  search.forEach((text, at) => {
    for (const word of wordsOf(text)) words.push(coder.codeOf(word))
    wordEnds[at] = words.length
  })
  return {
    part,
    format: partFormat,
    refs: rows.map(({ ref }) => ref),
    ids: Float64Array.from(rows, ({ id }) => id),
    times: recordOf(columns.times, (field) => Float64Array.from(rows, (row) => toMoment(row[field]) ?? Number.NaN)),
    coded: recordOf(columns.coded, (field) => encode(rows, field)),
    texts: recordOf(columns.texts, (field) => rows.map((row) => toText(row[field]))),
    search,
    vocabulary: coder.values.map(String),
    words: Uint32Array.from(words),
    wordEnds,
  }
}
