/** The newest part of the feed in memory: whoever was away for a moment is told from it, without asking the database. */
import { isAfter, type Place } from '#server/platform/feed-place.ts'
import type { FeedChange } from './changes.ts'

/** Changes that are kept; some minutes of the busiest hour. */
const most = 30_000

export interface Kept extends FeedChange {
  /** Rises with the place, and is compared faster. */
  at: number
}

export interface Recent {
  /** What was committed after everything before, in its order. */
  add(changes: readonly FeedChange[]): void
  /** What followed a place; null where that is no longer known here. */
  after(place: Place): readonly Kept[] | null
}

/** `from`: the place from which on it is told of every change. */
export function keepRecent(from: Place): Recent {
  let kept: Kept[] = []
  let floor = from
  let next = 0
  return {
    add(changes) {
      for (const change of changes) kept.push({ ...change, at: next++ })
      if (kept.length <= most) return
      const gone = kept.length - most / 2
      floor = kept[gone - 1] ?? floor
      kept = kept.slice(gone)
    },
    after(place) {
      if (isAfter(floor, place)) return null
      let [low, high] = [0, kept.length]
      while (low < high) {
        const middle = (low + high) >> 1
        const one = kept[middle]
        if (one && isAfter(one, place)) high = middle
        else low = middle + 1
      }
      return kept.slice(low)
    },
  }
}
