/** Response times of a server with twenty requests in flight. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Asked, Asking } from './asker.ts'

export interface Measured {
  rows: number
  what: string
  /** Milliseconds. */
  p50: number
  p95: number
  perSecond: number
  /** Processor milliseconds per response: independent of other load on the machine. */
  cpu: number
}

export interface Question {
  what: string
  queries: (n: number) => Record<string, string>
  /** Number of requests. */
  count?: number
}

export const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
export const round = (value: number) => Math.round(value * 10) / 10

/** Runs in a process of its own, so that it uses none of the server's processor time. */
export function startAsker() {
  const child = fork(join(import.meta.dirname, 'asker.ts'), { execArgv: ['--import', 'tsx'] })
  async function took(asking: Asking) {
    child.send(asking)
    const [asked]: Asked[] = await once(child, 'message')
    if (!asked || 'failed' in asked) throw new Error(asked?.failed ?? 'the asking program said nothing')
    return asked
  }
  return {
    /** `url` without query. */
    async measure(url: string, token: string, rows: number, { what, queries, count = 400 }: Question, inFlight = 20): Promise<Measured> {
      const urls = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, n) => `${url}?${new URLSearchParams(queries(from + n))}`)
      // Warms up: a server that has run for minutes is optimised.
      await took({ urls: urls(count, 2 * count), token, inFlight })
      const before = process.cpuUsage()
      const { ms, seconds } = await took({ urls: urls(0, count), token, inFlight })
      const { user, system } = process.cpuUsage(before)
      const sorted = ms.toSorted((a, b) => a - b)
      const cpu = round((user + system) / 1_000 / count)
      return { rows, what, p50: round(at(sorted, 0.5)), p95: round(at(sorted, 0.95)), perSecond: Math.round(count / seconds), cpu }
    },
    stop: () => child.kill(),
  }
}
