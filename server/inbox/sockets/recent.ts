/** The newest part of the feed in memory, for clients that reconnect soon, without queries. */
import { type FeedPosition, isAfter } from '#server/platform/core/feed-position.ts'
import type { FeedChange } from './changes.ts'
import type { RoomScope } from './cursor.ts'

/** Maximum changes; some minutes of the busiest hour. */
const max = 30_000

export interface RecentChange extends FeedChange {
  /** Grows with the position; faster to compare. */
  at: number
}

export interface Recent {
  /** Adds later commits, in order. */
  add(changes: readonly FeedChange[]): void
  /** Returns a scope's changes after a position; null if no longer in memory. */
  after(place: FeedPosition, scope: RoomScope): readonly RecentChange[] | null
}

/** Distinct owners of a change's room, before and after; 0 is unassigned. */
const ownersOf = ({ before, after }: FeedChange): Iterable<number> =>
  new Set([before, after].flatMap((audience) => (audience === null ? [] : [audience.sales])))

/** The end of a list, behind a place. */
function behind(list: readonly RecentChange[], place: FeedPosition): readonly RecentChange[] {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = list[middle]
    if (one && isAfter(one, place)) high = middle
    else low = middle + 1
  }
  return list.slice(low)
}

/** `from`: position from which it receives every change. */
export function createRecent(from: FeedPosition): Recent {
  let kept: RecentChange[] = []
  /** By room owner: thousands may reconnect at once, and each sees few changes. */
  let byOwner = new Map<number, RecentChange[]>()
  let floor = from
  let next = 0

  function list(change: RecentChange): void {
    for (const owner of ownersOf(change)) {
      const known = byOwner.get(owner)
      if (known) known.push(change)
      else byOwner.set(owner, [change])
    }
  }

  return {
    add(changes) {
      for (const one of changes) {
        const change = { ...one, at: next++ }
        kept.push(change)
        list(change)
      }
      if (kept.length <= max) return
      const gone = kept.length - max / 2
      floor = kept[gone - 1] ?? floor
      kept = kept.slice(gone)
      byOwner = new Map()
      for (const change of kept) list(change)
    },
    after(place, { sales }) {
      if (isAfter(floor, place)) return null
      if (sales === null) return behind(kept, place)
      const visible = [0, sales].flatMap((owner) => behind(byOwner.get(owner) ?? [], place))
      return [...new Set(visible)].sort((a, b) => a.at - b.at)
    },
  }
}
