import type { Platform } from '../core/context.ts'
import { channels } from './channels.ts'
import { freeDead } from './free.ts'
import type { JobKind } from './kind.ts'
import { createRunner } from './runner.ts'
import { plan, type Schedule } from './schedules.ts'

/** Maximum ms between checks, even without notifications. */
const lookMs = 5_000
const soonestMs = 20

/** Runs jobs from start to shutdown: woken by new jobs of any process, by the next due time, and by the clock. */
export async function startJobs(platform: Platform, kinds: readonly JobKind[], schedules: readonly Schedule[]): Promise<void> {
  const { database, background } = platform
  const runner = createRunner(platform, kinds, schedules)
  // The embedded database has one process: all other claims are dead.
  if (database.embedded) await freeDead(database, true)
  for (const schedule of schedules) await plan(database, schedule)
  await database.listen(channels.waiting, (lane) => background.run(() => runner.wake(lane)))
  await database.listen(channels.changed, (id) => background.run(() => runner.changed(Number(id))))
  let timer: NodeJS.Timeout | undefined
  const tick = async () => {
    let wait = lookMs
    try {
      await runner.look()
      wait = Math.min(lookMs, Math.max(soonestMs, (await runner.nextDue()) ?? lookMs))
    } finally {
      if (!background.stopping) timer = setTimeout(() => background.run(tick), wait).unref()
    }
  }
  background.signal.addEventListener('abort', () => clearTimeout(timer))
  background.run(tick)
}
