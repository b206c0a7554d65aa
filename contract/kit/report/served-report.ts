/** Reports whose calls are older than the vocabulary: they keep their paths, parameters and replies, and are drawn as all others are. */
import type { Fields } from '../field/field.ts'
import type { Call } from '../section/call.ts'
import { type DrawnReport, type Drill, nameFields } from './report.ts'

/** What the replies of the calls have, and where. */
interface ServedCalls {
  /** `rows`: the field of the reply with all rows, in their own order. `minQuery`: characters of a query below which it is not asked. */
  list?: { readonly call: Call; readonly rows: string; readonly minQuery?: number }
  /** Its reply has the measures. */
  total?: { readonly call: Call }
  /** `points`: the field with a point for each day, which `at` names; `line` is drawn, `beside` stands beside it. */
  chart?: { readonly call: Call; readonly points: string; readonly at: string; readonly line: string; readonly beside: string }
}

export interface ServedOptions<D extends Fields, M extends Fields> {
  calls: ServedCalls
  /** What the message ids of its fields begin with; a field that has one keeps it. */
  words: string
  dimensions: D
  measures: M
  lessIsBetter?: readonly (keyof M & string)[]
  drill: { readonly [N in keyof M]?: Drill }
}

/** Everybody who reads it sees the same numbers and the same lists. */
export interface ServedReport extends DrawnReport {
  readonly calls: ServedCalls
  readonly ownBy: false
}

export function servedReport<const D extends Fields, const M extends Fields>(name: string, options: ServedOptions<D, M>): ServedReport
export function servedReport(name: string, { words, dimensions, measures, ...rest }: ServedOptions<Fields, Fields>): ServedReport {
  const named = { dimensions: nameFields(dimensions, words), measures: nameFields(measures, words) }
  return { ...rest, ...named, name, search: [], total: false, ownBy: false }
}
