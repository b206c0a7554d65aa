/** Runs jobs in this process, up to the size of each lane, woken by new jobs and by the clock. */

import type { Lane } from '#server/db/tables/jobs.ts'
import type { Platform } from '../core/context.ts'
import { claim, nextDue } from './claim.ts'
import { freeDead } from './free.ts'
import { type JobKind, lanes } from './kind.ts'
import { type Slice, startSlice } from './run.ts'
import { type Schedule, startDue } from './schedules.ts'

/** Grace of a shutdown, in ms. */
const graceMs = 8_000

export interface Runner {
  /** Frees jobs of dead processes, starts due ones, and fills the lanes. */
  look(): Promise<void>
  /** Resolves when nothing is due or running. */
  idle(): Promise<void>
  /** A lane has due jobs. */
  wake(lane: string): Promise<void>
  /** Checks a changed job: if this process runs it, it may be cancelled. */
  changed(id: number): Promise<void>
  /** Milliseconds until a job of this process's kinds is due; null if none. */
  nextDue(): Promise<number | null>
}

const isLane = (name: string): name is Lane => Object.hasOwn(lanes, name)
const laneNames = Object.keys(lanes).filter(isLane)

export function createRunner(platform: Platform, kinds: readonly JobKind[], schedules: readonly Schedule[] = []): Runner {
  const { database, background, log } = platform
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  const names = [...known.keys()]
  const running = new Map<Lane, Set<Slice>>(laneNames.map((lane) => [lane, new Set()]))
  const filling = new Map<Lane, Promise<void>>()

  async function take(lane: Lane): Promise<void> {
    const busy = running.get(lane)
    if (!busy || background.stopping) return
    for (const held of await claim(database.db, lane, names, lanes[lane] - busy.size)) {
      const kind = known.get(held.kind)
      if (!kind) continue
      const slice = startSlice(platform, kind, held)
      busy.add(slice)
      background.run(async () => {
        await slice.ended
        busy.delete(slice)
        await fill(lane)
      })
    }
  }

  /** One claim at a time per lane, so that two never fill the same place. */
  function fill(lane: Lane): Promise<void> {
    const next = (filling.get(lane) ?? Promise.resolve()).then(() => take(lane))
    const settled = next.catch((error: unknown) => log.error({ err: error }, 'jobs were not claimed'))
    filling.set(lane, settled)
    return settled
  }

  const slices = () => [...running.values()].flatMap((busy) => [...busy])

  async function look(): Promise<void> {
    if (background.stopping) return
    for (const schedule of schedules) await startDue(database, schedule)
    await freeDead(database)
    await Promise.all(laneNames.map(fill))
  }

  /** A slice that does not end within the shutdown's grace is given back. */
  background.signal.addEventListener('abort', () => {
    const timer = setTimeout(() => void Promise.all(slices().map((slice) => slice.release().catch(() => undefined))), graceMs)
    timer.unref()
  })

  return {
    look,
    async idle() {
      await look()
      while (slices().length) {
        await Promise.all(slices().map(({ ended }) => ended))
        await Promise.all(laneNames.map(fill))
      }
    },
    wake: (lane) => (isLane(lane) ? fill(lane) : Promise.resolve()),
    async changed(id) {
      for (const slice of slices()) if (slice.id === id) await slice.look()
    },
    nextDue: () => nextDue(database.db, names),
  }
}
