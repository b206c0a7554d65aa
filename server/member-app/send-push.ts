/** Sends push notifications: a job each, which goes on where it was killed (docs/product/push-and-app.md#sending). */
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterQuietHours } from '#contract/lib/quiet-hours.ts'
import type { HoldReason } from '#contract/sections/promotion/push-notification.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { pushNotifications as pushes } from '#server/db/tables/push.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type Outcome as JobOutcome, type JobRun, jobKind } from '#server/platform/jobs/kind.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import { takePace } from '#server/platform/limits/take-pace.ts'
import * as store from './deliveries.ts'
import { type Fcm, type FcmMessage, type FcmResult, fcmOf, minWaitMs } from './fcm.ts'
import { resolveTargets } from './targets.ts'

const name = 'push-notification'
/** Requests to the push service at once, of this process. */
const maxInFlight = 40
/** Deliveries of one commit. */
const atOnce = 200
/** Later than this a person has to confirm it. */
const lateMs = 6 * 3_600_000
const maxWaitMs = 900_000

export type PushInput = { push: number }
type Run = JobRun<PushInput>

const flights = new WeakMap<Platform, ReturnType<typeof createConcurrencyLimit>>()
function flightsOf(platform: Platform) {
  const made = flights.get(platform) ?? createConcurrencyLimit(maxInFlight)
  flights.set(platform, made)
  return made
}

type Content = Omit<FcmMessage, 'token'>

async function contentOf({ database, settings }: Platform, push: store.Push): Promise<Content> {
  const [target] = await resolveTargets(database.db, [push])
  const { kind, url, ref } = target ?? { kind: 'none', url: null, ref: null }
  const absolute = (address: string) => (address.startsWith('/') ? settings.publicUrl + address : address)
  const data = { kind, ...(url && { url: absolute(url) }), ...(ref && { target: ref }) }
  return { ref: push.ref, title: push.title, body: push.message, image: push.image ? absolute(push.image.url) : null, data }
}

/** Stops the others of a batch, which stay queued. */
type Stop = Extract<FcmResult, { kind: 'held' | 'busy' }>

const outcomeOf = ({ id, device }: store.Queued, result: Exclude<FcmResult, Stop>): store.Outcome => {
  const states = { accepted: 'sent', unregistered: 'retired', refused: 'failed', unknown: 'unknown' } as const
  return { id, device, state: states[result.kind], reason: 'reason' in result ? result.reason : null }
}

/** Sends a batch. Those after a stop are not tried. */
async function sendBatch(platform: Platform, fcm: Fcm, content: Content, batch: readonly store.Queued[], signal: AbortSignal) {
  const fly = flightsOf(platform)
  const outcomes: store.Outcome[] = []
  const stops: Stop[] = []
  await Promise.all(
    batch.map((one) =>
      fly(async () => {
        if (!one.mayReceive) return outcomes.push({ id: one.id, device: one.device, state: 'failed', reason: 'gone' })
        if (stops.length || signal.aborted) return
        const result = await fcm.send({ ...content, token: one.token })
        if (result.kind === 'held' || result.kind === 'busy') stops.push(result)
        else outcomes.push(outcomeOf(one, result))
      }),
    ),
  )
  // What needs a person outweighs what passes.
  return { outcomes, stop: stops.find(({ kind }) => kind === 'held') ?? stops[0] ?? null }
}

const changed = (platform: Platform, tx: Db) => totalsOf(platform.database).changed(tx, [name])

/** Ends this job's part until a person resumes it. */
async function hold(run: Run, why: HoldReason, reason: string): Promise<JobOutcome> {
  run.platform.log.warn({ push: run.input.push, why, reason }, 'a push notification is held')
  await run.commit(async (tx) => {
    await store.setHeld(tx, run.input.push, why)
    await changed(run.platform, tx)
    return { finished: true }
  })
  return 'done'
}

async function waitUntil(run: Run, until: Date, failures: number, held: HoldReason | null): Promise<JobOutcome> {
  await run.commit(async (tx) => {
    await store.setDue(tx, run.input.push, until)
    await store.setHeld(tx, run.input.push, held)
    await changed(run.platform, tx)
    return { cursor: { failures } }
  })
  return { until }
}

const failuresOf = (cursor: unknown): number =>
  typeof cursor === 'object' && cursor !== null && 'failures' in cursor && typeof cursor.failures === 'number' ? cursor.failures : 0

interface Standing {
  push: store.Push
  isDue: boolean
  isLate: boolean
  now: number
}

async function readPush(db: Db, id: number): Promise<Standing | null> {
  const [push] = await db.select().from(pushes).where(eq(pushes.id, id))
  const [clock] = await db
    .select({
      now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
      isDue: sql<boolean>`coalesce(${pushes.send_at} <= now(), true)`,
      isLate: sql<boolean>`now() - coalesce(greatest(${pushes.due_at}, ${pushes.send_at}), now()) > make_interval(secs => ${lateMs / 1_000})`,
    })
    .from(pushes)
    .where(eq(pushes.id, id))
  return push && clock ? { push, ...clock } : null
}

/** One batch of a push. Null: go on. */
async function sendNext(run: Run, push: store.Push, fcm: Fcm, content: Content): Promise<JobOutcome | null> {
  const { platform } = run
  const { db } = platform.database
  const began = new Date()
  const granted = await takePace(db, name, platform.settings.pushPerMinute, atOnce)
  if (!granted) {
    await pause(100)
    return null
  }
  const batch = await store.readQueued(db, push.id, granted)
  if (!batch.length) {
    const { queued, wait } = await store.readRest(db, push.id)
    return queued ? { until: new Date(Date.now() + wait) } : finish(run)
  }
  const { outcomes, stop } = await sendBatch(platform, fcm, content, batch, run.signal)
  let isEnded = false
  await run.commit(async (tx) => {
    const locked = await store.lockPush(tx, push.id)
    if (!locked) return {}
    isEnded = locked.status !== 'scheduled'
    await store.storeOutcomes(tx, locked, outcomes, began)
    const isReached = outcomes.some(({ state }) => state === 'sent')
    if (isReached && locked.held === 'unavailable') await store.setHeld(tx, push.id, null)
    return { done: locked.sent_count, total: locked.recipient_count, items: outcomes.length, ...(isReached && { cursor: { failures: 0 } }) }
  })
  if (isEnded) return 'done'
  if (stop?.kind === 'held') return hold(run, stop.why, stop.reason)
  if (stop) {
    const failures = failuresOf(run.cursor) + 1
    const grown = Math.min(maxWaitMs, minWaitMs * 2 ** (failures - 1))
    platform.log.warn({ push: push.id, reason: stop.reason, failures }, 'the push service asks to wait')
    return waitUntil(run, new Date(Date.now() + Math.max(stop.wait, grown)), failures, 'unavailable')
  }
  return null
}

async function finish(run: Run): Promise<JobOutcome> {
  await run.commit(async (tx) => {
    await store.lockPush(tx, run.input.push)
    await store.endPush(tx, run.input.push)
    await changed(run.platform, tx)
    return { finished: true }
  })
  return 'done'
}

/** Until it is due, and out of the quiet hours. */
async function notYet(run: Run, { push, isDue, now }: Standing): Promise<JobOutcome | null> {
  if (!isDue && push.send_at) return { until: new Date(push.send_at) }
  const awake = push.quiet_hours ? afterQuietHours(new Date(now)) : new Date(now)
  return awake.getTime() > now ? waitUntil(run, awake, failuresOf(run.cursor), null) : null
}

export const pushSending = jobKind<PushInput>(name, 'bulk', async (run) => {
  const { platform, input } = run
  const standing = await readPush(platform.database.db, input.push)
  if (standing?.push.status !== 'scheduled') return 'done'
  if (standing.isLate) return hold(run, 'late', `due at ${standing.push.due_at ?? standing.push.send_at}`)
  const waits = await notYet(run, standing)
  if (waits) return waits
  const fcm = fcmOf(platform)
  if (!standing.push.snapshot_at)
    await run.commit(async (tx) => {
      const push = await store.lockPush(tx, input.push)
      if (push?.status !== 'scheduled') return {}
      const { recipients } = await store.takeSnapshot(tx, push, fcm !== null)
      await changed(platform, tx)
      return { total: recipients }
    })
  if (!fcm) return finish(run)
  const content = await contentOf(platform, standing.push)
  while (!run.isOver) {
    const ended = await sendNext(run, standing.push, fcm, content)
    if (ended) return ended
  }
  await platform.database.transaction((tx) => changed(platform, tx))
  return 'more'
})
