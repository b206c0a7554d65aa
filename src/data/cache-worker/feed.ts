/** Asks the API for pages of the changes feed, and says what the answer means for connection and session. */
import type { ConsoleConfig } from '#contract/config.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { type Changes, changes as call } from '#contract/sync.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'
import { buildRequest } from '../outbox/wire/build-request.ts'
import { exchange } from '../outbox/wire/exchange.ts'
import type { FromWorker } from './messages.ts'
import { PullError } from './pull.ts'

/** There was no answer of the API. */
export class NetworkError extends Error {
  override name = 'NoLine'
}

/** What the contract promises of an answer, as far as a pull relies on it. */
const isChanges = (body: unknown): body is Changes =>
  isRecord(body) && Array.isArray(body.changes) && typeof body.cursor === 'string' && typeof body.more === 'boolean'

interface FeedParts {
  area: SyncedArea
  token: string
  hosts: ConsoleConfig['hosts']
  signal: AbortSignal
  post: (message: FromWorker) => void
}

export function createFeed({ area, token, hosts, signal, post }: FeedParts) {
  return async (cursor: string, limit: number): Promise<Changes> => {
    const wire = buildRequest(call, { query: { area, cursor, limit } }, { hosts })
    wire.headers.Authorization = `Bearer ${token}`
    const response = await exchange(wire, { signal }).catch(() => null)
    signal.throwIfAborted()
    // A gateway's or captive portal's page is no answer of the API.
    if (!response || (response.status >= 500 && !isRecord(response.body))) {
      post({ kind: 'unreached' })
      throw new NetworkError()
    }
    post({ kind: 'reached' })
    if (response.status === 401) post({ kind: 'unauthorized', token })
    if (response.status !== 200 || !isChanges(response.body)) throw new PullError(`the changes feed answers ${response.status}`)
    return response.body
  }
}
