import type { Job } from '#contract/jobs.ts'
import type { CurrentUser, Platform } from '../context.ts'
import { Events, type ServerEvent } from '../events.ts'
import { ApiError } from '../problem.ts'
import { type JobFeed, jobFeedOf } from './feed.ts'
import { seenJobs, sees, toJob } from './seen.ts'

/** A session has a stream in each tab that shows tasks; more than these are no person's. */
const maxStreams = 6
/** Permissions and sessions are looked at again this often. */
const checkMs = 15_000

const streams = new Map<string, number>()

function count(jti: string, change: 1 | -1): void {
  const left = (streams.get(jti) ?? 0) + change
  if (left > 0) streams.set(jti, left)
  else streams.delete(jti)
}

/** First all jobs that the person sees, then each as it changes, until the session ends. Throws 429 for one stream too many. */
export async function jobEvents(platform: Platform, user: CurrentUser, jti: string): Promise<Events> {
  if ((streams.get(jti) ?? 0) >= maxStreams) throw new ApiError('rate_limited', undefined, { retryAfter: 30 })
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
  const unfollow = follow((changed) => {
    for (const stored of changed) if (user && sees(user, stored)) queue.set(stored.id, toJob(user, stored))
    wake()
  })
  const check = async () => {
    user = await people.bySession(jti)
    wake()
  }
  const timer = setInterval(() => void check().catch(() => undefined), checkMs).unref()
  over.addEventListener('abort', () => wake())
  count(jti, 1)
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
    count(jti, -1)
    clearInterval(timer)
    unfollow()
  }
}
