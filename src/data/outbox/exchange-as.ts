/** One exchange of the outbox over the line, in the name of the person whose rows it carries. */
import { syncHeaders } from '#contract/sync.ts'
import type { WireRequest } from './build-request.ts'
import type { BuildParts } from './build-row.ts'
import type { Credentials } from './credentials.ts'
import type { Answer, ExchangeOptions } from './exchange.ts'
import type { LastError, Verdict } from './types.ts'

export interface TransportParts extends BuildParts {
  /** Rejects only without a whole answer. */
  send: (request: WireRequest, options: ExchangeOptions) => Promise<Answer>
  isOnline: () => boolean
  now: () => number
  /** Percent of the files of a row that were sent, by its mutation id. */
  onProgress?: (id: string, percent: number) => void
  /** Hears of every answer, and of none (null). */
  onAnswer?: (status: number | null, token: string) => void
}

const noAnswer: LastError = { status: 0, code: 'offline', message: '' }

/** What a request without a whole answer means for its rows. */
export const unanswered = (parts: Pick<TransportParts, 'isOnline'>): Verdict =>
  parts.isOnline() ? { kind: 'retry', afterMs: null, error: noAnswer } : { kind: 'hold', why: 'offline', error: noAnswer }

/** Sends with the person's token. Rejects only without a whole answer. */
export async function exchangeAs(
  { token, owner }: Credentials,
  request: WireRequest,
  parts: TransportParts,
  options: ExchangeOptions,
): Promise<Answer> {
  Object.assign(request.headers, { Authorization: `Bearer ${token}`, [syncHeaders.owner]: owner })
  const answer = await parts.send(request, options)
  parts.onAnswer?.(answer.status, token)
  return answer
}

/** Does what sends; null where there was no whole answer, of which the connection hears. */
export async function orNoAnswer<T>(
  { token }: Credentials,
  parts: Pick<TransportParts, 'onAnswer'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work()
  } catch {
    if (!signal.aborted) parts.onAnswer?.(null, token)
    return null
  }
}
