/** How long a server takes to answer when twenty requests are on their way at any time. */
import { Agent, request } from 'node:http'

export const inFlight = 20

export interface Measured {
  rows: number
  what: string
  /** Milliseconds. */
  p50: number
  p95: number
  perSecond: number
}

export type Query = Record<string, string>
export interface Question {
  what: string
  queries: (n: number) => Query
}
export type Ask = (query: Query) => Promise<unknown>

export const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
export const round = (value: number) => Math.round(value * 10) / 10

export async function measure(ask: Ask, rows: number, { what, queries }: Question, count = 400): Promise<Measured> {
  const took: number[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      const began = performance.now()
      await ask(queries(n))
      took.push(performance.now() - began)
    }
  }
  for (let n = 0; n < 20; n++) await ask(queries(count + n))
  const began = performance.now()
  await Promise.all(Array.from({ length: inFlight }, worker))
  const seconds = (performance.now() - began) / 1_000
  const sorted = took.toSorted((a, b) => a - b)
  return { rows, what, p50: round(at(sorted, 0.5)), p95: round(at(sorted, 0.95)), perSecond: Math.round(count / seconds) }
}

const agent = new Agent({ keepAlive: true, maxSockets: inFlight })
export const hangUp = () => agent.destroy()

/** Reads the whole answer and nothing more: the asking program shares the processor with the one that is measured. */
export function get(url: string, token: string): Promise<void> {
  return new Promise((done, failed) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? done() : failed(new Error(`${url}: ${response.statusCode}`))))
    })
    asked.once('error', failed)
    asked.end()
  })
}
