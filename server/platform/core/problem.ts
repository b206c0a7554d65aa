/** The only conversion of errors to `application/problem+json` responses. */
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TooManyEntriesError } from '#contract/kit/field/decode-entries.ts'
import {
  type Challenge,
  type ErrorCode,
  errorStatus,
  type FieldProblem,
  notAllowed,
  type Problem,
  type Reason,
} from '#contract/kit/field/errors.ts'
import { ListQueryError } from '#contract/kit/field/list-query.ts'
import { problem } from '#contract/kit/field/problem.ts'
import type { RemovalEntry } from '#contract/kit/field/removal.ts'
import { isDiskFull } from '#server/db/error-line.ts'

/** Default messages by code. */
export const defaultMessages: Record<ErrorCode, string> = {
  malformed: 'The request could not be read.',
  unauthenticated: 'Invalid access_token',
  bad_credentials: 'The username or password is wrong.',
  forbidden: notAllowed,
  second_factor: 'A sign-in code is needed as well.',
  not_found: 'This does not exist, or no longer.',
  method_not_allowed: 'This address does not answer to that method.',
  in_progress: 'The same change is being worked on. Try again in a moment.',
  gone: 'This no longer exists.',
  stale: 'Somebody else changed this in the meantime.',
  too_large: 'This is too large.',
  unsupported_media: 'This kind of content is not accepted here.',
  wrong_owner: 'These changes belong to another user.',
  not_staged: 'The file has to be sent again first.',
  invalid: 'Please check the marked fields.',
  key_reused: 'The same Idempotency-Key was used for another change.',
  cancelled: 'This change was cancelled.',
  in_use: 'This is still in use.',
  window_closed: 'More than 24 hours have passed since the customer wrote. Choose a template.',
  not_attempted: 'A change before this one was not made.',
  rate_limited: 'Too many attempts. Please wait.',
  internal: 'Something wrong',
  unavailable: 'The service is busy. Try again in a moment.',
}

export interface ProblemExtra {
  fields?: Record<string, FieldProblem>
  /** On `stale`: the current row, or null. */
  current?: unknown
  /** Where the base contract does not fix the message (refusal.ts). */
  reason?: Reason
  /** Seconds. */
  retryAfter?: number
  /** On `second_factor`. */
  challenge?: Challenge
  /** Of a refused delete. */
  refused?: readonly RemovalEntry[]
}

/** Problems whose words say what they are of, or are those of the base contract (docs/product/messages.md#fixed-messages). */
const whole: ReadonlySet<string> = new Set(['required', 'no_video'])

/** Summarises field problems, for clients that show the message alone. */
function fieldsMessage(fields: Readonly<Record<string, FieldProblem>> = {}): string | undefined {
  const named = Object.entries(fields).map(([name, { code, message }]) => (name && !whole.has(code) ? `${name}: ${message}` : message))
  return named.length ? named.slice(0, 3).join('; ') : undefined
}

/** Thrown by handlers. `message` is shown to people; default is that of the code. */
export class ApiError extends Error {
  readonly status: number
  constructor(
    readonly code: ErrorCode,
    message?: string,
    readonly extra: ProblemExtra = {},
  ) {
    super(message ?? fieldsMessage(extra.fields) ?? defaultMessages[code])
    this.name = 'ApiError'
    this.status = errorStatus[code]
  }
}

/** 422 for one field; `code` is a rule code of the contract. */
export function fieldError(field: string, code: string, params?: Record<string, string | number>): ApiError {
  return new ApiError('invalid', undefined, { fields: { [field]: problem(code, params) } })
}

export function problemBody(error: ApiError, requestId?: string): Problem {
  const { fields, reason, current, challenge, refused } = error.extra
  return {
    type: 'about:blank',
    title: error.code.replaceAll('_', ' '),
    status: error.status,
    code: error.code,
    message: error.message,
    ...(fields && { fields }),
    ...(reason && { reason }),
    ...(challenge && { challenge }),
    ...(current !== undefined && { current }),
    ...(refused && { success_entities: [], failed_entities: refused }),
    ...(requestId && { request_id: requestId }),
  }
}

/** What waits on a device is sent again until there is room (docs/product/messages.md#a-full-disk). */
export const diskFullMessage =
  "The server's disk is full: it can keep nothing new until there is room. Please tell whoever runs the server."

/** Seconds until another attempt. */
const diskFullRetry = 60

/** Postgres errors caused by the client, or temporary. Follows causes, because Drizzle wraps errors. */
function fromPostgres(error: unknown): ApiError | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : ''
  if (code === '23505') {
    const column = /^Key \((?:lower\()?"?(\w+)/.exec(detail)?.[1]
    return column ? fieldError(column, 'taken') : new ApiError('invalid', 'This already exists.')
  }
  if (code === '23503' || code === '23001') return new ApiError('in_use')
  if (/^(22P05|22021|22003|22P02|22007|22008)$/.test(code)) return new ApiError('malformed')
  if (/^(40001|40P01|55P03|57014|57P0\d|53\d{3}|08\d{3})$/.test(code)) return new ApiError('unavailable', undefined, { retryAfter: 1 })
  return fromPostgres(error.cause)
}

/** Returns an error as ApiError; null for a bug of the server. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof ListQueryError)
    return new ApiError('invalid', error.message, { fields: { [error.parameter]: { code: error.code, message: error.message } } })
  if (error instanceof TooManyEntriesError) return new ApiError('too_large', error.message)
  if (error instanceof HTTPException) return new ApiError(error.status === 413 ? 'too_large' : 'malformed')
  if (isDiskFull(error)) return new ApiError('unavailable', diskFullMessage, { reason: { code: 'disk_full' }, retryAfter: diskFullRetry })
  return fromPostgres(error)
}

export function sendProblem(c: Context, error: ApiError): Response {
  const headers = new Headers({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' })
  if (error.extra.retryAfter !== undefined) headers.set('Retry-After', String(error.extra.retryAfter))
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer')
  return new Response(JSON.stringify(problemBody(error, c.get('requestId'))), { status: error.status, headers })
}
