/** Position of a device in the feed, opaque to it: epoch, scope and place. */
import * as v from 'valibot'
import type { FeedPosition } from '#server/platform/core/feed-position.ts'

/** With `first`, rows after that id are still to come; then the feed from `from`. */
export interface Cursor {
  epoch: string
  scope: string
  from: FeedPosition
  first: number | null
}

const transaction = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Devices have cursors with a 0 before that id. */
const stored = v.tuple([v.string(), v.string(), transaction, count, v.nullable(v.tuple([count, count]))])

export function formatCursor({ epoch, scope, from, first }: Cursor): string {
  return Buffer.from(JSON.stringify([epoch, scope, from.tx, from.place, first === null ? null : [0, first]])).toString('base64url')
}

/** Null for a foreign cursor: the device restarts. */
export function parseCursor(text: string): Cursor | null {
  try {
    const parsed = v.safeParse(stored, JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (!parsed.success) return null
    const [epoch, scope, tx, place, first] = parsed.output
    return { epoch, scope, from: { tx, place }, first: first === null ? null : first[1] }
  } catch {
    return null
  }
}
