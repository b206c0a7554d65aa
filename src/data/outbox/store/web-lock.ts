/** One drain at a time over all tabs and the worker (rule 6). It only saves work: correctness rests on the server. */
import type { Lock } from '../send/drain.ts'

const silence = 60_000
/** A holder that runs answers within milliseconds; one that does not within this is suspended, or no more. */
const answerMs = 1_500
/** How often a holder that is at work is asked again. */
const askEveryMs = 1_500

interface LockParts {
  name: string
  lastBeat: () => Promise<number>
  /** A monotonic clock in milliseconds, so that a jump of the system clock takes the lock from nobody. */
  elapsed: () => number
  /** Whether the holder answers, such as `askHolder`; without it only its beat tells. */
  asks?: (name: string) => Promise<boolean>
  /** Called once after a 'busy', as soon as the lock is free or its holder answers no more. */
  onFree?: () => void
  /** Ends the work and lets go of the lock at once: the page is left. */
  signal?: AbortSignal
}

const channelOf = (name: string) => new BroadcastChannel(`${name}-holder`)

/** Asks the holder of a lock whether it is there. */
export function askHolder(name: string): Promise<boolean> {
  const channel = channelOf(name)
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      clearTimeout(timer)
      channel.close()
      resolve(isThere)
    }
    const timer = setTimeout(end, answerMs, false)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => data === 'here' && end(true)
    channel.postMessage('who')
  })
}

/** Answers for the holder until what it returns is called. */
function answer(name: string): () => void {
  const channel = channelOf(name)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => data === 'who' && channel.postMessage('here')
  return () => channel.close()
}

/** Without Web Locks every pass runs. */
export function createWebLock({ name, lastBeat, elapsed, asks, onFree, signal }: LockParts): Lock {
  let seen = { beat: -1, at: 0 }
  let isWaiting = false
  let isKnownSilent = false
  const left = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))

  async function isSilent(): Promise<boolean> {
    if (isKnownSilent) return true
    if (asks && !(await asks(name))) return true
    // It answers, and may still be stuck.
    const beat = await lastBeat()
    if (beat !== seen.beat) seen = { beat, at: elapsed() }
    return elapsed() - seen.at >= silence
  }

  /** Queues behind the holder, and asks it now and then: a suspended one keeps its lock. */
  async function waitUntilFree(): Promise<void> {
    if (isWaiting || signal?.aborted) return
    isWaiting = true
    const ending = new AbortController()
    const end = () => ending.abort()
    signal?.addEventListener('abort', end)
    const queued = navigator.locks.request(name, { signal: ending.signal }, () => undefined)
    const look = async () => {
      isKnownSilent = await isSilent()
      if (isKnownSilent) end()
    }
    const timer = setInterval(() => void look().catch(() => undefined), askEveryMs)
    await queued.catch(() => undefined)
    clearInterval(timer)
    signal?.removeEventListener('abort', end)
    isWaiting = false
    if (!signal?.aborted) onFree?.()
  }

  return async (work) => {
    if (signal?.aborted) return 'busy'
    const { locks } = navigator
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal?.addEventListener('abort', abort)
    const run = () => Promise.race([work(controller.signal), left])
    try {
      if (!locks) {
        await run()
        return 'ran'
      }
      let ran = false
      const attempt = (options: LockOptions) =>
        locks.request(name, options, async (lock) => {
          if (!lock) return
          ran = true
          const stop = asks ? answer(name) : () => undefined
          await run().finally(stop)
        })
      try {
        await attempt({ ifAvailable: true })
        if (!ran && !signal?.aborted && (await isSilent())) await attempt({ steal: true })
      } catch (error) {
        abort()
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
      }
      isKnownSilent = false
      if (ran) seen = { beat: -1, at: elapsed() }
      else if (onFree) void waitUntilFree()
      return ran ? 'ran' : 'busy'
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }
}
