import { timingSafeEqual } from 'node:crypto'

/** Compares a secret with a given text; timing reveals only lengths. */
export function timingSafeEqualText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
