/** Totals of lists, cached per scope and filter until a record of the section changes in any process. */
import type { Database, Db } from '#server/db/database.ts'
import { sectionArrived, sectionChanged, signalsLost } from '#server/db/signals.ts'

const max = 2_000
/** Length of lists whose totals may lag behind arrivals; recounted after this many times the duration of a count. */
const longList = 10_000
const pauseFactor = 50
const maxPauseMs = 30_000

interface Kept {
  version: number
  arrived: number
  total: Promise<number>
  /** End of a permitted lag behind arrivals. */
  lagsUntil: number
}

export interface Totals {
  /** The cached total, or that of `count`. `others`: further sections that invalidate it. */
  total(section: string, key: string, count: () => Promise<number>, others?: readonly string[]): Promise<number>
  /** Returns the result of `read`, shared by concurrent callers until something changes. */
  shared<T>(section: string, key: string, read: () => Promise<T>): Promise<T>
  /** Invalidates totals of these sections once the transaction commits. */
  changed(tx: Db, sections: readonly string[]): Promise<void>
  /** Like `changed` for inbound records such as messages: recounting a long list for each would block others. */
  arrived(tx: Db, section: string): Promise<void>
}

/** Calls back after each change of a section's records in any process. */
export function onChange(database: Database, section: string, listener: () => void): Promise<void> {
  return database.listen(sectionChanged, (changed) => {
    if (changed === section || changed === signalsLost) listener()
  })
}

const kept = new WeakMap<Database, Totals>()

/** Returns the totals of a database, per process. */
export function totalsOf(database: Database): Totals {
  const known = kept.get(database)
  if (known) return known
  const versions = new Map<string, number>()
  const arrivals = new Map<string, number>()
  const largest = new Map<string, number>()
  const counts = new Map<string, Kept>()
  const reading = new Map<string, Promise<unknown>>()
  // What was lost may be of any section.
  const versionOf = (section: string) => (versions.get(section) ?? 0) + (versions.get(signalsLost) ?? 0)
  let changes = 0
  const listening = Promise.all([
    database.listen(sectionChanged, (section) => {
      changes += 1
      versions.set(section, (versions.get(section) ?? 0) + 1)
    }),
    database.listen(sectionArrived, (section) => {
      changes += 1
      arrivals.set(section, arrivedOf(section) + 1)
    }),
  ])
  const arrivedOf = (section: string) => arrivals.get(section) ?? 0
  function begin(section: string, version: number, count: () => Promise<number>): Kept {
    const began = performance.now()
    const entry: Kept = { version, arrived: arrivedOf(section), total: count(), lagsUntil: Number.POSITIVE_INFINITY }
    entry.total.then(
      (total) => {
        const seen = Math.max(total, largest.get(section) ?? 0)
        largest.set(section, seen)
        const now = performance.now()
        entry.lagsUntil = seen < longList ? 0 : now + Math.min((now - began) * pauseFactor, maxPauseMs)
      },
      () => undefined,
    )
    return entry
  }
  const totals: Totals = {
    async total(section, key, count, others = []) {
      await listening
      const at = `${section} ${key}`
      // Versions only grow, so each change makes another sum.
      const version = [section, ...others].reduce((sum, each) => sum + versionOf(each), 0)
      const cached = counts.get(at)
      if (cached?.version === version && (cached.arrived === arrivedOf(section) || performance.now() < cached.lagsUntil))
        return cached.total
      const entry = begin(section, version, count)
      const { total } = entry
      counts.delete(at)
      counts.set(at, entry)
      total.catch(() => counts.delete(at))
      const [oldest] = counts.keys()
      if (counts.size > max && oldest !== undefined) counts.delete(oldest)
      return total
    },
    async shared<T>(section: string, key: string, read: () => Promise<T>) {
      await listening
      const at = `${changes} ${section} ${key}`
      // The key includes the type of the result, so waiting callers expect the same type.
      const waiting = reading.get(at) as Promise<T> | undefined
      if (waiting) return waiting
      const found = read().finally(() => reading.delete(at))
      reading.set(at, found)
      return found
    },
    arrived: (tx, section) => database.notify(tx, sectionArrived, section),
    async changed(tx, sections) {
      for (const section of sections) await database.notify(tx, sectionChanged, section)
    },
  }
  kept.set(database, totals)
  return totals
}
