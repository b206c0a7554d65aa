/** How long a server takes to answer when twenty requests are on their way at any time. */
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
  /** Of processor for one answer, in milliseconds: what is left of the figure where others use the machine as well. */
  cpu: number
}

export interface Question {
  what: string
  queries: (n: number) => Record<string, string>
  /** How often it is asked. */
  count?: number
}

export const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
export const round = (value: number) => Math.round(value * 10) / 10

/** Asks from a process of its own, as clients are: they take nothing of the processor that the server has. */
export function startAsker() {
  const child = fork(join(import.meta.dirname, 'asker.ts'), { execArgv: ['--import', 'tsx'] })
  async function took(asking: Asking) {
    child.send(asking)
    const [asked]: Asked[] = await once(child, 'message')
    if (!asked || 'failed' in asked) throw new Error(asked?.failed ?? 'the asking program said nothing')
    return asked
  }
  return {
    /** `url` without its query. */
    async measure(url: string, token: string, rows: number, { what, queries, count = 400 }: Question, inFlight = 20): Promise<Measured> {
      const urls = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, n) => `${url}?${new URLSearchParams(queries(from + n))}`)
      // As often before: a server that runs for minutes has made its programs quick.
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
