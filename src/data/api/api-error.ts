/** Error of every failed call. Screens show it; transport never does. */
import { type Challenge, type FieldProblem, somethingWrong } from '#contract/kit/field/errors.ts'
import { isRecord } from '#contract/kit/field/guards.ts'

/** For calls that cannot wait offline (docs/product/messages.md#failed-calls). */
export const noConnection = 'No Internet Connection'

export interface ApiErrorDetails {
  fields?: Readonly<Record<string, FieldProblem>> | undefined
  /** As received (kit/refusal-text.ts). */
  reason?: unknown
  current?: unknown
  /** Seconds until a retry, from the header Retry-After. */
  retryAfter?: number | undefined
  /** For the next step of sign-in. */
  challenge?: Challenge | undefined
}

export class ApiError extends Error {
  readonly fields?: Readonly<Record<string, FieldProblem>>
  readonly reason?: unknown
  readonly current?: unknown
  readonly retryAfter?: number
  readonly challenge?: Challenge

  constructor(
    message: string,
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** An `ErrorCode` of the contract; 'offline' without a response, 'unknown' for a foreign one. */
    readonly code: string,
    details: ApiErrorDetails = {},
  ) {
    super(message)
    this.name = 'ApiError'
    if (details.fields) this.fields = details.fields
    this.reason = details.reason
    if ('current' in details) this.current = details.current
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter
    if (details.challenge) this.challenge = details.challenge
  }

  /** No response: the call may succeed later. */
  get offline(): boolean {
    return this.status === 0
  }
}

/** Whether a read waits for a network, or ended without a response. */
export const hasNoConnection = ({ error, fetchStatus }: { error: unknown; fetchStatus: string }): boolean =>
  fetchStatus === 'paused' || (error instanceof ApiError && error.offline)

export function offlineError(): ApiError {
  return new ApiError(noConnection, 0, 'offline')
}

function toFields(value: unknown): Record<string, FieldProblem> | undefined {
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value).flatMap(([path, problem]): [string, FieldProblem][] => {
    if (!isRecord(problem) || typeof problem.code !== 'string' || typeof problem.message !== 'string') return []
    const params = isRecord(problem.params) ? problem.params : undefined
    const known = Object.entries(params ?? {}).flatMap(([name, param]): [string, string | number][] =>
      typeof param === 'string' || typeof param === 'number' ? [[name, param]] : [],
    )
    return [[path, { code: problem.code, message: problem.message, ...(known.length && { params: Object.fromEntries(known) }) }]]
  })
  return Object.fromEntries(entries)
}

function toChallenge(value: unknown): Challenge | undefined {
  if (!isRecord(value) || typeof value.token !== 'string' || typeof value.expires_in !== 'number') return undefined
  return { token: value.token, needs: value.needs === 'setup' ? 'setup' : 'code', expires_in: value.expires_in }
}

/** Parses problem+json, or any `{ message }`; the server's words or 'Something wrong' (docs/product/messages.md#failed-calls). */
export function toApiError(status: number, body: unknown, headers?: Headers): ApiError {
  const seconds = Number(headers?.get('Retry-After') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  if (!isRecord(body)) return new ApiError(somethingWrong, status, 'unknown', { retryAfter })
  const message = typeof body.message === 'string' && body.message !== '' ? body.message : somethingWrong
  const code = typeof body.code === 'string' ? body.code : 'unknown'
  return new ApiError(message, status, code, {
    challenge: toChallenge(body.challenge),
    retryAfter,
    fields: toFields(body.fields),
    reason: body.reason,
    ...('current' in body && { current: body.current }),
  })
}
