/** How many streams of events a session has open. */
import { ApiError } from './problem.ts'

/** A session has a stream in each tab that needs one; more than these of a kind are no person's. */
const maxStreams = 6

const open = new Map<string, number>()

const keyOf = (kind: string, jti: string) => `${kind} ${jti}`

/** Throws 429 where a session has all of a kind that it may have. */
export function mayStream(kind: string, jti: string): void {
  if ((open.get(keyOf(kind, jti)) ?? 0) >= maxStreams) throw new ApiError('rate_limited', undefined, { retryAfter: 30 })
}

/** Counts a stream that begins; what it gives is called when the stream is over. */
export function countStream(kind: string, jti: string): () => void {
  const key = keyOf(kind, jti)
  open.set(key, (open.get(key) ?? 0) + 1)
  return () => {
    const left = (open.get(key) ?? 1) - 1
    if (left > 0) open.set(key, left)
    else open.delete(key)
  }
}
