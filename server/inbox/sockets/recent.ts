/** The newest part of the feed in memory: clients that reconnect soon catch up from it, without a query. */
import { type FeedPosition, isAfter } from '#server/platform/core/feed-position.ts'
import type { FeedChange } from './changes.ts'
import type { RoomScope } from './cursor.ts'

/** Changes that are kept; some minutes of the busiest hour. */
const max = 30_000

export interface RecentChange extends FeedChange {
  /** Grows with the place, and is faster to compare. */
  at: number
}

export interface Recent {
  /** What was committed after everything before, in its order. */
  add(changes: readonly FeedChange[]): void
  /** What a scope sees of the changes after a place; null when they are no longer in memory. */
  after(place: FeedPosition, scope: RoomScope): readonly RecentChange[] | null
}

/** Whose room a change was about, and whose it is; 0 where it is nobody's. Each once. */
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

/** `from`: the place from which on it is told of every change. */
export function createRecent(from: FeedPosition): Recent {
  let kept: RecentChange[] = []
  /** By owner of the room: thousands may reconnect at once, and each sees only a few changes. */
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
