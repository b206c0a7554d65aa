/** Error codes and their HTTP statuses, for API, drain and console. */
import type { RemovalEntry } from './removal.ts'

export const errorStatus = {
  malformed: 400,
  unauthenticated: 401,
  bad_credentials: 400,
  forbidden: 403,
  /** The password was right; `challenge` leads to the second step. */
  second_factor: 403,
  not_found: 404,
  method_not_allowed: 405,
  in_progress: 409,
  gone: 410,
  stale: 412,
  too_large: 413,
  unsupported_media: 415,
  /** The named owner is not the token's subject. No verdict: that owner's queue pauses. */
  wrong_owner: 421,
  /** The named staged file does not exist (any more). No verdict: it is staged and sent again. */
  not_staged: 425,
  invalid: 422,
  key_reused: 422,
  cancelled: 422,
  in_use: 422,
  /** The 24 hours after the customer's last message are over: only a template may be sent. */
  window_closed: 422,
  /** Replay only: a change that it depends on was not done. No verdict. */
  not_attempted: 424,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** An error of one field: a code to translate, its parameters, and the English text for other clients. */
export interface FieldProblem {
  code: string
  message: string
  params?: Record<string, string | number>
}

/** Reason of a refusal, for translation; the `message` beside it has the same in English. */
export interface Reason {
  code: string
  params?: Record<string, string | number>
  /** On `in_use`: how many records of each section refer to it. */
  uses?: Record<string, number>
}

/** Next step of a sign-in: a code, or the set-up of an app first. */
export interface Challenge {
  token: string
  needs: 'code' | 'setup'
  /** Seconds. */
  expires_in: number
}

/** Body of `application/problem+json` responses. Keys of `fields` are paths such as `sales.0.id`. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  message: string
  fields?: Record<string, FieldProblem>
  /** Absent where the base contract fixes the message. */
  reason?: Reason
  /** On `stale`: the server's current row, or null where it was deleted. */
  current?: unknown
  request_id?: string
  /** On `second_factor`. */
  challenge?: Challenge
  /** On a refused delete: the deleted records, in the shape of a response. */
  success_entities?: readonly RemovalEntry[]
  failed_entities?: readonly RemovalEntry[]
}

/** Returns whether the request may be sent again (docs/offline.md#what-happens-on-each-answer). */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status >= 500
}

/** Of a call that the person may not make. */
export const notAllowed = 'You may not do this.'

/** Shown when the server gave no words of its own (docs/product/messages.md#failed-calls). */
export const somethingWrong = 'Something wrong'
