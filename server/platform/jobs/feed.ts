/** Sends changed jobs to open streams: one query for all, at most four times a second. */
import type { Database } from '#server/db/database.ts'
import { channels } from './channels.ts'
import { readJobs, type StoredJob } from './seen.ts'

const gatherMs = 250

type Listener = (jobs: readonly StoredJob[]) => void

export interface JobFeed {
  /** Calls back with current jobs, until the returned function is called. */
  follow(listener: Listener): () => void
}

const made = new WeakMap<Database, Promise<JobFeed>>()

async function make(database: Database): Promise<JobFeed> {
  const listeners = new Set<Listener>()
  const changed = new Set<number>()
  let isGathering = false
  const send = async () => {
    isGathering = false
    const ids = [...changed]
    changed.clear()
    const found = await readJobs(database.db, ids)
    for (const listener of listeners) listener(found)
  }
  await database.listen(channels.changed, (id) => {
    if (!listeners.size) return
    changed.add(Number(id))
    if (isGathering) return
    isGathering = true
    setTimeout(() => send().catch(() => undefined), gatherMs).unref()
  })
  return {
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** One per database of the process. */
export function jobFeedOf(database: Database): Promise<JobFeed> {
  const known = made.get(database) ?? make(database)
  made.set(database, known)
  return known
}
