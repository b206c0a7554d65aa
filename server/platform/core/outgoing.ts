/** Requests of the API to services outside it: one place for time limits, repeats and redirects (ofetch). */
import { type FetchContext, FetchError, ofetch } from 'ofetch'

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  /** A form goes as it is, everything else as JSON. */
  body?: unknown
  /** Milliseconds for all attempts and for reading the answer. */
  within: number
  /** Further attempts after a broken connection or a passing status. The default is 2 for GET, none for what may have an effect. */
  retries?: number
}

const passingStatus = [408, 425, 429, 500, 502, 503, 504]
const firstPause = 200
const maxPauseMs = 5_000

/** 200 ms, then 400 ms, or what the service asks for, up to 5 s. */
function pauseBefore({ response, options }: FetchContext): number {
  // The answer is given up, and its connection with it.
  void response?.body?.cancel()
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  if (seconds >= 0) return Math.min(maxPauseMs, seconds * 1_000)
  return options.retry === 1 ? 2 * firstPause : firstPause
}

/** Whatever its status, an answer is an answer. */
function answerOf(error: unknown): Response {
  if (error instanceof FetchError && error.response) return error.response
  throw error
}

/**
 * The answer of a service with its body unread. A redirect is no answer, because what goes along may be a token. Throws
 * ofetch's FetchError, whose `cause` says why, when there was no answer in time.
 */
export function outgoing(url: string, { method, headers = {}, body, within, retries }: OutgoingRequest): Promise<Response> {
  const isForm = body instanceof FormData
  const request = ofetch.raw(url, {
    method,
    headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(within),
    retry: retries ?? (method === 'GET' ? 2 : 0),
    retryStatusCodes: passingStatus,
    retryDelay: pauseBefore,
    responseType: 'stream',
  })
  return request.catch(answerOf)
}
