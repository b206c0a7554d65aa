/** The transactions that a connection has open, so that a page that is left can end them. */
import type { DBCoreTransaction, Dexie } from 'dexie'

/**
 * Call before the database is opened. The function it gives aborts what is open: in the back/forward cache a transaction would neither go
 * on nor end, and keep every other page out (docs/offline.md#the-life-of-a-page).
 */
export function trackTransactions(db: Dexie): () => void {
  const open = new Set<DBCoreTransaction & Partial<Pick<EventTarget, 'addEventListener'>>>()
  db.use({
    stack: 'dbcore',
    name: 'open-transactions',
    level: -1,
    create: (core) => ({
      ...core,
      transaction(...input) {
        const transaction: DBCoreTransaction & Partial<Pick<EventTarget, 'addEventListener'>> = core.transaction(...input)
        open.add(transaction)
        for (const end of ['complete', 'abort']) transaction.addEventListener?.(end, () => open.delete(transaction))
        return transaction
      },
    }),
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
