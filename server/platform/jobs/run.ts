/** Runs one slice of a job: its claim is renewed meanwhile, and fences all writes. */
import { errorLine } from '#server/db/error-line.ts'
import type { Platform } from '../core/context.ts'
import { yieldToEventLoop } from '../core/event-loop.ts'
import { ApiError } from '../core/problem.ts'
import { StorageError } from '../files/storage/storage-error.ts'
import { channels } from './channels.ts'
import { type Claim, type Ending, lock, look, renew, type Standing, settle, store } from './claim.ts'
import { type JobKind, type JobRun, PermanentError, type Progress } from './kind.ts'

const sliceMs = 5_000
const sliceItems = 500
const renewMs = 15_000
/** Milliseconds until a cancellation is noticed. */
const lookMs = 1_500
const reportMs = 250
/** Milliseconds until a job goes on whose files could not be reached, which is no fault of the job. */
const storageMs = 60_000

/** Thrown to end a run: cancelled, or claim lost. */
class StoppedError extends Error {
  override name = 'StoppedError'
}

export interface Slice {
  /** Resolves when the work has ended with its state written, or was given back. Never rejects. */
  readonly ended: Promise<void>
  /** Checks the claim now. */
  look(): Promise<void>
  /** Gives the job back to the queue after the shutdown's grace. */
  release(): Promise<void>
  readonly id: number
}

export function startSlice(platform: Platform, kind: JobKind, held: Claim): Slice {
  const { database, log, background } = platform
  const control = new AbortController()
  const began = performance.now()
  let { cursor } = held
  let items = 0
  let now: Standing = 'fine'
  let isFinished = false
  let reported = Number.NEGATIVE_INFINITY

  const learn = (found: Standing) => {
    if (found === 'fine' || isFinished) return
    now = found
    control.abort()
  }
  const asking = (ask: typeof look) =>
    ask(database.db, held).then(learn, (error: unknown) => log.warn({ err: error }, 'a lease was not looked at'))
  const timers = [setInterval(() => void asking(look), lookMs), setInterval(() => void asking(renew), renewMs)]
  for (const timer of timers) timer.unref()

  const run: JobRun = {
    platform,
    input: held.input,
    ref: held.ref,
    get cursor() {
      return cursor
    },
    attempts: held.attempts,
    signal: control.signal,
    get isOver() {
      return background.stopping || items >= sliceItems || performance.now() - began >= sliceMs
    },
    async commit(effect) {
      if (control.signal.aborted) throw new StoppedError('stopped before the next item')
      const committed = await database.transaction(async (tx) => {
        const stands = await lock(tx, held)
        learn(stands)
        if (stands !== 'fine') throw new StoppedError('stopped before the next item')
        const left = await effect(tx)
        const found = await store(tx, held, left)
        // Thrown inside, to roll back the effect.
        if (found === 'lost') throw new StoppedError('the claim was lost')
        await database.notify(tx, channels.changed, String(held.id))
        return { left, found }
      })
      if (committed.left.cursor !== undefined) cursor = committed.left.cursor
      items += committed.left.items ?? 1
      isFinished = committed.left.finished === true
      learn(committed.found)
      await yieldToEventLoop()
    },
    async report(progress: Progress) {
      if (performance.now() - reported < reportMs || control.signal.aborted) return
      reported = performance.now()
      await run.commit(async () => ({ ...progress, items: 0 }))
    },
  }

  async function end(ending: Ending): Promise<void> {
    if (isFinished || now === 'lost') return
    await database.transaction(async (tx) => {
      if (!(await settle(tx, held, ending))) return
      await database.notify(tx, channels.changed, String(held.id))
      if (ending.state === 'more') await database.notify(tx, channels.waiting, held.lane)
    })
  }

  async function work(): Promise<void> {
    try {
      const outcome = await kind.work(run)
      if (now === 'cancel' && outcome !== 'done') return end({ state: 'cancelled' })
      await end(typeof outcome === 'string' ? { state: outcome } : { state: 'until', at: outcome.until })
    } catch (error) {
      if (now === 'cancel') return end({ state: 'cancelled' })
      if (error instanceof StoppedError) return
      if (error instanceof StorageError && error.problem !== 'full') return end({ state: 'until', at: new Date(Date.now() + storageMs) })
      log.error({ err: error, job: held.id, kind: held.kind, attempts: held.attempts }, 'a job failed')
      // Internal errors stay in the log.
      const problem = error instanceof PermanentError || error instanceof ApiError ? error.message : 'Something wrong'
      await end({ state: error instanceof PermanentError ? 'never' : 'failed', problem })
    }
  }

  let giveUp: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const worked = work().catch((error: unknown) => log.error({ error: errorLine(error), job: held.id }, 'the end of a job was not written'))
  return {
    id: held.id,
    look: () => asking(look),
    async release() {
      await end({ state: 'released' }).finally(() => {
        now = 'lost'
        control.abort()
        giveUp()
      })
    },
    ended: Promise.race([worked, released]).finally(() => {
      for (const timer of timers) clearInterval(timer)
    }),
  }
}
