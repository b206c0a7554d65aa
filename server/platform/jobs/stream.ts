import type { Job } from '#contract/jobs.ts'
import type { Database } from '#server/db/database.ts'
import type { CurrentUser, Platform } from '../core/context.ts'
import { Events, type ServerEvent } from '../core/events.ts'
import { countStream, mayStream } from '../core/streams.ts'
import { channels } from './channels.ts'
import { type ImportOutcome, importOutcomes } from './outcomes.ts'
import { readJobs, type StoredJob, seenJobs, sees, toJob } from './seen.ts'

const gatherMs = 250

type Listener = (jobs: readonly StoredJob[], outcomes: ReadonlyMap<string, ImportOutcome>) => void

/** Sends changed jobs to open streams: one query for all, at most four times a second. */
interface JobFeed {
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
    const outcomes = await importOutcomes(database.db, found)
    for (const listener of listeners) listener(found, outcomes)
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
function jobFeedOf(database: Database): Promise<JobFeed> {
  const known = made.get(database) ?? make(database)
  made.set(database, known)
  return known
}

/** Ms between checks of permissions and sessions. */
const checkMs = 15_000

/** Sends all visible jobs, then each change, until the session ends. Throws 429 for one stream too many. */
export async function jobEvents(platform: Platform, user: CurrentUser, jti: string): Promise<Events> {
  mayStream('jobs', jti)
  const feed = await jobFeedOf(platform.database)
  return new Events((left) => events(platform, feed, user, jti, AbortSignal.any([left, platform.background.signal])))
}

async function* events(
  { database, people }: Platform,
  { follow }: JobFeed,
  asking: CurrentUser,
  jti: string,
  over: AbortSignal,
): AsyncGenerator<ServerEvent, void, undefined> {
  let user: CurrentUser | null = asking
  let wake: () => void = () => undefined
  const queue = new Map<number, Job>()
  const unfollow = follow((changed, outcomes) => {
    for (const stored of changed) if (user && sees(user, stored)) queue.set(stored.id, toJob(user, stored, outcomes))
    wake()
  })
  const check = async () => {
    user = await people.bySession(jti)
    wake()
  }
  const timer = setInterval(() => void check().catch(() => undefined), checkMs).unref()
  over.addEventListener('abort', () => wake())
  const ended = countStream('jobs', jti)
  try {
    yield { name: 'states', data: { jobs: await seenJobs(database.db, asking) } }
    while (user && !over.aborted) {
      const [next] = queue
      if (next) {
        queue.delete(next[0])
        yield { name: 'job', data: next[1] }
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    ended()
    clearInterval(timer)
    unfollow()
  }
}
