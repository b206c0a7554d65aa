import { useEffect, useState } from 'react'
import type { Messages } from '#console/data/chat/messages.ts'

/** Rows before either end at which more are loaded: more than a fast scroll passes during a request. */
const early = 40

interface Parts {
  history: Messages
  /** Range of drawn rows, and their total. */
  first: number
  last: number
  count: number
  /** False until the start position is reached: rows passed on the way load nothing. */
  arrived: boolean
}

/** Loads older and newer pages before the person reaches the end. A failed one is retried by a press. */
export function usePages({ history, first, last, count, arrived }: Parts): { waiting: boolean; failed: boolean; retry: () => void } {
  const { older, newer, state, loadOlder, loadNewer } = history
  const [failed, setFailed] = useState(false)
  const wants =
    !arrived || state === 'loading' || count === 0
      ? null
      : older && first < early
        ? 'older'
        : newer && last > count - early
          ? 'newer'
          : null
  // Pages that failed offline are requested again once online.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each state
  useEffect(() => setFailed(false), [state])
  // A page may be too short: checked again after every page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each row count
  useEffect(() => {
    if (!wants || failed) return
    let left = false
    const asked = wants === 'older' ? loadOlder() : loadNewer()
    void asked.then((came) => {
      if (!came && !left) setFailed(true)
    })
    return () => {
      left = true
    }
  }, [wants, failed, count, loadOlder, loadNewer])
  return { waiting: wants === 'older' && first < 4, failed, retry: () => setFailed(false) }
}
