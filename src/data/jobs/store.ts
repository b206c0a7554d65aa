/** The server's jobs of this person ('Tasks'), as of its last response. */

import type { Job } from '#contract/jobs.ts'
import { serverNow } from '../base/server-clock.ts'
import { createStore } from '../base/store.ts'

export interface JobsState {
  /** Newest first; null before the first response. */
  jobs: readonly Job[] | null
  /** When it did last; 0 for never. */
  answeredAt: number
  /** Jobs that ended unseen. */
  unseen: number
}

export const noJobs: JobsState = { jobs: null, answeredAt: 0, unseen: 0 }
export const jobStore = createStore<JobsState>(noJobs)

const soonMs = 60_000

/** Whether it changes by itself: it runs, or will within a minute. */
export function isActive({ state, run_at }: Job, now = serverNow()): boolean {
  return state === 'running' || (state === 'waiting' && Date.parse(run_at) - now < soonMs)
}

export const hasEnded = ({ state }: Job): boolean => state === 'done' || state === 'dead' || state === 'cancelled'

/** Replaces all jobs, and counts those ended since the last known state. */
export function withAll(old: JobsState, jobs: readonly Job[], now = serverNow()): JobsState {
  const active = new Set(old.jobs?.flatMap((job) => (hasEnded(job) ? [] : [job.id])))
  const ended = jobs.filter((job) => hasEnded(job) && active.has(job.id))
  return { jobs, answeredAt: now, unseen: old.unseen + ended.length }
}

/** Replaces one job in its place, or adds a new one on top. */
export function withOne(old: JobsState, job: Job, now = serverNow()): JobsState {
  const jobs = old.jobs ?? []
  const isKnown = jobs.some(({ id }) => id === job.id)
  return withAll(old, isKnown ? jobs.map((one) => (one.id === job.id ? job : one)) : [job, ...jobs], now)
}
