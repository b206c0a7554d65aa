import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { unknownConfig } from '#console/data/outbox/wire/read-config.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { createMemoryQueue } from '#tests/support/memory-queue.ts'
import { type Fault, faults, ModelServer, refusedHolder } from '#tests/support/model-server.ts'
import type { Queue } from './row/queue.ts'
import type { NewRow, OutboxRow } from './row/types.ts'
import { type DrainParts, drain } from './send/drain.ts'
import { createTransport } from './send/transport.ts'
import { OwnerDatabase } from './store/database.ts'
import { addRows, createQueue } from './store/store.ts'
import type { TransportParts } from './wire/exchange-as.ts'

type Action = 'create' | 'update' | 'refused' | 'remove'
interface Step {
  record: number
  action: Action
}
interface Schedule {
  steps: Step[]
  faults: Fault[]
  /** The console is killed after so many steps of its own, again and again. */
  kills: number[]
  /** Changes made between two passes. */
  rowsPerRequest: number
  /** Two consoles drain at once without a lock: the server alone holds it together. */
  unlocked: boolean
}

const schedule: fc.Arbitrary<Schedule> = fc.record({
  steps: fc.array(
    fc.record({
      record: fc.nat(3),
      action: fc.oneof(
        { weight: 9, arbitrary: fc.constant<Action>('update') },
        { weight: 1, arbitrary: fc.constantFrom<Action>('remove', 'refused') },
      ),
    }),
    { minLength: 1, maxLength: 16 },
  ),
  faults: fc.array(fc.constantFrom(...faults), { maxLength: 25 }),
  kills: fc.array(fc.nat(40), { maxLength: 5 }),
  rowsPerRequest: fc.integer({ min: 1, max: 9 }),
  unlocked: fc.boolean(),
})

/** Fewer for a mutant (`npm run mutate`), the same for each, and no search for a smaller failure. */
const few = Number(process.env.DRAIN_SCHEDULES ?? 0)
const runsOf = (numRuns: number, fewRuns: number) => (few ? { numRuns: fewRuns, seed: 1, endOnFailure: true } : { numRuns })

const owner = '0190b5a0-0000-7000-8000-0000000000aa'

function toRow(ref: string, wanted: Action, mark: number, seen: boolean): NewRow {
  const action = wanted === 'refused' ? 'update' : wanted
  const holder = wanted === 'refused' ? refusedHolder : String(mark)
  return {
    id: uuidv7(),
    owner,
    call: `bank.${action}`,
    section: 'bank',
    action,
    touches: [ref],
    dependsOn: [],
    payloadVersion: 1,
    params: action === 'update' ? { id: ref } : {},
    patch: action === 'remove' ? {} : { account_holder: holder, ...(action === 'create' && { ref }) },
    base: seen ? { version: null, values: {} } : null,
    files: [],
    label: '',
    state: 'queued',
    reason: null,
    attempts: 0,
    attempted: false,
    decided: false,
    nextAttemptAt: 0,
    lastError: null,
    createdAt: 0,
  }
}

/** Each record is made by the first step on it; every write carries a mark of its own. */
function toRows(steps: readonly Step[], refs: readonly string[]): NewRow[] {
  const made = new Set<string>()
  return steps.map(({ record, action }, mark) => {
    const ref = refs[record] ?? ''
    const first = !made.has(ref)
    made.add(ref)
    return toRow(ref, first ? 'create' : action, mark, !first)
  })
}

/** Wraps a queue and a network so that the process dies after `budget` steps: what it was doing never goes on. */
function mortal(budget: number) {
  let left = budget
  let die: () => void = () => undefined
  const death = new Promise<'killed'>((resolve) => {
    die = () => resolve('killed')
  })
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    const step = () => {
      if (--left >= 0) return
      die()
      return new Promise<never>(() => undefined)
    }
    await step()
    const result = await work()
    await step()
    return result
  }
  return { death, guard }
}

function mortalQueue(queue: Queue, guard: <T>(work: () => Promise<T>) => Promise<T>): Queue {
  return {
    ...queue,
    claim: (...input) => guard(() => queue.claim(...input)),
    requeue: () => guard(() => queue.requeue()),
    settle: (...input) => guard(() => queue.settle(...input)),
    beat: (now) => guard(() => queue.beat(now)),
  }
}

const isParked = (row: OutboxRow) => row.state === 'parked' && row.reason !== 'auth'
/** After it no change of the record can be made: it is deleted, or it waits for the person. */
const isEnd = (row: NewRow) => row.action === 'remove' || row.patch.account_holder === refusedHolder

async function play(plan: Schedule, queue: Queue, add: (row: NewRow) => Promise<void>): Promise<void> {
  const server = new ModelServer()
  const refs = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  const rows = toRows(plan.steps, refs)
  const pending = [...plan.faults]
  const kills = [...plan.kills]
  let clock = 1_000_000
  let epoch = 1
  const now = () => clock

  function process(budget: number): Promise<unknown> {
    const { death, guard } = mortal(budget)
    const send: TransportParts['send'] = (request, { onText }) => guard(() => server.send(request, pending.shift() ?? 'none', onText))
    const parts: DrainParts = {
      queue: mortalQueue(queue, guard),
      owner,
      credentials: async () => ({ token: 't', owner, epoch }),
      isOnline: () => true,
      now,
      random: () => 0.5,
      lock: async (work) => {
        await work(new AbortController().signal)
        return 'ran'
      },
      transport: createTransport({ files: queue.files, config: async () => unknownConfig, send, isOnline: () => true, now }),
    }
    return Promise.race([drain(parts), death])
  }

  for (const [i, row] of rows.entries()) {
    await add(row)
    if (i % plan.rowsPerRequest === plan.rowsPerRequest - 1) await process(kills.shift() ?? Number.POSITIVE_INFINITY)
  }
  for (let round = 0; round < 80; round++) {
    clock += 60_000
    // The person signs in again.
    epoch += 1
    server.deliverLate()
    const budget = kills.shift() ?? Number.POSITIVE_INFINITY
    await Promise.all(plan.unlocked ? [process(budget), process(budget)] : [process(budget)])
    if (pending.length === 0 && kills.length === 0 && (await queue.rows()).every(isParked)) break
  }
  server.deliverLate()

  const left = await queue.rows()
  for (const ref of refs) {
    const own = rows.map((row, mark) => ({ row, mark })).filter(({ row }) => row.touches[0] === ref)
    const end = own.findIndex(({ row }) => isEnd(row))
    const before = end < 0 ? own : own.slice(0, end)
    expect(server.records.get(ref)?.log ?? [], 'every write once, in order').toEqual(before.map(({ mark }) => mark))
    expect(server.records.get(ref)?.gone ?? false).toBe(own[end]?.row.action === 'remove')
  }
  // Only what was refused or came behind it or a delete may stay, and it stays in sight.
  for (const row of left) {
    const first = rows.findIndex((entry) => entry.touches[0] === row.touches[0] && isEnd(entry))
    const isRefused = rows[first]?.action === 'update'
    expect(first >= 0 && row.seq > first + (isRefused ? 0 : 1), 'nothing stays behind but what cannot be done').toBe(true)
  }
  expect(left.filter((row) => row.state === 'sending')).toEqual([])
}

test('in 1,000 schedules of faults and kills nothing is lost, doubled or out of order', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (plan) => {
      const queue = createMemoryQueue()
      await play(plan, queue, queue.add)
    }),
    runsOf(1_000, few),
  )
})

const opened: OwnerDatabase[] = []

afterEach(async () => {
  for (const db of opened.splice(0)) await db.delete()
})

test('the same holds on the real store', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (plan) => {
      const db = new OwnerDatabase(uuidv7())
      opened.push(db)
      await play(plan, createQueue(db), (row) => addRows(db, [{ row, blobs: [] }]))
    }),
    runsOf(20, 2),
  )
})
