/** Which rows go in one batch (rules 2 and 5). Pure. */
import { isDue } from './lanes.ts'
import type { OutboxRow } from './types.ts'

/** What one request may carry now. */
export interface Capacity {
  /** Rows at most. */
  max: number
  /** True for a row that must be sent in a request of its own, such as one with files. */
  isSingle: (row: OutboxRow) => boolean
  /** False for a lane that must not be held up by an upload. */
  files: boolean
}

/** Characters of patches in one request; a row that is longer goes by itself. */
const maxText = 250_000

/** Records that one request touches: what waits for many is shared out, so that no lane idles while others settle. */
const maxRecords = 40

export interface Batch {
  readonly rows: readonly OutboxRow[]
  /** Feed it the rows in order of `seq`, until it says that it is full. */
  offer: (row: OutboxRow) => 'more' | 'full'
}

/**
 * Takes what may be sent together. A row waits for every earlier one that shares a record, and for those that make a
 * record it refers to, unless that one is taken as well: then it comes behind it in the same request.
 */
export function createBatch(now: number, capacity: Capacity): Batch {
  const rows: OutboxRow[] = []
  const touched = new Set<string>()
  const referred = new Set<string>()
  const taken = new Set<string>()
  let text = 0

  function isFree(row: OutboxRow): boolean {
    const blocked = row.touches.some((ref) => touched.has(ref) || referred.has(ref)) || row.dependsOn.some((ref) => touched.has(ref))
    return !blocked && row.state === 'queued' && isDue(row, now) && (capacity.files || row.files.length === 0)
  }

  function pass(row: OutboxRow): 'more' {
    for (const ref of row.touches) touched.add(ref)
    for (const ref of row.dependsOn) referred.add(ref)
    return 'more'
  }

  return {
    rows,
    offer(row) {
      if (!isFree(row)) return pass(row)
      const single = capacity.isSingle(row)
      // A delete names the version of each of its records, so it waits for what changes them.
      const waits = row.action === 'remove' && row.base !== null && row.touches.some((ref) => taken.has(ref))
      const others = row.touches.filter((ref) => !taken.has(ref))
      const tooMany = rows.length > 0 && others.length > 0 && taken.size + others.length > maxRecords
      if (waits || tooMany || (single && rows.length)) return pass(row)
      text += JSON.stringify([row.patch, row.touches]).length
      if (rows.length && text > maxText) return 'full'
      rows.push(row)
      for (const ref of row.touches) taken.add(ref)
      return single || rows.length >= capacity.max ? 'full' : 'more'
    },
  }
}

/** For each row of a request the ids of those before it that it must not overtake; the nearest are enough. */
export function predecessors(rows: readonly OutboxRow[]): Map<string, string[]> {
  const toucher = new Map<string, string>()
  const referrers = new Map<string, string[]>()
  const behind = new Map<string, string[]>()
  for (const { id, touches, dependsOn } of rows) {
    const before = [
      ...[...touches, ...dependsOn].flatMap((ref) => toucher.get(ref) ?? []),
      ...touches.flatMap((ref) => referrers.get(ref) ?? []),
    ]
    behind.set(id, [...new Set(before)])
    for (const ref of dependsOn) referrers.set(ref, [...(referrers.get(ref) ?? []), id])
    for (const ref of touches) {
      toucher.set(ref, id)
      referrers.delete(ref)
    }
  }
  return behind
}
