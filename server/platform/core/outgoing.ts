/** Requests to external services, with common time limits, retries and redirects (ofetch). */
import { type FetchContext, FetchError, ofetch } from 'ofetch'

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  /** Forms, multipart or url-encoded, and bytes as they are; other values as JSON. */
  body?: unknown
  /** Milliseconds for all attempts and reading. */
  within: number
  /** Retries after a broken connection or a temporary status. Default 2 for GET, none for requests with effects. */
  retries?: number
}

const passingStatus = [408, 425, 429, 500, 502, 503, 504]
const firstPause = 200
const maxPauseMs = 5_000

/** 200 ms, then 400 ms, or as the service requests, up to 5 s. */
function pauseBefore({ response, options }: FetchContext): number {
  // Discards the response with its connection.
  void response?.body?.cancel()
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  if (seconds >= 0) return Math.min(maxPauseMs, seconds * 1_000)
  return options.retry === 1 ? 2 * firstPause : firstPause
}

/** Any status is a response. */
function answerOf(error: unknown): Response {
  if (error instanceof FetchError && error.response) return error.response
  throw error
}

/**
 * Returns a service's response with unread body. Redirects are not followed, because the request may carry a token. Throws FetchError of
 * ofetch, with its `cause`, without a response in time.
 */
export function outgoing(url: string, { method, headers = {}, body, within, retries }: OutgoingRequest): Promise<Response> {
  const isPlain = body instanceof FormData || body instanceof URLSearchParams || body instanceof Uint8Array
  const request = ofetch.raw(url, {
    method,
    headers: { ...headers, ...(body !== undefined && !isPlain && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isPlain ? body : JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(within),
    retry: retries ?? (method === 'GET' ? 2 : 0),
    retryStatusCodes: passingStatus,
    retryDelay: pauseBefore,
    responseType: 'stream',
  })
  return request.catch(answerOf)
}
