import { useEffect, useState } from 'react'
import type { Messages } from '#console/data/chat/messages.ts'

/** Rows before either end at which more is asked for: more than a flung thumb passes while an answer comes. */
const early = 40

interface Parts {
  history: Messages
  /** Rows that are drawn, and how many there are. */
  first: number
  last: number
  count: number
  /** False while the place where one begins is not reached: what is only passed by asks for nothing. */
  arrived: boolean
}

/** Asks for older and newer pages before the person comes to the end. One that failed is asked for again by a press. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is what it waits for
  useEffect(() => setFailed(false), [state])
  // What came may not reach far enough: with every page it is looked at again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: so many rows are what it waits for
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
