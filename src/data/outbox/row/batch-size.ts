/** Adaptive batch size: halved after a request that failed, doubled after one that succeeded. */

import type { Capacity } from './batch.ts'
import type { OutboxRow } from './types.ts'

/** A server does some hundred changes a second, so one request is well under the 30 s that it may be silent. */
const maxRows = 100

export interface BatchSize {
  capacity: () => Omit<Capacity, 'files'>
  /** The server has no batch call: rows are sent one by one. */
  sendOnlySingly: () => void
  /** This change, by its id, has to go by itself. */
  sendSingly: (id: string) => void
  worked: () => void
  /** A request of so many rows failed. */
  failed: (rows: number) => void
}

export function createBatchSize(): BatchSize {
  const single = new Set<string>()
  let highest = maxRows
  let max = maxRows
  return {
    capacity: () => ({ max, isSingle: (row: OutboxRow) => row.files.length > 0 || row.plain !== undefined || single.has(row.id) }),
    sendOnlySingly() {
      highest = 1
      max = 1
    },
    sendSingly: (id) => void single.add(id),
    worked() {
      max = Math.min(highest, max * 2)
    },
    failed(rows) {
      max = Math.max(1, Math.min(max, Math.floor(rows / 2)))
    },
  }
}
