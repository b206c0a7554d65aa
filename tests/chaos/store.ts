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

type Access = Queue & Pick<RevisionParts, 'find' | 'replace'> & { add(row: NewRow): Promise<void> }

/** The outbox as one tab or worker has it open. */
export interface Connection {
  access: Access
  isOpen: () => boolean
  /** As the browser does; the next use opens it again. */
  lose: () => void
  close: () => void
}

export interface Outbox {
  /** In the store now, whatever happens to connections. */
  rows(): Promise<OutboxRow[]>
  connect(sabotage: Sabotage | null): Connection
  /** Deletes it from the device. */
  destroy(): Promise<void>
  /** Name of its database; null in memory. */
  name: string | null
}

export function memoryOutbox(): Outbox {
  const access = createMemoryQueue()
  const nothing = () => undefined
  return {
    name: null,
    rows: access.rows,
    connect: () => ({ access, isOpen: () => true, lose: nothing, close: nothing }),
    destroy: async () => undefined,
  }
}

function connect(owner: string, sabotage: Sabotage | null): Connection {
  const db = new OwnerDatabase(owner)
  const add = (row: NewRow, alongside?: () => Promise<void>) => addRows(db, [{ row, blobs: [] }], alongside)
  // Sabotage: everything is asked for, but its transaction is not complete.
  const addEarly = (row: NewRow) => new Promise<void>((resolve, reject) => void add(row, async () => resolve()).then(resolve, reject))
  return {
    access: {
      ...createQueue(db),
      add: sabotage === 'early' ? addEarly : (row) => add(row),
      find: (seq) => db.withConnection(() => db.outbox.get(seq)),
      replace: (was, change) => replaceRow(db, was, change),
    },
    isOpen: () => db.isOpen(),
    lose: () => db.close({ disableAutoOpen: false }),
    close: () => db.close(),
  }
}

export function storedOutbox(owner: string): Outbox {
  const db = new OwnerDatabase(owner)
  const opened = db.open()
  return {
    name: db.name,
    rows: async () => {
      await opened
      return db.outbox.orderBy('seq').toArray()
    },
    connect: (sabotage) => connect(owner, sabotage),
    destroy: () => db.delete(),
  }
}

/** Ignores order: any waiting row, then any other. */
function lawless(outbox: Access, random: Random): Access {
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
  outbox: Access
  isOpen(): boolean
  /** The browser loses its connection. */
  lose(): void
  /** Closed like the database of a person who signed out. */
  close(): void
}

/** A call during which time goes on until it is held again; one of a database that never opened has no answer. */
export interface Unanswered {
  isOpen: () => boolean
  hold: () => void
}

export interface HandleParts {
  outbox: Outbox
  process: Process
  clock: Clock
  random: Random
  sabotage: Sabotage | null
  /** No space: every write fails. Called at each. */
  isFull: () => boolean
  /** Calls that the store has not answered. */
  unanswered: Set<Unanswered>
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

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
/** Turns of the event loop after which a store that has not answered answers nobody. */
const maxTurns = 3_000

/** Lets virtual time go on while the store does not answer. The caller holds time before and after. */
async function whileSilent<T>(clock: Clock, unanswered: Set<Unanswered>, isOpen: () => boolean, work: Promise<T>): Promise<T> {
  let isAnswered = false
  const end = () => {
    isAnswered = true
  }
  work.then(end, end)
  for (let turns = 0; turns < maxTurns && !isAnswered; turns++) await turn()
  if (isAnswered) return work
  clock.release()
  const hold = () => void (unanswered.delete(waiting) && clock.hold())
  const waiting = { isOpen, hold }
  unanswered.add(waiting)
  try {
    return await work
  } finally {
    hold()
  }
}

/** The outbox for one tab or worker: each call is a step of that process, and may fail for lack of space. */
export function openHandle({ outbox: stored, process, clock, random, sabotage, isFull, unanswered, observe }: HandleParts): Handle {
  let closed = false
  const connection = stored.connect(sabotage)
  const complete = connection.access
  const base = sabotage === 'order' ? lawless(complete, random) : complete
  const outbox = sabotage === 'requeue' ? { ...base, requeue: async () => undefined } : base

  async function call(name: string, method: (...args: unknown[]) => Promise<unknown>, args: unknown[]): Promise<unknown> {
    if (closed) throw new Error('the database is closed')
    if (!reading.has(name) && isFull()) throw new DOMException('There is no room', 'QuotaExceededError')
    const result = await whileSilent(clock, unanswered, connection.isOpen, method(...args))
    // Sabotage: nobody looks whether it is there.
    if (name === 'add' && sabotage === 'early') return result
    if (!reading.has(name) && name !== 'beat') observe(await stored.rows())
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
    isOpen: connection.isOpen,
    lose: connection.lose,
    close() {
      closed = true
      connection.close()
    },
  }
}
