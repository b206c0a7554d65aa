/**
 * Rules of a call on its record, and what its window asks. Pure: the device judges before it keeps a change, the API before it writes one,
 * so that a certain refusal is told at once (docs/product/messages.md#certain-refusals).
 */
import { type Condition, met } from '../field/condition.ts'
import { toText } from '../field/guards.ts'
import type { Access } from '../field/permission.ts'

type Values = Readonly<Record<string, unknown>>

/** Why a call is refused. */
export interface Breach {
  /** Of the words `problem.<code>`; with `isRefusal`, `refusal.<code>`. */
  code: string
  params?: Readonly<Record<string, string | number>>
  /** It speaks of the record's state, not of the value. */
  isRefusal?: true
}

/** A rule between a call's body and its record as it is. */
export interface CallRule {
  /** Field of the body that shows the breach. */
  field: string
  /** `now`: milliseconds since 1970, by the server's clock. */
  judge: (record: Values, body: Values, now: number) => Breach | null
}

/** Who asks, and when, in milliseconds since 1970 by the server's clock. */
export interface Asking {
  access: Access
  now: number
}

/** What the window of a call asks of one record. All of it is for the console; the API judges by the rules. */
export interface CallWindowForm {
  /** False where no value would be accepted, so that the call is not offered. */
  isPossible?: (record: Values, asking: Asking) => boolean
  /** Fields to ask with the values entered so far; default all. */
  asks?: (record: Values, values: Values) => readonly string[]
  /** Values of its choices that the record can come to by this person; default all. */
  offers?: (record: Values, asking: Asking) => Readonly<Record<string, readonly string[]>>
  /** First values beyond those of the record; again when one of `startsBy` changes. */
  starts?: (record: Values, values: Values, asking: Asking) => Values
  startsBy?: readonly string[]
  /** What else will happen: names of `<section>.call.<call>.<note>`. */
  notes?: (record: Values, values: Values) => readonly string[]
}

/** A field's first breach of a call's rules, by field; empty where it may go on. */
export function judgeCall(rules: readonly CallRule[] = [], record: Values, body: Values, now: number): Map<string, Breach> {
  const breaches = new Map<string, Breach>()
  for (const { field, judge } of rules) {
    const breach = breaches.has(field) ? null : judge(record, body, now)
    if (breach) breaches.set(field, breach)
  }
  return breaches
}

/** The breach of a state that does not hold; null where it does. */
export function judgeState(when: Condition | undefined, record: Values, isChoice: boolean): Breach | null {
  if (met(when, record)) return null
  const state = when && isChoice ? record[when.field] : null
  return typeof state === 'string'
    ? { code: 'wrong_state', params: { state: toText(state) }, isRefusal: true }
    : { code: 'not_now', isRefusal: true }
}
