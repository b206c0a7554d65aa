/** One exchange of the outbox over the network, in the name of the person whose rows it carries. */
import { syncHeaders } from '#contract/sync.ts'
import type { PostedEvent } from '../row/event.ts'
import type { LastError, Verdict } from '../row/types.ts'
import type { WireRequest } from './build-request.ts'
import type { BuildParts } from './build-row.ts'
import type { Credentials } from './credentials.ts'
import type { ExchangeOptions, HttpResponse } from './exchange.ts'

export interface TransportParts extends BuildParts {
  /** Rejects only without a whole answer. */
  send: (request: WireRequest, options: ExchangeOptions) => Promise<HttpResponse>
  isOnline: () => boolean
  now: () => number
  publish?: (event: PostedEvent) => void
  /** Hears of every answer, and of none (null). */
  onResponse?: (status: number | null, token: string) => void
}

const noResponse: LastError = { status: 0, code: 'offline', message: '' }

/** What a request without a whole answer means for its rows. */
export const withoutResponse = (parts: Pick<TransportParts, 'isOnline'>): Verdict =>
  parts.isOnline() ? { kind: 'retry', afterMs: null, error: noResponse } : { kind: 'hold', why: 'offline', error: noResponse }

/** Sends with the person's token. Rejects only without a whole answer. */
export async function exchangeAs(
  { token, owner }: Credentials,
  request: WireRequest,
  parts: TransportParts,
  options: ExchangeOptions,
): Promise<HttpResponse> {
  Object.assign(request.headers, { Authorization: `Bearer ${token}`, [syncHeaders.owner]: owner })
  const response = await parts.send(request, options)
  parts.onResponse?.(response.status, token)
  return response
}

/** Does what sends; null where there was no whole answer, of which the connection hears. */
export async function orNoResponse<T>(
  { token }: Credentials,
  parts: Pick<TransportParts, 'onResponse'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work()
  } catch {
    if (!signal.aborted) parts.onResponse?.(null, token)
    return null
  }
}
