/** Requests outside the outbox. No retries: the query client decides about them. */

import { notAllowed } from '#contract/kit/field/errors.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { type Call, mayCall } from '#contract/kit/section/call.ts'
import { updateServerTime } from '../base/server-clock.ts'
import { buildRequest, type RequestInput, type WireRequest } from '../outbox/wire/build-request.ts'
import { exchange, type HttpResponse } from '../outbox/wire/exchange.ts'
import { ApiError, offlineError, toApiError } from './api-error.ts'
import { getConfig } from './config.ts'
import { reportReached, reportUnreached, unlessSilent } from './connection.ts'
import { takePreloaded } from './preloaded.ts'
import { sessionStore } from './session.ts'
import { readToken, reportUnauthorized } from './token.ts'

export { buildRequest } from '../outbox/wire/build-request.ts'

export interface RequestOptions extends RequestInput {
  signal?: AbortSignal | undefined
  /** Percent of the sent bytes, 0 to 100. */
  onProgress?: ((percent: number) => void) | undefined
  /** Additional headers. */
  headers?: Readonly<Record<string, string>>
}

async function send(wireRequest: WireRequest, options: RequestOptions): Promise<HttpResponse> {
  try {
    if (!options.onProgress) {
      const started = takePreloaded(wireRequest.method, wireRequest.url)
      const answer = exchange(wireRequest, { signal: options.signal, started })
      // A read without an answer would leave a person before an empty screen (docs/offline.md#a-start-without-an-answer).
      return await (wireRequest.method === 'GET' ? unlessSilent(answer) : answer)
    }
    const { upload } = await import('./upload.ts')
    return await upload(wireRequest, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    reportUnreached()
    throw offlineError()
  }
}

/** HTML of a gateway or captive portal is no API response. */
const isOurs = (response: HttpResponse) => response.status < 500 || isRecord(response.body)

/** Sends a built request; updates connection and session from any response. */
export async function requestWire(wire: WireRequest, signedIn: boolean, options: RequestOptions = {}): Promise<HttpResponse> {
  const token = signedIn ? readToken() : null
  if (token) wire.headers.Authorization = `Bearer ${token}`
  const response = await send(wire, options)
  updateServerTime(response.headers.get('Date'))
  if (isOurs(response)) reportReached()
  else reportUnreached()
  if (response.status === 401) reportUnauthorized(token)
  return response
}

async function form(call: Call<unknown>, body: unknown): Promise<unknown> {
  const loaded = await import('../outbox/wire/form-body.ts').catch(() => {
    throw offlineError()
  })
  return loaded.formBody(call, body)
}

/** A plain server has its own permissions. */
function mayAsk(call: Call<unknown>): boolean {
  const { session } = sessionStore.get()
  return !session || session.plain === true || mayCall(call, session)
}

/**
 * Sends a call and returns its body: JSON, or a Blob for a blob reply. The token is read on sending. Throws ApiError (status 0 and 'No
 * Internet Connection' without a response), or the abort of `signal`. A 401 also ends the session (docs/product/session.md#session). T
 * follows the contract, checked by conformance tests.
 */
export async function request<T>(call: Call<unknown>, options: RequestOptions = {}): Promise<T> {
  // The server logs every refusal as an attempt, so what this person may not read is not asked for.
  if (call.kind === 'query' && !mayAsk(call)) throw new ApiError(notAllowed, 403, 'forbidden')
  const sent = call.encoding === 'multipart' ? await form(call, options.body) : options.body
  const wire = buildRequest(call, { ...options, body: sent }, getConfig())
  Object.assign(wire.headers, options.headers)
  const { status, body, headers } = await requestWire(wire, call.permission !== 'public', options)
  if (status < 200 || status > 299) throw toApiError(status, body, headers)
  if (call.reply.of !== 'blob' && !isRecord(body) && !Array.isArray(body)) throw toApiError(status, body)
  return body as T
}
