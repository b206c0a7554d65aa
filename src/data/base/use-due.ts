import { useEffect, useState } from 'react'
import { whenDue } from './due.ts'

/**
 * Draws its owner again whenever the server's clock has come to what `next` finds (see `whenDue`); answers how often it has.
 * Keep the function while what it finds stays the same.
 */
export function useDue(next: (now: number) => number): number {
  const [count, setCount] = useState(0)
  useEffect(() => whenDue(next, () => setCount((old) => old + 1)), [next])
  return count
}
