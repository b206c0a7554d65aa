/** Every call of the console that does not go through the outbox. No retries here: the query client decides about them. */

import { notAllowed } from '#contract/kit/field/errors.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { type Call, mayCall } from '#contract/kit/section/call.ts'
import { updateServerTime } from '../base/server-clock.ts'
import { buildRequest, type RequestInput, type WireRequest } from '../outbox/wire/build-request.ts'
import { exchange, type HttpResponse } from '../outbox/wire/exchange.ts'
import { ApiError, offlineError, toApiError } from './api-error.ts'
import { getConfig } from './config.ts'
import { reportReached, reportUnreached } from './connection.ts'
import { takePreloaded } from './preloaded.ts'
import { sessionStore } from './session.ts'
import { readToken, reportUnauthorized } from './token.ts'

export { buildRequest } from '../outbox/wire/build-request.ts'

export interface RequestOptions extends RequestInput {
  signal?: AbortSignal | undefined
  /** Percent of the bytes sent, 0 to 100. */
  onProgress?: ((percent: number) => void) | undefined
  /** Beside those of every request. */
  headers?: Readonly<Record<string, string>>
}

async function send(wireRequest: WireRequest, options: RequestOptions): Promise<HttpResponse> {
  try {
    if (!options.onProgress)
      return await exchange(wireRequest, { signal: options.signal, started: takePreloaded(wireRequest.method, wireRequest.url) })
    const { upload } = await import('./upload.ts')
    return await upload(wireRequest, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    reportUnreached()
    throw offlineError()
  }
}

/** A gateway's or captive portal's page is no answer of the API. */
const isOurs = (response: HttpResponse) => response.status < 500 || isRecord(response.body)

/** Sends a request that has been built; whatever the answer is, the connection and the session learn of it. */
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

/** A plain server has permissions of its own. */
function mayAsk(call: Call<unknown>): boolean {
  const { session } = sessionStore.get()
  return !session || session.plain === true || mayCall(call, session)
}

/**
 * Sends a call and gives its body: JSON, or a Blob for a blob reply. The token is read when it is sent.
 * Throws ApiError (status 0 and 'No Internet Connection' when there was no answer), or the abort of `signal`.
 * A 401 also ends the session (docs/product/session.md#session). What T is, the contract says and the conformance tests hold.
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
