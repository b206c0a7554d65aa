/** Totals of lists, kept per scope and filter until a record of the section changes, in whichever process. */
import type { Database, Db } from '#server/db/database.ts'
import { sectionChanged } from '#server/db/signals.ts'

const max = 2_000

export interface Totals {
  /** The kept total, or what `count` finds. `others`: sections whose changes make it old, too. */
  total(section: string, key: string, count: () => Promise<number>, others?: readonly string[]): Promise<number>
  /** What `read` finds, together with everybody who asks the same before it is found or anything changes. */
  shared<T>(section: string, key: string, read: () => Promise<T>): Promise<T>
  /** Says in the transaction of a change that totals of these sections are old once it is committed. */
  changed(tx: Db, sections: readonly string[]): Promise<void>
}

/** Calls back after every change of a section's records, in any process. */
export function onChange(database: Database, section: string, listener: () => void): Promise<void> {
  return database.listen(sectionChanged, (changed) => {
    if (changed === section) listener()
  })
}

const kept = new WeakMap<Database, Totals>()

/** The totals of a database; each process keeps its own. */
export function totalsOf(database: Database): Totals {
  const known = kept.get(database)
  if (known) return known
  const versions = new Map<string, number>()
  const counts = new Map<string, { version: number; total: Promise<number> }>()
  const reading = new Map<string, Promise<unknown>>()
  const versionOf = (section: string) => versions.get(section) ?? 0
  let changes = 0
  const listening = database.listen(sectionChanged, (section) => {
    changes += 1
    versions.set(section, versionOf(section) + 1)
  })
  const totals: Totals = {
    async total(section, key, count, others = []) {
      await listening
      const at = `${section} ${key}`
      // Each only grows, so that their sum is another one after any change.
      const version = [section, ...others].reduce((sum, each) => sum + versionOf(each), 0)
      const cached = counts.get(at)
      if (cached?.version === version) return cached.total
      const total = count()
      counts.delete(at)
      counts.set(at, { version, total })
      total.catch(() => counts.delete(at))
      const [oldest] = counts.keys()
      if (counts.size > max && oldest !== undefined) counts.delete(oldest)
      return total
    },
    async shared<T>(section: string, key: string, read: () => Promise<T>) {
      await listening
      const at = `${changes} ${section} ${key}`
      // The key names the kind of answer, so whoever waits under it waits for the same type.
      const waiting = reading.get(at) as Promise<T> | undefined
      if (waiting) return waiting
      const found = read().finally(() => reading.delete(at))
      reading.set(at, found)
      return found
    },
    async changed(tx, sections) {
      for (const section of sections) await database.notify(tx, sectionChanged, section)
    },
  }
  kept.set(database, totals)
  return totals
}
