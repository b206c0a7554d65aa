/**
 * Updates the store of jobs while the list is open or a job runs, and the page is visible: by a stream where possible, otherwise by polling
 * the list every two seconds. Browsers limit connections per server, so no stream is held for unchanging jobs.
 */
import { type Job, jobList, jobStream } from '#contract/jobs.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { getConfig } from '../api/config.ts'
import { connectionStore, reportReached } from '../api/connection.ts'
import { buildRequest, request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { isResting, longSleepMs, onRest, onWake } from '../base/page-life.ts'
import { exchange, parseText } from '../outbox/wire/exchange.ts'
import { eventReader } from './events.ts'
import { isActive, jobStore, noJobs, withAll, withOne } from './store.ts'

const pollMs = 2_000
/** The server sends at least every 20 s. */
const silentMs = 45_000

let lookers = 0
let expected = 0
let following: AbortController | null = null

const mayFollow = () =>
  document.visibilityState === 'visible' && !isResting() && connectionStore.get() === 'online' && sessionStore.get().status === 'signed-in'
const isWanted = () => lookers > 0 || Date.now() < expected || (jobStore.get().jobs ?? []).some((job) => isActive(job))

const isJob = (value: unknown): value is Job => typeof toRecord(value).id === 'number' && typeof toRecord(value).state === 'string'
const jobsOf = (value: unknown): Job[] => {
  const { jobs } = toRecord(value)
  return Array.isArray(jobs) ? jobs.filter(isJob) : []
}

/** Throws ApiError. */
export async function readJobs(signal?: AbortSignal): Promise<void> {
  const answer = await request<unknown>(jobList, { signal })
  jobStore.set((old) => withAll(old, jobsOf(answer)))
}

/** Resolves when the stream ends. False when none is available. */
async function stream(control: AbortController): Promise<boolean> {
  const wire = buildRequest(jobStream, {}, getConfig())
  const token = readToken()
  if (token) wire.headers.Authorization = `Bearer ${token}`
  let isRead = false
  const onText = eventReader(({ name, data }) => {
    isRead = true
    reportReached()
    const value = parseText(data)
    if (name === 'states') jobStore.set((old) => withAll(old, jobsOf(value)))
    else if (isJob(value)) jobStore.set((old) => withOne(old, value))
    if (!isWanted()) control.abort()
  })
  const { status } = await exchange(wire, { signal: control.signal, onText, idleMs: silentMs })
  if (status === 401) reportUnauthorized(token)
  return isRead
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function follow(control: AbortController): Promise<void> {
  const { signal } = control
  while (!signal.aborted && mayFollow() && isWanted()) {
    const streamed = await stream(control).catch(() => false)
    if (signal.aborted) return
    if (!streamed) await readJobs(signal).catch(() => undefined)
    await wait(pollMs)
  }
}

/** Starts or stops following, as needed and possible. */
function update(): void {
  const should = mayFollow() && isWanted()
  if (!should) {
    following?.abort()
    following = null
    return
  }
  if (following && !following.signal.aborted) return
  const control = new AbortController()
  following = control
  void follow(control).finally(() => {
    if (following === control) following = null
  })
}

/** Follows while the list of tasks is open. */
export function lookAtJobs(): () => void {
  lookers += 1
  jobStore.set((old) => ({ ...old, unseen: 0 }))
  update()
  return () => {
    lookers -= 1
    jobStore.set((old) => ({ ...old, unseen: 0 }))
    update()
  }
}

/** Called after a request that creates a job. */
export function expectJob(): void {
  expected = Date.now() + 5_000
  update()
}

let owner: string | undefined

/** Once per page: fetches the jobs, and follows active ones. */
export function startJobs(): void {
  const ownerNow = () => sessionStore.get().session?.user.ref
  owner = ownerNow()
  const changed = () => {
    if (owner !== ownerNow()) {
      owner = ownerNow()
      following?.abort()
      jobStore.set(noJobs)
    }
    update()
  }
  onRest(changed)
  onWake(({ sleptMs }) => {
    if (sleptMs >= longSleepMs) following?.abort()
    changed()
  })
  connectionStore.subscribe(changed)
  sessionStore.subscribe(changed)
  if (mayFollow()) readJobs().then(update, () => undefined)
}
