import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Db } from './database.ts'
import { leaveHold } from './group-commit.ts'

/** Channel of names of changed sections. */
export const sectionChanged = 'section_changed'

/** Channel of names of sections with inbound records, of which totals of long lists may lag behind. */
export const sectionArrived = 'section_arrived'

/** Payload after signals may have been lost with a connection: whatever this channel keeps current is to be read again. */
export const signalsLost = ''

/** A driver's LISTEN. Null says that messages may have been lost. */
export type Subscribe = (channel: string, listener: (message: string | null) => void) => Promise<unknown>

/**
 * NOTIFY and LISTEN with a guarantee: the committing process handles its signals before the commit returns, so its readers never see a
 * cache that its write made stale. The echo is dropped. Its `db` refuses to be used within a transaction. Without `subscribe` there are no
 * other processes.
 */
export function signals(db: Db, subscribe?: Subscribe): Pick<Database, 'db' | 'transaction' | 'notify' | 'listen'> {
  const self = randomUUID()
  const listeners = new Map<string, ((payload: string) => void)[]>()
  const pending = new AsyncLocalStorage<[channel: string, payload: string][]>()
  const deliver = (channel: string, payload: string) => {
    for (const listener of listeners.get(channel) ?? []) leaveHold(() => listener(payload))
  }
  // The embedded database has one connection: a query beside its open transaction would deadlock.
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
        if (message === null) return deliver(channel, signalsLost)
        const space = message.indexOf(' ')
        if (message.slice(0, space) !== self) deliver(channel, message.slice(space + 1))
      })
    },
  }
}
