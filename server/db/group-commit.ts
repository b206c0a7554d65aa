/**
 * One flush for commits that follow each other (docs/decisions/0096-acknowledged-is-on-the-disk.md). Nothing leaves the database before what
 * it may have seen is on the disk: neither an acknowledgement nor a row that somebody reads.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type PGlite, protocol } from '@electric-sql/pglite'

/** Milliseconds in which commits may join a flush that somebody waits for. */
const joinMs = 20

/** An empty record that is flushed with all before it. */
const flushText = protocol.serialize.query(`select pg_logical_emit_message(false, '', '', true)`)

interface Group {
  /** Flushes for those who wait, where the next in the queue takes long or waits for them. Null while nobody waits. */
  timer: NodeJS.Timeout | null
  flushed: Promise<void>
  done(): void
  failed(error: unknown): void
}

function beginGroup(): Group {
  let [done, failed]: [Group['done'], Group['failed']] = [() => undefined, () => undefined]
  const flushed = new Promise<void>((resolve, reject) => {
    ;[done, failed] = [resolve, reject]
  })
  // Each waiting transaction gets it, and there may be none: work that held its flushes back may have failed before.
  flushed.catch(() => undefined)
  return { timer: null, flushed, done, failed }
}

interface Hold {
  queue: CommitQueue
  isOver: boolean
  groups: Set<Group>
}

const holds = new AsyncLocalStorage<Hold | null>()

/** Starts work that is no part of a hold: it may tell others of what it reads. */
export const leaveHold = <T>(work: () => T): T => holds.run(null, work)

/** Whether a flush came into the middle of a transaction that failed, which does nothing until it ends. */
const isInFailed = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25P02'

/** Turns at a database of one connection, in order of their calls. */
export interface CommitQueue {
  /** Runs work alone; resolves once all that was committed until its end is on the disk. */
  turn<T>(work: () => Promise<T>): Promise<T>
  /** Returns whether a commit of this turn is flushed with others, and says so by `join`, instead of by itself. */
  isGrouping(): boolean
  join(): void
  /** Whether nobody has a turn, waits for one, or waits for a flush. */
  isQuiet(): boolean
  /** Turns within it wait for no flush: all of them do at its end. */
  hold<T>(work: () => Promise<T>): Promise<T>
}

export function createCommitQueue(client: PGlite): CommitQueue {
  let waiting = 0
  let running = 0
  let group: Group | null = null
  const findHold = () => {
    const hold = holds.getStore()
    return hold?.queue === queue && !hold.isOver ? hold : null
  }

  async function flush(pending: Group): Promise<void> {
    group = null
    if (pending.timer) clearTimeout(pending.timer)
    try {
      await client.runExclusive(() => client.execProtocol(flushText))
      pending.done()
    } catch (error) {
      if (!isInFailed(error)) return pending.failed(error)
      group = pending
      pending.timer = null
      awaitFlush(pending)
    }
  }

  function awaitFlush(pending: Group): void {
    pending.timer ??= setTimeout(() => group === pending && flush(pending), joinMs)
  }

  const queue: CommitQueue = {
    async turn(work) {
      let seen: Group | null = null
      waiting += 1
      try {
        return await client._runExclusiveTransaction(async () => {
          waiting -= 1
          running += 1
          try {
            return await work()
          } finally {
            running -= 1
            seen = group
            if (group && !findHold()) awaitFlush(group)
            // The last in the queue flushes for those before it.
            if (group?.timer && waiting === 0) await flush(group)
          }
        })
      } finally {
        const hold = findHold()
        const last = seen as Group | null
        if (last && hold) hold.groups.add(last)
        else await last?.flushed
      }
    },
    isQuiet: () => group === null && waiting + running === 0,
    isGrouping: () => group !== null || waiting > 0 || findHold() !== null,
    join() {
      group ??= beginGroup()
    },
    async hold(work) {
      const hold: Hold = { queue, isOver: false, groups: new Set() }
      try {
        return await holds.run(hold, work)
      } finally {
        hold.isOver = true
        if (group && hold.groups.has(group)) await leaveHold(() => queue.turn(async () => undefined))
        await Promise.all([...hold.groups].map(({ flushed }) => flushed))
      }
    },
  }
  return queue
}
