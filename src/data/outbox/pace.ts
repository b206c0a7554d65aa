/** How many rows go in one request: fewer after one that came to nothing, more again after one that did. */

import type { Room } from './batch.ts'
import type { OutboxRow } from './types.ts'

/** A server does some hundred changes a second, so one request is well under the 30 s that it may be silent. */
const mostTogether = 100

export interface Pace {
  room: () => Omit<Room, 'files'>
  /** The server answers to single changes alone. */
  singly: () => void
  /** This change, by its id, has to go by itself. */
  alone: (id: string) => void
  worked: () => void
  /** A request of so many rows came to nothing. */
  failed: (rows: number) => void
}

export function createPace(): Pace {
  const apart = new Set<string>()
  let highest = mostTogether
  let most = mostTogether
  return {
    room: () => ({ most, alone: (row: OutboxRow) => row.files.length > 0 || row.plain !== undefined || apart.has(row.id) }),
    singly() {
      highest = 1
      most = 1
    },
    alone: (id) => void apart.add(id),
    worked() {
      most = Math.min(highest, most * 2)
    },
    failed(rows) {
      most = Math.max(1, Math.min(most, Math.floor(rows / 2)))
    },
  }
}
