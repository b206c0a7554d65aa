/** Plays a schedule from its first operation to ten quiet minutes after its last fault. */
import { installDatabaseFaults } from '#tests/support/database-faults.ts'
import { Clock, watchdogsOn } from './clock.ts'
import { Device } from './device.ts'
import { applyFault, calm } from './faults.ts'
import { Journal } from './journal.ts'
import { judgeRun, type Rest, unsettled, type Violation } from './oracle.ts'
import { Person } from './person.ts'
import { seeded } from './random.ts'
import type { Sabotage } from './sabotage.ts'
import type { FaultKind, Schedule } from './schedule.ts'
import type { ModelServer } from './server.ts'

export interface Outcome {
  violations: Violation[]
  hits: ReadonlyMap<FaultKind, number>
  /** Changes saved, done, and parked. */
  saved: number
  applied: number
  parked: number
  notes: readonly string[]
}

/** Quiet milliseconds until every row is done or parked. */
const liveness = 10 * 60_000
const look = 20_000

/** Ten minutes, or less when nothing can change any more. */
async function quiet(devices: readonly Device[], clock: Clock): Promise<void> {
  const outboxes = devices.map((device) => device.outbox(device.session?.owner ?? ''))
  for (const end = clock.now + liveness; clock.now < end; ) {
    await clock.runTo(Math.min(end, clock.now + look))
    const rows = await Promise.all(outboxes.map((outbox) => outbox.rows()))
    if (rows.every((all) => unsettled(all).length === 0)) return
  }
}

/** Signs in each person in turn; the rows in their outbox are the rest. */
async function finish(devices: readonly Device[], clock: Clock, server: ModelServer): Promise<Rest[]> {
  const rest: Rest[] = []
  for (const round of [0, 1]) {
    for (const device of round === 1 ? devices : []) {
      const other = server.users.findIndex((user) => user.ref !== device.session?.owner)
      await device.signIn(other, device.tabs[0] ?? null)
    }
    await quiet(devices, clock)
    for (const device of devices) {
      const owner = device.session?.owner ?? ''
      rest.push({ device: device.index, owner, rows: await device.outbox(owner).rows() })
    }
  }
  return rest
}

export async function play(schedule: Schedule, server: ModelServer, sabotage: Sabotage | null): Promise<Outcome> {
  await server.reset(sabotage === 'dedupe')
  const clock = new Clock()
  const journal = new Journal()
  const random = seeded(schedule.seed ^ 0x5bd1e995)
  const undo = watchdogsOn(clock)
  const database = installDatabaseFaults()
  database.onHit((_, fault) => journal.hit(fault))
  const devices = schedule.tabs.map(
    (_, index) => new Device({ index, server, clock, journal, random, sabotage, stored: schedule.stored && index === 0 }),
  )
  try {
    const person = new Person({ devices, server, clock, journal })
    await person.begin(schedule.tabs)
    const events = [
      ...schedule.steps.map((step) => ({ at: step.at, run: () => person.act(step) })),
      ...schedule.faults.map((fault) => ({
        at: fault.at,
        run: () => applyFault(fault, { devices, server, clock, journal, person, database }),
      })),
    ].sort((a, b) => a.at - b.at)
    for (const event of events) {
      await clock.runTo(event.at)
      void event.run()
    }
    await clock.runTo(clock.now + 90_000)
    await calm({ devices, server, clock, journal, person, database })
    const rest = await finish(devices, clock, server)
    const { violations, applied } = judgeRun({ journal, rest, log: await server.log() })
    violations.push(...(await server.money()).map((text): Violation => ({ kind: 'money', text })))
    const parked = rest.flatMap(({ rows }) => rows).filter(({ state }) => state === 'parked').length
    return { violations, hits: journal.hits, saved: journal.saved.size, applied, parked, notes: journal.notes }
  } finally {
    undo()
    database.undo()
    for (const device of devices) {
      device.answer()
      for (const process of [...device.tabs, ...device.workers]) process.die()
      for (const outbox of device.outboxes.values()) await outbox.destroy()
    }
  }
}
