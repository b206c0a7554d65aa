import type { Background } from './background.ts'

const writtenEvery = 1_000
/** Per second; others are dropped. */
const maxWaiting = 20_000

export interface Gathered<Entry> {
  /** Changes the entry of this key, or adds it. */
  put(key: string | number, change: (known: Entry | undefined) => Entry): void
}

/** Gathers entries of many requests and writes them together each second: a kill loses the last one, a shutdown does not. */
export function gather<Entry>(background: Background, write: (entries: readonly Entry[]) => Promise<void>): Gathered<Entry> {
  let waiting = new Map<string | number, Entry>()
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const entries = [...waiting.values()]
    waiting = new Map()
    if (entries.length) await write(entries)
  }

  background.signal.addEventListener('abort', () => background.run(flush), { once: true })
  return {
    put(key, change) {
      if (waiting.size >= maxWaiting && !waiting.has(key)) return
      waiting.set(key, change(waiting.get(key)))
      timer ??= setTimeout(() => background.run(flush), writtenEvery).unref()
    },
  }
}
