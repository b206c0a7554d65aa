import { timingSafeEqual } from 'node:crypto'

/** Compares a secret with what was given, in a time that tells only their lengths. */
export function timingSafeEqualText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
