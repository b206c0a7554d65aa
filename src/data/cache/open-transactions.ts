/** The transactions that a connection has open, so that a page that is left can end them, and a worker can wait for their end. */
import type { DBCoreTransaction, Dexie } from 'dexie'

/** Calls back at each transaction of the browser, with a promise of its end. Call before the database is opened. */
export function followTransactions(db: Dexie, begun: (transaction: DBCoreTransaction, ended: Promise<unknown>) => void): void {
  db.use({
    stack: 'dbcore',
    name: 'open-transactions',
    level: -1,
    create: (core) => ({
      ...core,
      transaction(...input) {
        const transaction: DBCoreTransaction & Partial<Pick<EventTarget, 'addEventListener'>> = core.transaction(...input)
        const ended = new Promise((resolve) => {
          for (const end of ['complete', 'abort']) transaction.addEventListener?.(end, resolve)
        })
        begun(transaction, ended)
        return transaction
      },
    }),
  })
}

/**
 * Call before the database is opened. The function it gives aborts what is open: in the back/forward cache a transaction would neither go
 * on nor end, and keep every other page out (docs/offline.md#the-life-of-a-page).
 */
export function trackTransactions(db: Dexie): () => void {
  const open = new Set<DBCoreTransaction>()
  followTransactions(db, (transaction, ended) => {
    open.add(transaction)
    void ended.then(() => open.delete(transaction))
  })
  return () => {
    for (const transaction of open) {
      try {
        transaction.abort()
      } catch {
        // It is ending by itself.
      }
    }
  }
}
