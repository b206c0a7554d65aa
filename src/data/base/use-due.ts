import { useEffect, useState } from 'react'
import { whenDue } from './due.ts'

/**
 * Renders its component each time the server's clock reaches `next(now)` (see `whenDue`); returns the number of times. `next` must be
 * stable.
 */
export function useDue(next: (now: number) => number): number {
  const [count, setCount] = useState(0)
  useEffect(() => whenDue(next, () => setCount((old) => old + 1)), [next])
  return count
}
