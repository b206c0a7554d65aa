/** Catch-up of reconnecting sockets: short gaps are filled from memory, and rooms and messages are read once for all sockets. */
import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { type FeedPosition, isAfter } from '#server/platform/core/feed-position.ts'
import { batchCalls, perYield } from '#server/platform/limits/batch-calls.ts'
import { parseCursor, type RoomScope } from './cursor.ts'
import { catchUp, eventOf, eventText, readSubjects } from './events.ts'
import type { Recent, RecentChange } from './recent.ts'

/** Maximum events of a catch-up: half a minute at the busiest hour. Clients that missed more resync. */
const maxMissed = 6_000
/** Changes whose rooms and messages are read at once. */
const batch = 500

interface Away {
  scope: RoomScope
  missed: readonly RecentChange[]
}

/**
 * Returns the events that a scope missed after a cursor, as ordered JSON, up to the position where live events start. Null when too many or
 * too old. Call it in the event loop iteration that returned the position.
 */
export type CatchUp = (scope: RoomScope, cursor: string, upTo: FeedPosition) => Promise<string[] | null>

/** The scope's missed changes, from memory; null when the database has to be queried. */
function missedBy(recent: Recent, epoch: string, scope: RoomScope, given: string, upTo: FeedPosition): readonly RecentChange[] | null {
  const cursor = parseCursor(given)
  if (cursor?.epoch !== epoch || cursor.scope !== scope.key || isAfter(cursor, upTo)) return null
  const missed = recent.after(cursor, scope)
  return missed && missed.length <= maxMissed ? missed : null
}

async function replayEvents(db: Db, epoch: string, clients: readonly Away[]): Promise<string[][]> {
  const all = [...new Set(clients.flatMap(({ missed }) => missed))].toSorted((a, b) => a.at - b.at)
  const replays = clients.map(({ scope, missed }) => ({ scope, missed, next: 0, texts: [] as string[] }))
  for (let at = 0; at < all.length; at += batch) {
    const changes = all.slice(at, at + batch)
    const last = changes.at(-1)?.at ?? 0
    const subjects = await readSubjects(db, changes)
    const written = new Map<object, string>()
    for (const [n, one] of replays.entries()) {
      if (n % perYield === perYield - 1) await yieldToEventLoop()
      for (let change = one.missed[one.next]; change && change.at <= last; change = one.missed[++one.next]) {
        const event = eventOf(change, subjects, one.scope, epoch)
        if (event) one.texts.push(eventText(event, written))
      }
    }
  }
  return replays.map(({ texts }) => texts)
}

export function createCatchUp(db: Db, epoch: string, recent: Recent): CatchUp {
  const replayBatched = batchCalls((clients: readonly Away[]) => replayEvents(db, epoch, clients))
  return async (scope, cursor, upTo) => {
    const missed = missedBy(recent, epoch, scope, cursor, upTo)
    if (missed) return missed.length ? replayBatched({ scope, missed }) : []
    const found = await catchUp(db, epoch, scope, cursor, maxMissed, upTo)
    return found?.events.map((event) => JSON.stringify(event)) ?? null
  }
}
