/** One process' share of a run: plays schedules and prints results, one JSON line each. */
import 'fake-indexeddb/auto'
import type { Violation } from './oracle.ts'
import { play } from './play.ts'
import { seedOf } from './random.ts'
import type { Sabotage } from './sabotage.ts'
import { type FaultKind, makeSchedule, type Schedule } from './schedule.ts'
import { type ModelServer, startModelServer } from './server.ts'
import { shrink, toReplay } from './shrink.ts'

export interface Share {
  schedules: number
  seed: number
  /** Its index, and the total. */
  part: number
  parts: number
  /** Safeguards to switch off, each in a separate run on the same server; null: a run with all of them. */
  sabotages: readonly (Sabotage | null)[]
  /** Stops at the first violation. */
  first: boolean
}

export interface Counts {
  schedules: number
  /** Numbers of changes saved; done; still parked. */
  saved: number
  applied: number
  parked: number
  hits: Partial<Record<FaultKind, number>>
}

export interface Failure {
  seed: number
  /** The missing safeguard. */
  sabotage: Sabotage | null
  violations: Violation[]
  replay: string
  steps: number
  faults: number
}

export type RunReport = { counts: Counts } | { failure: Failure }

/** Maximum shrunk failures; of others only seeds are printed. */
const maxShrunk = 1

/** Real milliseconds that a schedule may take, which is a second mostly. */
const patience = 120_000

/** A schedule that stands still leaves its clock and its faults behind: nothing can be played after it. */
function standStill(schedule: Schedule, onReport: (result: RunReport) => void): () => void {
  const timer = setTimeout(() => {
    const violations: Violation[] = [{ kind: 'ghost', text: `the run stood still for ${patience / 1_000} s` }]
    const { seed, steps, faults } = schedule
    onReport({
      failure: { seed, sabotage: null, violations, replay: toReplay(schedule, schedule), steps: steps.length, faults: faults.length },
    })
    setImmediate(() => process.exit(1))
  }, patience)
  return () => clearTimeout(timer)
}

/** A schedule that crashes the model is a failure, too. */
async function violationsOf(schedule: Schedule, server: ModelServer, sabotage: Sabotage | null) {
  try {
    return await play(schedule, server, sabotage)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const violations: Violation[] = [{ kind: 'ghost', text: `the run itself broke: ${text}` }]
    return { violations, hits: new Map<FaultKind, number>(), saved: 0, applied: 0, parked: 0 }
  }
}

async function reduce(schedule: Schedule, first: Violation, server: ModelServer, sabotage: Sabotage | null): Promise<Schedule> {
  return shrink(schedule, async (smaller) =>
    (await violationsOf(smaller, server, sabotage)).violations.some(({ kind }) => kind === first.kind),
  )
}

async function runOne(
  { schedules, seed, part, parts, first: isFirst }: Share,
  sabotage: Sabotage | null,
  server: ModelServer,
  onReport: (result: RunReport) => void,
): Promise<void> {
  let failed = 0
  for (let i = part; i < schedules; i += parts) {
    const schedule = makeSchedule(seedOf(seed, i))
    const stop = standStill(schedule, onReport)
    const { violations, hits, saved, applied, parked } = await violationsOf(schedule, server, sabotage)
    stop()
    onReport({ counts: { schedules: 1, saved, applied, parked, hits: Object.fromEntries(hits) } })
    const [first] = violations
    if (!first) continue
    failed += 1
    const shrunk = !isFirst && failed <= maxShrunk ? await reduce(schedule, first, server, sabotage) : schedule
    onReport({
      failure: {
        seed: schedule.seed,
        sabotage,
        violations,
        replay: toReplay(shrunk, schedule),
        steps: shrunk.steps.length,
        faults: shrunk.faults.length,
      },
    })
    if (isFirst) break
  }
}

export async function runShare(share: Share, onReport: (result: RunReport) => void): Promise<void> {
  const server = await startModelServer()
  for (const sabotage of share.sabotages) await runOne(share, sabotage, server, onReport)
  await server.close()
}
