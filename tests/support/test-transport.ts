/** A transport of the outbox over a network that the test is. */
import { vi } from 'vitest'
import type { OutboxRow, Verdict } from '#console/data/outbox/row/types.ts'
import { createTransport } from '#console/data/outbox/send/transport.ts'
import type { WireRequest } from '#console/data/outbox/wire/build-request.ts'
import type { ExchangeOptions, HttpResponse } from '#console/data/outbox/wire/exchange.ts'
import type { TransportParts } from '#console/data/outbox/wire/exchange-as.ts'
import { unknownConfig } from '#console/data/outbox/wire/read-config.ts'
import { testRow } from './test-row.ts'

const credentials = { token: 'a.b.c', owner: 'sari', epoch: 1 }
export const words = { code: 'x', message: 'The words of the server' }
export const respond = (status: number, body: unknown = words, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  body,
  headers: new Headers(headers),
})
export type Answer = (request: WireRequest, options: ExchangeOptions) => HttpResponse | Promise<HttpResponse>

/** A transport over a network that `answer` is. */
export function openTransport(answer: Answer, rest: Partial<TransportParts> = {}) {
  const requests: WireRequest[] = []
  const onResponse = vi.fn()
  const publish = vi.fn()
  const parts: TransportParts = {
    files: async () => [],
    config: async () => ({ ...unknownConfig, hosts: { ...unknownConfig.hosts, main: 'https://api.test/' } }),
    send: async (request, options) => {
      requests.push(request)
      return answer(request, options)
    },
    isOnline: () => true,
    now: () => 0,
    publish,
    onResponse,
    ...rest,
  }
  const transport = createTransport(parts)
  const controller = new AbortController()
  async function send(...rows: OutboxRow[]): Promise<[string, Verdict][]> {
    const verdicts: [string, Verdict][] = []
    const onVerdict = ({ id }: OutboxRow, verdict: Verdict) => void verdicts.push([id, verdict])
    await transport.send(rows, credentials, { signal: controller.signal, onActivity: () => undefined, onVerdict })
    return verdicts
  }
  const max = () => transport.capacity().max
  const isSingle = (row: OutboxRow) => transport.capacity().isSingle(row)
  return { send, requests, onResponse, publish, max, isSingle, abort: () => controller.abort() }
}

/** An edit of a record that is named like its mutation. */
export const editOf = (id: string, values: Partial<OutboxRow> = {}) =>
  testRow({ seq: 1, id, touches: [id], params: { id }, patch: { bank_name: 'BCA' }, ...values })
/** The kind of each verdict, of one that holds its row why. */
export const kindsOf = (verdicts: readonly [string, Verdict][]) =>
  verdicts.map(([id, verdict]) => [id, verdict.kind === 'hold' ? verdict.why : verdict.kind])
