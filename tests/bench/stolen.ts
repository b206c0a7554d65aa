/** Steal time: processor time that the host gave to other machines during a measurement. Linux only. */
import { readFileSync } from 'node:fs'

/** Milliseconds between samples; the system's ticks are 10. */
const pause = 20
const tickMs = 10

interface Look {
  /** Milliseconds since 1970. */
  at: number
  /** Total ticks of all processors, and stolen ones. */
  all: number
  stolen: number
}

function look(): Look {
  const at = Date.now()
  try {
    const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1, 9).map(Number) ?? []
    return { at, all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 }
  } catch {
    return { at, all: Number.NaN, stolen: 0 }
  }
}

export interface Stolen {
  /** Percent of all processor time. */
  percent: number
  /** Stolen milliseconds between two times, in milliseconds since 1970. */
  between: (from: number, to: number) => number
}

/** Samples until the returned function ends it with the result. */
export function watchStolen(): () => Stolen {
  const first = look()
  const looks = [first]
  const timer = setInterval(() => looks.push(look()), pause)
  return () => {
    clearInterval(timer)
    const last = look()
    looks.push(last)
    return {
      percent: (100 * (last.stolen - first.stolen)) / (last.all - first.all),
      between(from, to) {
        const before = looks.findLast(({ at }) => at <= from) ?? first
        // Counted once the processor is back.
        const after = looks.find(({ at }) => at >= to + pause) ?? last
        return (after.stolen - before.stolen) * tickMs
      },
    }
  }
}
