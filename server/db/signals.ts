import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Db } from './database.ts'

/** The channel on which a section's name says that its records changed. */
export const sectionChanged = 'section_changed'

/** The channel on which a section's name says that records came in from outside, of which a long list's total may lag behind. */
export const sectionArrived = 'section_arrived'

/** How a driver hears a channel. */
export type Subscribe = (channel: string, listener: (payload: string) => void) => Promise<unknown>

/**
 * NOTIFY and LISTEN with one promise more: the process that commits has heard its own signals before the commit returns,
 * so a reader in the same process never sees a cache that its own write made old. The echo that comes back is dropped.
 * The `db` it gives refuses to be used inside a transaction. Without `subscribe` there are no other processes to tell.
 */
export function signals(db: Db, subscribe?: Subscribe): Pick<Database, 'db' | 'transaction' | 'notify' | 'listen'> {
  const self = randomUUID()
  const listeners = new Map<string, ((payload: string) => void)[]>()
  const pending = new AsyncLocalStorage<[channel: string, payload: string][]>()
  const deliver = (channel: string, payload: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }
  // The embedded database has one connection, so a query beside an open transaction of its own would wait forever.
  const outside = new Proxy(db, {
    get(target, name, receiver) {
      if (pending.getStore()) throw new Error('inside a transaction only the transaction is used')
      return Reflect.get(target, name, receiver)
    },
  })
  return {
    db: outside,
    async transaction(work) {
      const sent: [string, string][] = []
      const result = await pending.run(sent, () => db.transaction((tx) => work(tx)))
      for (const [channel, payload] of sent) deliver(channel, payload)
      return result
    },
    async notify(tx, channel, payload) {
      if (subscribe) await tx.execute(sql`select pg_notify(${channel}, ${`${self} ${payload}`})`)
      const sent = pending.getStore()
      if (sent) sent.push([channel, payload])
      else deliver(channel, payload)
    },
    async listen(channel, listener) {
      const known = listeners.get(channel)
      if (known) {
        known.push(listener)
        return
      }
      listeners.set(channel, [listener])
      await subscribe?.(channel, (message) => {
        const space = message.indexOf(' ')
        if (message.slice(0, space) !== self) deliver(channel, message.slice(space + 1))
      })
    },
  }
}
