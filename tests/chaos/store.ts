/** Outbox of a person on a device, shared by tabs and worker, as accessed by each. */

import { claimed, type Queue } from '#console/data/outbox/row/queue.ts'
import type { RevisionParts } from '#console/data/outbox/row/revise.ts'
import type { NewRow, OutboxRow } from '#console/data/outbox/row/types.ts'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import { addRows, createQueue, replaceRow } from '#console/data/outbox/store/store.ts'
import { createMemoryQueue } from '#tests/support/memory-queue.ts'
import type { Clock } from './clock.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'
import type { Sabotage } from './sabotage.ts'

export interface Outbox extends Queue, Pick<RevisionParts, 'find' | 'replace'> {
  add(row: NewRow): Promise<void>
  /** Deletes it from the device. */
  destroy(): Promise<void>
}

export function memoryOutbox(): Outbox {
  return { ...createMemoryQueue(), destroy: async () => undefined }
}

export function storedOutbox(owner: string): Outbox {
  const db = new OwnerDatabase(owner)
  return {
    ...createQueue(db),
    add: (row) => addRows(db, [{ row, blobs: [] }]),
    find: (seq) => db.outbox.get(seq),
    replace: (was, change) => replaceRow(db, was, change),
    destroy: () => db.delete(),
  }
}

/** Ignores order: any waiting row, then any other. */
function lawless(outbox: Outbox, random: Random): Outbox {
  return {
    ...outbox,
    async claim() {
      const rows = (await outbox.rows()).filter((each) => each.state === 'queued')
      const row = rows[random.integer(0, Math.max(0, rows.length - 1))]
      return row && (await outbox.replace(row, claimed)) ? [claimed(row)] : []
    },
  }
}

const reading = new Set(['rows', 'files', 'find', 'pausedEpoch', 'lastBeat'])

export interface Handle {
  outbox: Outbox
  /** Closed like the database of a person who signed out. */
  close(): void
}

export interface HandleParts {
  outbox: Outbox
  process: Process
  clock: Clock
  random: Random
  sabotage: Sabotage | null
  /** No space: every write fails. Called at each. */
  isFull: () => boolean
  /** Called with all rows per change. */
  observe: (rows: readonly OutboxRow[]) => void
}

/** Old code does not know newer payloads. */
const unknown = (row: OutboxRow): OutboxRow => ({ ...row, payloadVersion: row.payloadVersion + 1 })

const isRow = (value: unknown): value is OutboxRow =>
  typeof value === 'object' && value !== null && 'seq' in value && 'payloadVersion' in value

function fromTheFuture(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(fromTheFuture)
  return isRow(result) ? unknown(result) : result
}

/** The outbox for one tab or worker: each call is a step of that process, and may fail for lack of space. */
export function openHandle({ outbox: complete, process, clock, random, sabotage, isFull, observe }: HandleParts): Handle {
  let closed = false
  const base = sabotage === 'order' ? lawless(complete, random) : complete
  const outbox = sabotage === 'requeue' ? { ...base, requeue: async () => undefined } : base

  async function call(name: string, method: (...args: unknown[]) => Promise<unknown>, args: unknown[]): Promise<unknown> {
    if (closed) throw new Error('the database is closed')
    if (!reading.has(name) && isFull()) throw new DOMException('There is no room', 'QuotaExceededError')
    const result = await method(...args)
    if (!reading.has(name) && name !== 'beat') observe(await outbox.rows())
    return name.startsWith('claim') && process.old ? fromTheFuture(result) : result
  }

  return {
    outbox: new Proxy(outbox, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const method = (...args: unknown[]) => value.apply(target, args)
        return (...args: unknown[]) => process.step(() => clock.work(() => call(String(name), method, args)))
      },
    }),
    close() {
      closed = true
    },
  }
}
