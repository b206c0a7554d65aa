/** The outbox in memory, by the same rules as in Dexie: for property tests, which need thousands of them. */
import { createBatch } from '#console/data/outbox/row/batch.ts'
import { fieldsOfAll } from '#console/data/outbox/row/calls.ts'
import { claimed, type Queue, requeued, withRetryNow } from '#console/data/outbox/row/queue.ts'
import { isUnchangedSince, orphans, type RevisionParts } from '#console/data/outbox/row/revise.ts'
import { settleAll } from '#console/data/outbox/row/settle-all.ts'
import type { NewRow, OutboxRow } from '#console/data/outbox/row/types.ts'

export interface MemoryQueue extends Queue, Pick<RevisionParts, 'find' | 'replace'> {
  add(row: NewRow): Promise<void>
}

export function createMemoryQueue(): MemoryQueue {
  let rows: OutboxRow[] = []
  let last = 0
  let paused: number | null = null
  let beat = 0
  const put = (changed: readonly OutboxRow[]) => {
    rows = rows.map((row) => changed.find((entry) => entry.seq === row.seq) ?? row)
  }
  return {
    async add(row) {
      const toCome = row.dependsOn.filter((ref) => rows.some((entry) => entry.action === 'create' && entry.touches.includes(ref)))
      rows.push({ ...row, dependsOn: toCome, seq: ++last })
    },
    find: async (seq) => rows.find((row) => row.seq === seq),
    async replace(was, change) {
      const row = rows.find((entry) => entry.seq === was.seq)
      if (!isUnchangedSince(row, was)) return false
      const next = change(row)
      if (next) put([next])
      else {
        rows = rows.filter((entry) => entry.seq !== row.seq)
        put(orphans(row, rows))
      }
      return true
    },
    async claim(now, capacity) {
      const taker = createBatch(now, capacity)
      rows.some((row) => taker.offer(row) === 'full')
      const taken = taker.rows.map(claimed)
      put(taken)
      return taken
    },
    async requeue() {
      put(rows.flatMap((row) => requeued(row) ?? []))
    },
    async hasten() {
      put(rows.flatMap((row) => withRetryNow(row) ?? []))
    },
    async settle(sent, now, random) {
      const change = settleAll(rows, sent, await fieldsOfAll(sent.map(({ row }) => row.section)), now, random)
      rows = rows.filter((row) => !change.remove.includes(row.seq))
      put(change.put)
      return { rows: change.results, hasNotice: change.notices.length > 0 }
    },
    rows: async () => [...rows],
    files: async () => [],
    pausedEpoch: async () => paused,
    async pause(epoch) {
      paused = epoch
    },
    async beat(now) {
      beat = now
    },
    lastBeat: async () => beat,
  }
}
