/** One vocabulary of errors and one map to HTTP status, for API, drain and console alike. */
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
  /** The request names an owner who is not the token's subject: no verdict, the queue of that owner pauses. */
  wrong_owner: 421,
  /** The request names a staged file that is not, or no longer, there: no verdict, staged anew and sent again. */
  not_staged: 425,
  invalid: 422,
  key_reused: 422,
  cancelled: 422,
  in_use: 422,
  /** The 24 hours after the customer's last message are over: only a template may be sent. */
  window_closed: 422,
  /** In a replay alone: a change that it stands behind was not done. No verdict. */
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

/** Why something was refused, for saying it in the reader's language; the `message` beside it says the same in English. */
export interface Reason {
  code: string
  params?: Record<string, string | number>
  /** On `in_use`: how many records of each section refer to it. */
  uses?: Record<string, number>
}

/** How a sign-in goes on: with a code, or by setting up an app first. */
export interface Challenge {
  token: string
  needs: 'code' | 'setup'
  /** Seconds. */
  expires_in: number
}

/** Body of every `application/problem+json` answer. Keys of `fields` are paths such as `sales.0.id`. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  message: string
  fields?: Record<string, FieldProblem>
  /** Where the message is none that the base contract gives. */
  reason?: Reason
  /** On `stale`: the row as the server has it now, or null where it was deleted. */
  current?: unknown
  request_id?: string
  /** On `second_factor`. */
  challenge?: Challenge
  /** Of a delete that was refused: as an answer has them where some of the records were deleted. */
  success_entities?: readonly RemovalEntry[]
  failed_entities?: readonly RemovalEntry[]
}

/** Statuses after which the same request may be sent again (docs/offline.md#what-happens-on-each-answer). */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status >= 500
}

/** Of a call that the person may not make. */
export const notAllowed = 'You may not do this.'

/** Shown when the server gave no words of its own (docs/product/messages.md#failed-calls). */
export const somethingWrong = 'Something wrong'
