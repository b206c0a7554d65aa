/** Number of open event streams per session. */
import { ApiError } from './problem.ts'

/** A session has one stream per tab; more of a kind are an abuse. */
const maxStreams = 6

const open = new Map<string, number>()

const keyOf = (kind: string, jti: string) => `${kind} ${jti}`

/** Throws 429 if a session has the maximum of a kind. */
export function mayStream(kind: string, jti: string): void {
  if ((open.get(keyOf(kind, jti)) ?? 0) >= maxStreams) throw new ApiError('rate_limited', undefined, { retryAfter: 30 })
}

/** Counts a new stream; call the returned function at its end. */
export function countStream(kind: string, jti: string): () => void {
  const key = keyOf(kind, jti)
  open.set(key, (open.get(key) ?? 0) + 1)
  return () => {
    const left = (open.get(key) ?? 1) - 1
    if (left > 0) open.set(key, left)
    else open.delete(key)
  }
}
