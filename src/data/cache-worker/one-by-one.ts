/** A database of the worker runs one transaction after the other. */
import { Dexie, type Table } from 'dexie'
import { followTransactions } from '../cache/open-transactions.ts'

interface Asking {
  _tx?: unknown
}
type Ask = (this: Asking, ...input: unknown[]) => PromiseLike<unknown>

/**
 * Where a worker is ended while a transaction of it has not begun, WebKit 2.50 begins and never ends it, and every window waits for what it
 * covers (docs/offline.md#the-life-of-a-page). One at a time begins at once, unless another window is at work. `_trans` is how tables
 * and collections of Dexie ask for a transaction of their own. Call before the database is opened.
 */
export function runOneByOne(db: Dexie): void {
  /** A result may be there before the end of what read it. */
  let ended: Promise<unknown> = Promise.resolve()
  followTransactions(db, (_, end) => {
    ended = end
  })
  let last: PromiseLike<unknown> = Promise.resolve()
  const queue = (work: () => PromiseLike<unknown>) => {
    const run = last.then(work)
    // What failed may never say that it ended: its connection was lost.
    last = run.then(
      () => ended,
      () => undefined,
    )
    return run
  }
  const isInside = () => Object.is(Dexie.currentTransaction?.db, db)

  const transact = db.transaction.bind(db) as (...input: unknown[]) => PromiseLike<unknown>
  const transactNext = (...input: unknown[]) => (isInside() ? transact(...input) : queue(() => transact(...input)))
  db.transaction = transactNext as typeof db.transaction

  const tables: Table & { _trans: Ask } = Object.assign(db.Table.prototype)
  const ask = tables._trans
  tables._trans = function (...input) {
    return this._tx || isInside() ? ask.apply(this, input) : queue(() => ask.apply(this, input))
  }
}
