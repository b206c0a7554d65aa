/** A server by the outbox protocol, and a network that loses, duplicates, delays and corrupts. */

import type { WireRequest } from '#console/data/outbox/wire/build-request.ts'
import type { HttpResponse } from '#console/data/outbox/wire/exchange.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { type ReplayEntry, replay } from '#contract/replay.ts'
import { syncHeaders } from '#contract/sync.ts'

export const faults = [
  'none',
  'dropped before',
  'dropped after',
  'cut halfway',
  'duplicated',
  'delivered late',
  'status 401',
  'status 500',
  'status 503',
  'status 408',
  'in progress',
  'too many',
  'captive portal',
  'replay too large',
  'replay unknown',
  'replay misread',
  'status 500 inside',
  'in progress inside',
  'status 401 inside',
] as const
export type Fault = (typeof faults)[number]

interface Reply {
  status: number
  body: unknown
}

interface Stored {
  version: number
  /** Marks of effective writes, in order. */
  log: number[]
  gone: boolean
}

const respond = ({ status, body }: Reply, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  body,
  headers: new Headers(headers),
})
const refusal = (status: number, code: string) => respond({ status, body: { code, message: code } })

export const refusedHolder = 'refused'

export class ModelServer {
  readonly records = new Map<string, Stored>()
  readonly #verdicts = new Map<string, Reply & { fingerprint: string }>()
  #late: WireRequest[] = []

  #rowOf(ref: string, record: Stored): Record<string, unknown> {
    return { id: 1, ref, version: record.version, account_holder: toText(record.log.at(-1)) }
  }

  #effect(request: WireRequest): Reply {
    const body: Record<string, unknown> = JSON.parse(toText(request.body))
    const removed = Array.isArray(body.ids) ? String(body.ids[0]) : null
    const ref = removed ?? (request.method === 'POST' ? toText(body.ref) : (request.url.split('/').at(-1) ?? ''))
    const record = this.records.get(ref)
    if (request.method === 'POST') {
      if (record) return { status: 422, body: { code: 'invalid', message: 'is there already' } }
      const made = { version: 1, log: [Number(body.account_holder)], gone: false }
      this.records.set(ref, made)
      return { status: 201, body: { message: 'ok', data: this.#rowOf(ref, made) } }
    }
    if (!record || record.gone) return { status: 404, body: { code: 'not_found', message: 'not there' } }
    if (removed) {
      record.gone = true
      return { status: 200, body: { message: 'ok', success_entities: [], failed_entities: [] } }
    }
    if (body.account_holder === refusedHolder) return { status: 422, body: { code: 'invalid', message: 'not such a one' } }
    const match = request.headers[syncHeaders.ifMatch]
    if (match !== undefined && match !== `"${record.version}"`) {
      return { status: 412, body: { code: 'stale', message: 'changed since', current: this.#rowOf(ref, record) } }
    }
    record.version += 1
    record.log.push(Number(body.account_holder))
    return { status: 200, body: { message: 'ok', data: this.#rowOf(ref, record) } }
  }

  /** One verdict per key, forever; checked before If-Match. */
  #handle(request: WireRequest): HttpResponse {
    const key = request.headers[syncHeaders.key] ?? ''
    const fingerprint = `${request.method} ${request.url} ${toText(request.body)}`
    const stored = this.#verdicts.get(key)
    if (stored && stored.fingerprint !== fingerprint) return refusal(422, 'key_reused')
    const reply = stored ?? this.#effect(request)
    this.#verdicts.set(key, { ...reply, fingerprint })
    return respond(reply, { [syncHeaders.echo]: key })
  }

  /** Entries in order, each like its own request; `inside` hits the middle one. */
  #lines(request: WireRequest, inside: Fault): string[] {
    const { entries }: { entries: ReplayEntry[] } = JSON.parse(toText(request.body))
    const done = new Set<string>()
    const versions = new Map<string, number>()
    const lines: string[] = []
    for (const [i, entry] of entries.entries()) {
      const stands = (entry.after ?? []).every((id) => done.has(id))
      const matched = i === Math.floor(entries.length / 2) ? insideReply(inside) : null
      const got = stands ? (matched ?? this.#handle(toRequest(entry, versions))) : refusal(424, 'not_attempted')
      lines.push(toLine(entry.id, got))
      if (got.status === 401) break
      if (got.status >= 300) continue
      done.add(entry.id)
      const row = dataOf(got.body)
      if (row) versions.set(row.ref, row.version)
    }
    return lines
  }

  #replay(request: WireRequest, fault: Fault, onText: (text: string) => void): HttpResponse {
    const text = this.#lines(request, fault).join('')
    if (fault !== 'cut halfway') {
      onText(text)
      return respond({ status: 200, body: '' })
    }
    onText(text.slice(0, Math.floor(text.length / 2)))
    throw new Error('lost in the middle of the answer')
  }

  #receive(request: WireRequest, fault: Fault, onText?: (text: string) => void): HttpResponse {
    return isReplay(request) ? this.#replay(request, fault, onText ?? (() => undefined)) : this.#handle(request)
  }

  /** Delivers delayed requests. */
  deliverLate(): void {
    for (const request of this.#late.splice(0)) this.#receive(request, 'none')
  }

  /** Sends over the network with a fault; rejects on a lost or hanging request. */
  async send(request: WireRequest, fault: Fault, onText?: (text: string) => void): Promise<HttpResponse> {
    const inReplay = isReplay(request)
    switch (fault) {
      case 'none':
      case 'status 500 inside':
      case 'in progress inside':
      case 'status 401 inside':
        return this.#receive(request, fault, onText)
      case 'cut halfway':
        if (inReplay) return this.#receive(request, fault, onText)
        this.#receive(request, fault)
        throw new Error('lost in the middle of the answer')
      case 'replay too large':
        return inReplay ? refusal(413, 'too_large') : this.#receive(request, fault)
      case 'replay unknown':
        return inReplay ? refusal(404, 'not_found') : this.#receive(request, fault)
      case 'replay misread':
        return inReplay ? refusal(422, 'invalid') : this.#receive(request, fault)
      case 'dropped before':
        throw new Error('lost on the way there')
      case 'dropped after':
        this.#receive(request, fault)
        throw new Error('lost on the way back')
      case 'duplicated':
        this.#receive(request, fault)
        return this.#receive(request, fault, onText)
      case 'delivered late':
        this.#late.push(request)
        throw new Error('30 s without progress')
      case 'in progress':
        return refusal(409, 'in_progress')
      case 'too many':
        return respond({ status: 429, body: { code: 'rate_limited', message: 'later' } }, { 'Retry-After': '7' })
      case 'captive portal':
        onText?.('<html>\nPlease sign in\nto the hotel</html>\n')
        return respond({ status: 200, body: '<html>Please sign in to the hotel</html>' })
      case 'status 401':
      case 'status 408':
      case 'status 500':
      case 'status 503':
        return refusal(Number(fault.slice(-3)), 'down')
    }
  }
}

const isReplay = (request: WireRequest) => request.method === replay.method && request.url.endsWith(replay.path)

function insideReply(fault: Fault): HttpResponse | null {
  if (fault === 'status 500 inside') return refusal(500, 'internal')
  if (fault === 'in progress inside') return refusal(409, 'in_progress')
  return fault === 'status 401 inside' ? refusal(401, 'unauthenticated') : null
}

function dataOf(body: unknown): { ref: string; version: number } | null {
  const { data }: { data?: { ref: string; version: number } } = JSON.parse(JSON.stringify(body))
  return data ?? null
}

function toRequest({ id, method, path, body, if_match, follow }: ReplayEntry, versions: ReadonlyMap<string, number>): WireRequest {
  const matched = versions.get(toText(follow))
  const version = matched === undefined ? if_match : `"${matched}"`
  const headers = { [syncHeaders.key]: id, ...(version && { [syncHeaders.ifMatch]: version }) }
  return { method, url: path, headers, body: body ?? null, reply: 'record' }
}

function toLine(id: string, { status, headers, body }: HttpResponse): string {
  return `${JSON.stringify({ id, status, echo: headers.get(syncHeaders.echo), retry_after: null, body: JSON.stringify(body) })}\n`
}
