/** Network between a device and the API, at wire level: it loses, duplicates, delays, truncates and forges. */
import type { WireRequest } from '#console/data/outbox/wire/build-request.ts'
import { type ExchangeOptions, exchange, type HttpResponse } from '#console/data/outbox/wire/exchange.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import type { Random } from './random.ts'
import type { FaultKind } from './schedule.ts'
import type { ModelServer } from './server.ts'

export const origin = 'http://api.test'

export interface NetworkFault {
  kind: FaultKind
  /** Number of requests it still hits. */
  left: number
  n: number
}

export interface NetworkParts {
  server: ModelServer
  clock: Clock
  journal: Journal
  random: Random
  /** Sabotage: no request has an owner. */
  anonymous: boolean
}

interface Reply {
  status: number
  headers: Record<string, string>
  text: string
}

/** Waiting sender of a request, and whether time is held for its response. */
interface Ticket {
  over: boolean
  isTimeHeld: boolean
}

const page = '<!doctype html><html><title>Welcome</title><body>Please accept the terms of the hotel to go on</body></html>'
const lost = () => new TypeError('the line was lost')
const toResponse = ({ status, headers, text }: Reply) => new Response(text, { status, headers })

const problems: Partial<Record<FaultKind, { status: number; code: string; message: string }>> = {
  '409': { status: 409, code: 'in_progress', message: 'The same change is being worked on.' },
  '413': { status: 413, code: 'too_large', message: 'This is too large.' },
  '429 with Retry-After': { status: 429, code: 'rate_limited', message: 'Too many attempts. Please wait.' },
  '500': { status: 500, code: 'internal', message: 'Something wrong' },
  '503': { status: 503, code: 'unavailable', message: 'The service is busy.' },
}

/** Half of the bytes, then a normal end or an error. */
function halved(reply: Reply, silent: boolean): Response {
  const bytes = new TextEncoder().encode(reply.text)
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  let given = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (!given) controller.enqueue(half)
      else if (silent) controller.close()
      else controller.error(lost())
      given = true
    },
  })
  return new Response(body, { status: reply.status, headers: reply.headers })
}

export class Network {
  /** It has a network. */
  up = true
  faults: NetworkFault[] = []
  readonly #parts: NetworkParts

  constructor(parts: NetworkParts) {
    this.#parts = parts
  }

  /** Like `exchange` over a network; rejects without a full response. */
  async send(request: WireRequest, options: ExchangeOptions): Promise<HttpResponse> {
    const { clock } = this.#parts
    const ticket: Ticket = { over: false, isTimeHeld: false }
    clock.hold()
    const started = this.#travel(request).finally(() => {
      if (ticket.over) clock.release()
      else ticket.isTimeHeld = true
    })
    try {
      return await exchange(request, { ...options, started })
    } finally {
      ticket.over = true
      if (ticket.isTimeHeld) clock.release()
      // A sender that gave up gets no result.
      started.catch(() => undefined)
    }
  }

  #take(): NetworkFault | null {
    const fault = this.faults[0]
    if (!fault) return null
    fault.left -= 1
    if (fault.left <= 0) this.faults.shift()
    return fault
  }

  async #deliver(request: WireRequest, ids: readonly string[]): Promise<Reply> {
    const { server, journal, anonymous } = this.#parts
    const headers = new Headers(request.headers)
    if (anonymous) headers.delete(syncHeaders.owner)
    const response = await server.fetch(new Request(request.url, { method: request.method, headers, body: request.body }))
    const text = await response.text()
    for (const status of new Set([response.status, ...[...text.matchAll(/"status":(\d{3})/g)].map((match) => Number(match[1]))])) {
      if (status === 401 || status === 403 || status === 412 || status === 422) journal.hit(`${status}`, ids)
    }
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  }

  async #travel(request: WireRequest): Promise<Response> {
    const { clock, journal, random } = this.#parts
    const pause = () => clock.pause(random.integer(10, 250))
    await pause()
    if (!this.up) throw lost()
    const ids = journal.idsIn(`${JSON.stringify(request.headers)} ${request.url} ${String(request.body)}`)
    const fault = this.#take()
    if (fault) journal.hit(fault.kind, ids)
    const reply = await this.#meet(fault, request, ids)
    await pause()
    if (!this.up) throw lost()
    return reply
  }

  async #meet(fault: NetworkFault | null, request: WireRequest, ids: readonly string[]): Promise<Response> {
    const { clock } = this.#parts
    const deliver = () => this.#deliver(request, ids)
    const forged = fault && problems[fault.kind]
    if (fault && forged) {
      // An error may precede or follow the effect.
      if (forged.status >= 500 && fault.n % 2) await deliver()
      const headers = {
        'Content-Type': 'application/problem+json',
        ...(forged.status === 429 && { 'Retry-After': String(1 + (fault.n % 40)) }),
      }
      return Response.json({ type: 'about:blank', title: forged.code, ...forged }, { status: forged.status, headers })
    }
    switch (fault?.kind) {
      case 'drop before commit':
        throw lost()
      case 'drop after commit':
        await deliver()
        throw lost()
      case 'hang': {
        // It is lost, its response is lost, or it arrives after the sender gave up.
        if (fault.n % 3 === 1) await deliver()
        await clock.pause(40_000 + fault.n * 50)
        if (fault.n % 3 === 2) await deliver()
        throw lost()
      }
      case 'duplicate delivery': {
        const [first, second] = await Promise.all([deliver(), deliver()])
        return toResponse(fault.n % 2 ? first : second)
      }
      case 'half an answer':
        return halved(await deliver(), fault.n % 2 === 1)
      case 'captive portal':
        return new Response(page, { status: 200, headers: { 'Content-Type': 'text/html' } })
      case '408':
        return new Response(page, { status: 408, headers: { 'Content-Type': 'text/html' } })
      default:
        return toResponse(await deliver())
    }
  }
}
