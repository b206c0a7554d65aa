/** Position of a client in the feed of chats, opaque to it: epoch, scope and place. */
import * as v from 'valibot'
import type { CurrentUser } from '#server/platform/core/context.ts'
import type { FeedPosition } from '#server/platform/core/feed-position.ts'
import { visibleRooms } from '../rooms/rooms.ts'

/** Visible rooms: own and unassigned ones, or with null all; each with the person's own values. */
export interface RoomScope {
  key: string
  /** Id of the person. */
  user: number
  sales: number | null
}

export function roomScopeOf(user: CurrentUser): RoomScope {
  return { key: visibleRooms(user).key, user: user.id, sales: user.isSales ? user.id : null }
}

export function seesRoomsOf({ sales }: RoomScope, assignee: number): boolean {
  return sales === null || assignee === 0 || assignee === sales
}

export interface ChatCursor extends FeedPosition {
  epoch: string
  scope: string
}

const stored = v.tuple([v.string(), v.string(), v.pipe(v.string(), v.regex(/^\d{1,20}$/)), v.pipe(v.number(), v.integer(), v.minValue(0))])

export function formatCursor({ epoch, scope, tx, place }: ChatCursor): string {
  return Buffer.from(JSON.stringify([epoch, scope, tx, place])).toString('base64url')
}

/** Null for a foreign cursor. */
export function parseCursor(text: string): ChatCursor | null {
  try {
    const parsed = v.safeParse(stored, JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (!parsed.success) return null
    const [epoch, scope, tx, place] = parsed.output
    return { epoch, scope, tx, place }
  } catch {
    return null
  }
}
