/** The server's jobs as this person sees them ('Tasks'), of the last time that the server said so. */
import type { Job } from '#contract/jobs.ts'
import { createStore } from '../base/store.ts'

export interface JobsState {
  /** The newest first; null until the server answered. */
  jobs: readonly Job[] | null
  /** When it did last; 0 for never. */
  answeredAt: number
  /** Ended while nobody looked. */
  unseen: number
}

export const noJobs: JobsState = { jobs: null, answeredAt: 0, unseen: 0 }
export const jobStore = createStore<JobsState>(noJobs)

const soonMs = 60_000

/** Something is about to change by itself: it runs, or will within a minute. */
export function isActive({ state, run_at }: Job, now = Date.now()): boolean {
  return state === 'running' || (state === 'waiting' && Date.parse(run_at) - now < soonMs)
}

export const hasEnded = ({ state }: Job): boolean => state === 'done' || state === 'dead' || state === 'cancelled'

/** All of them as they are now, with how many ended since the last time that any were known. */
export function withAll(old: JobsState, jobs: readonly Job[], now = Date.now()): JobsState {
  const active = new Set(old.jobs?.flatMap((job) => (hasEnded(job) ? [] : [job.id])))
  const ended = jobs.filter((job) => hasEnded(job) && active.has(job.id))
  return { jobs, answeredAt: now, unseen: old.unseen + ended.length }
}

/** One of them as it is now: in its place, or on top where it is new. */
export function withOne(old: JobsState, job: Job, now = Date.now()): JobsState {
  const jobs = old.jobs ?? []
  const isKnown = jobs.some(({ id }) => id === job.id)
  return withAll(old, isKnown ? jobs.map((one) => (one.id === job.id ? job : one)) : [job, ...jobs], now)
}
