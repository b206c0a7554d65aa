/** Errors of the WhatsApp Cloud API for a message of ours, by code (docs/product/chat.md#failed-sending). */

import { cutText } from '../lib/cut-text.ts'

/** Who sends it again: the queue by itself, a person by hand, or nobody. */
export type Again = 'self' | 'hand' | 'no'

/**
 * `number`: nothing more goes from this number until an administrator acts. `window`: the 24 hours are over. `templates`: the list of
 * templates is out of date.
 */
export type Consequence = 'number' | 'window' | 'templates'

interface Entry {
  codes: readonly number[]
  again: Again
  besides?: Consequence
  /** Of `self`: each wait is so many times the one before, in seconds. */
  growth?: number
  /** Of `self`: milliseconds of the longest wait. */
  maxWait?: number
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Keys name the words for a salesperson: `sending.error.<key>`. */
const table = {
  unreachable: { codes: [131_026], again: 'no' },
  windowOver: { codes: [131_047], again: 'no', besides: 'window' },
  promotionHeld: { codes: [131_049], again: 'no' },
  stopped: { codes: [131_050], again: 'no' },
  tooFast: { codes: [131_056], again: 'self', growth: 4 },
  maintenance: { codes: [131_057], again: 'self', maxWait: 60_000 },
  busy: { codes: [130_429, 80_007, 4], again: 'self' },
  fault: { codes: [131_000, 131_016, 1, 2, 133_004], again: 'self' },
  experiment: { codes: [130_472], again: 'no' },
  kind: { codes: [131_051], again: 'no' },
  theirFile: { codes: [131_052], again: 'no' },
  ourFile: { codes: [131_053], again: 'hand' },
  value: { codes: [131_008, 131_009, 100, 132_018], again: 'no' },
  templateValue: { codes: [132_012], again: 'no', besides: 'templates' },
  ownNumber: { codes: [131_021], again: 'no' },
  access: { codes: [131_005, 10, ...range(200, 299), 3, 0, 190], again: 'hand', besides: 'number' },
  locked: { codes: [131_031, 368], again: 'hand', besides: 'number' },
  payment: { codes: [131_042], again: 'hand', besides: 'number' },
  unregistered: { codes: [131_045, 133_010, 33, 131_037], again: 'hand', besides: 'number' },
  reported: { codes: [131_048], again: 'hand' },
  wrongCategory: { codes: [131_064], again: 'hand' },
  country: { codes: [130_497], again: 'no' },
  blocked: { codes: [130_403], again: 'no' },
  templateCount: { codes: [132_000], again: 'no', besides: 'templates' },
  templateGone: { codes: [132_001], again: 'no', besides: 'templates' },
  templateLong: { codes: [132_005], again: 'no' },
  templateRules: { codes: [132_007], again: 'no' },
  templatePaused: { codes: [132_015], again: 'no', besides: 'templates' },
  templateOff: { codes: [132_016], again: 'no', besides: 'templates' },
  formBlocked: { codes: [132_068], again: 'no' },
  formThrottled: { codes: [132_069], again: 'hand' },
  signInCode: { codes: [131_062], again: 'no' },
  otherWay: { codes: [131_063], again: 'no' },
  identity: { codes: [137_000], again: 'hand' },
  call: { codes: [138_006, 138_009, 138_012, 138_013], again: 'no' },
} as const satisfies Record<string, Entry>

export type SendErrorName = keyof typeof table

export interface SendError extends Omit<Entry, 'codes'> {
  name: SendErrorName
}

const names = Object.keys(table) as SendErrorName[]
const byCode: ReadonlyMap<number, SendError> = new Map(
  names.flatMap((name) => {
    const { codes, ...rest }: Entry = table[name]
    return codes.map((code): [number, SendError] => [code, { name, ...rest }])
  }),
)

/** Every code of the table. */
export const sendErrorCodes: readonly number[] = [...byCode.keys()]

/** Null for a code that the table does not have. */
export const sendErrorOf = (code: number | null): SendError | null => (code === null ? null : (byCode.get(code) ?? null))

/** A stored failure: the provider's words, its code, and what the table says of it. */
export interface Failure {
  details: string
  code: number | null
  error: SendError | null
}

/** Reads a failure as `failureText` writes it; one of our own has no code. */
export function readFailure(text: string): Failure {
  const at = text.lastIndexOf(' (')
  const digits = at < 0 ? '' : text.slice(at + 2, -1)
  if (!text.endsWith(')') || !/^\d{1,9}$/.test(digits)) return { details: text, code: null, error: null }
  const code = Number(digits)
  return { details: text.slice(0, at), code, error: sendErrorOf(code) }
}

/** At most 400 characters of words, none of them half, and the code. */
export function failureText(details: string, code: number | null): string {
  const words = cutText(details, 400)
  return code === null ? words : `${words} (${code})`
}
