/** A server by the rules of the outbox protocol, and a line that loses, doubles, delays and spoils what passes over it. */
import { syncHeaders } from '#contract/sync.ts'
import type { WireRequest } from './build-request.ts'
import type { Answer } from './exchange.ts'

export const faults = [
  'none',
  'dropped before',
  'dropped after',
  'duplicated',
  'delivered late',
  'status 500',
  'status 503',
  'status 408',
  'in progress',
  'too many',
  'captive portal',
] as const
export type Fault = (typeof faults)[number]

interface Reply {
  status: number
  body: unknown
}

interface Stored {
  version: number
  /** The mark of every write that took effect, in order. */
  log: number[]
  gone: boolean
}

const answer = ({ status, body }: Reply, headers: Record<string, string> = {}): Answer => ({ status, body, headers: new Headers(headers) })

export class ModelServer {
  readonly records = new Map<string, Stored>()
  readonly #verdicts = new Map<string, Reply & { fingerprint: string }>()
  #late: WireRequest[] = []

  #rowOf(ref: string, record: Stored): Record<string, unknown> {
    return { id: 1, ref, version: record.version, account_holder: String(record.log.at(-1)) }
  }

  #effect(request: WireRequest): Reply {
    const body: Record<string, unknown> = JSON.parse(String(request.body))
    const removed = Array.isArray(body.ids) ? String(body.ids[0]) : null
    const ref = removed ?? (request.method === 'POST' ? String(body.ref) : (request.url.split('/').at(-1) ?? ''))
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
    const match = request.headers[syncHeaders.ifMatch]
    if (match !== undefined && match !== `"${record.version}"`) {
      return { status: 412, body: { code: 'stale', message: 'changed since', current: this.#rowOf(ref, record) } }
    }
    record.version += 1
    record.log.push(Number(body.account_holder))
    return { status: 200, body: { message: 'ok', data: this.#rowOf(ref, record) } }
  }

  /** One verdict per key, forever; the key is checked before If-Match. */
  #handle(request: WireRequest): Answer {
    const key = request.headers[syncHeaders.key] ?? ''
    const fingerprint = `${request.method} ${request.url} ${String(request.body)}`
    const held = this.#verdicts.get(key)
    if (held && held.fingerprint !== fingerprint) return answer({ status: 422, body: { code: 'key_reused', message: 'another body' } })
    const reply = held ?? this.#effect(request)
    this.#verdicts.set(key, { ...reply, fingerprint })
    return answer(reply, { [syncHeaders.echo]: key })
  }

  /** What was on its way arrives now. */
  deliverLate(): void {
    for (const request of this.#late.splice(0)) this.#handle(request)
  }

  /** Sends over the line with a fault; rejects as a lost or hanging request does. */
  async send(request: WireRequest, fault: Fault): Promise<Answer> {
    switch (fault) {
      case 'none':
        return this.#handle(request)
      case 'dropped before':
        throw new Error('lost on the way there')
      case 'dropped after':
        this.#handle(request)
        throw new Error('lost on the way back')
      case 'duplicated':
        this.#handle(request)
        return this.#handle(request)
      case 'delivered late':
        this.#late.push(request)
        throw new Error('30 s without progress')
      case 'in progress':
        return answer({ status: 409, body: { code: 'in_progress', message: 'being worked on' } })
      case 'too many':
        return answer({ status: 429, body: { code: 'rate_limited', message: 'later' } }, { 'Retry-After': '7' })
      case 'captive portal':
        return answer({ status: 200, body: '<html>Please sign in to the hotel</html>' })
      case 'status 408':
      case 'status 500':
      case 'status 503':
        return answer({ status: Number(fault.slice(-3)), body: { code: 'internal', message: 'down' } })
    }
  }
}
