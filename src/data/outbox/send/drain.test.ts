import { describe, expect, test, vi } from 'vitest'
import { createMemoryQueue } from '#tests/support/memory-queue.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { PostedEvent } from '../row/event.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import { type DrainParts, drain, type SendOptions } from './drain.ts'

const done: Verdict = { kind: 'done', row: null, refused: [] }
const hold = (why: Extract<Verdict, { kind: 'hold' }>['why']): Verdict => ({ kind: 'hold', why, error: null })
const file = { field: 'photo', key: 'k', name: 'a.png', size: 1, type: 'image/png' }

type Send = (rows: readonly OutboxRow[], options: SendOptions) => Promise<void> | void
const answer =
  (verdictOf: (row: OutboxRow) => Verdict): Send =>
  (rows, { onVerdict }) => {
    for (const row of rows) onVerdict(row, verdictOf(row))
  }

/** An outbox with rows, a drain over it, and everything that the drain is given. */
async function open(rows: Parameters<typeof testRow>[0][], send: Send = answer(() => done), rest: Partial<DrainParts> = {}) {
  const queue = createMemoryQueue()
  for (const row of rows) {
    const { seq: _seq, ...values } = testRow({ touches: [`r${row.seq}`], ...row })
    await queue.add(values)
  }
  const sent: number[][] = []
  const events: PostedEvent[] = []
  const controller = new AbortController()
  const parts: DrainParts = {
    queue,
    owner: 'sari',
    credentials: async () => ({ token: 't', owner: 'sari', epoch: 1 }),
    isOnline: () => true,
    now: () => 1_000,
    random: () => 0.5,
    publish: (event) => void events.push(event),
    lock: async (work) => {
      await work(controller.signal)
      return 'ran'
    },
    transport: {
      capacity: () => ({ max: 100, isSingle: () => false }),
      async send(claimed, _, options) {
        sent.push(claimed.map(({ seq }) => seq))
        await send(claimed, options)
      },
    },
    ...rest,
  }
  return { queue, parts, sent, events, abort: () => controller.abort(), pass: () => drain(parts) }
}

describe('a pass', () => {
  test('sends all that may be sent, and says when the next row is due', async () => {
    const parked = { state: 'parked', reason: 'rejected' } as const
    const { pass, sent, queue } = await open([{ seq: 1 }, { seq: 2, ...parked }, { seq: 3, nextAttemptAt: 6_000 }])
    expect(await pass()).toEqual({ ended: 'done', again: 5_000, waiting: 1 })
    expect(sent.flat()).toEqual([1])
    expect((await queue.rows()).map(({ seq }) => seq)).toEqual([2, 3])
  })

  test('sends what waits for a row of the same pass once that row is done', async () => {
    const { pass, sent, parts } = await open([
      { seq: 1, touches: ['a'] },
      { seq: 2, touches: ['a'] },
      { seq: 3, touches: ['a'] },
    ])
    parts.transport.capacity = () => ({ max: 1, isSingle: () => true })
    expect(await pass()).toEqual({ ended: 'done', again: null, waiting: 0 })
    expect(sent).toEqual([[1], [2], [3]])
  })

  test('ends with the batches in hand where it rests, and the rest goes a second later', async () => {
    let isResting = false
    const send: Send = (claimed, options) => {
      isResting = true
      return answer(() => done)(claimed, options)
    }
    const rows = Array.from({ length: 6 }, (_, at) => ({ seq: at + 1 }))
    const { pass, sent, parts } = await open(rows, send, { isResting: () => isResting })
    parts.transport.capacity = () => ({ max: 1, isSingle: () => true })
    // Each of the four requests at a time has one.
    expect(await pass()).toEqual({ ended: 'done', again: 1_000, waiting: 2 })
    expect(sent).toEqual([[1], [2], [3], [4]])
    expect(await pass()).toEqual({ ended: 'done', again: null, waiting: 0 })
  })

  test('leaves everything while another drain is at it', async () => {
    const { pass, sent } = await open([{ seq: 1 }], undefined, { lock: async () => 'busy' })
    expect(await pass()).toEqual({ ended: 'busy', again: 0, waiting: 1 })
    expect(sent).toEqual([])
  })

  const blocked: readonly [string, Partial<DrainParts>][] = [
    ['offline', { isOnline: () => false }],
    ['nobody is signed in', { credentials: async () => null }],
    ['another person is signed in', { credentials: async () => ({ token: 't', owner: 'budi', epoch: 1 }) }],
  ]

  test.for(blocked)('sends nothing while %s', async ([, rest]) => {
    const { pass, sent, queue } = await open([{ seq: 1, state: 'parked', reason: 'auth' }], undefined, rest)
    expect(await pass()).toMatchObject({ ended: 'blocked' })
    expect([sent, (await queue.rows()).map(({ state }) => state)]).toEqual([[], ['parked']])
  })

  test('goes on with what waited for a sign-in', async () => {
    const { pass, queue } = await open([{ seq: 1, state: 'parked', reason: 'auth' }])
    expect(await pass()).toMatchObject({ ended: 'done' })
    expect(await queue.rows()).toEqual([])
  })
})

describe('a verdict', () => {
  test('that the session ended pauses the queue until the next sign-in, even beside rows that are done', async () => {
    let epoch = 1
    const credentials: DrainParts['credentials'] = async () => ({ token: 't', owner: 'sari', epoch })
    const { pass, sent, queue } = await open(
      [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
      answer((row) => (row.seq === 1 ? done : hold('auth'))),
      {
        credentials,
      },
    )
    expect(await pass()).toMatchObject({ ended: 'blocked' })
    expect(await queue.pausedEpoch()).toBe(1)
    const before = sent.length
    expect(await pass()).toMatchObject({ ended: 'blocked' })
    expect(sent).toHaveLength(before)
    epoch = 2
    await pass()
    expect(sent.length).toBeGreaterThan(before)
  })

  test('that there is no network ends the pass, and pauses nothing', async () => {
    const { pass, sent, queue } = await open(
      [1, 2, 3].map((seq) => ({ seq, touches: ['a'] })),
      answer(() => hold('offline')),
    )
    expect(await pass()).toMatchObject({ ended: 'blocked', waiting: 3 })
    expect(sent).toHaveLength(1)
    expect(await queue.pausedEpoch()).toBeNull()
  })

  test('that a row was not come to, or is refused, holds up nothing else', async () => {
    let tries = 0
    const { pass, queue } = await open(
      [{ seq: 1 }, { seq: 2 }],
      answer((row) => (row.seq === 1 && tries++ === 0 ? hold('behind') : done)),
    )
    expect(await pass()).toMatchObject({ ended: 'done', waiting: 0 })
    expect([tries, await queue.pausedEpoch()]).toEqual([2, null])
    const error = { status: 422, code: 'invalid', message: 'No' }
    const refused = await open(
      [{ seq: 1 }],
      answer(() => ({ kind: 'parked', reason: 'rejected', decided: true, error })),
    )
    expect(await refused.pass()).toEqual({ ended: 'done', again: null, waiting: 0 })
  })

  test('is told before it is stored, and told as stored with what is left', async () => {
    const { pass, events } = await open([{ seq: 1, id: 'm1' }])
    await pass()
    expect(events).toMatchObject([
      { kind: 'verdict', row: { id: 'm1' }, verdict: done },
      { kind: 'stored', rows: [{ id: 'm1', isDone: true, left: null }] },
    ])
  })

  test('with a notice for the person tells that there is one', async () => {
    const error = { status: 412, code: 'stale', message: '', current: null }
    const { pass, events } = await open(
      [{ seq: 1 }],
      answer(() => ({ kind: 'parked', reason: 'conflict', decided: true, error })),
    )
    await pass()
    expect(events.at(-1)).toEqual({ kind: 'notice' })
  })

  test('is stored with others, 25 at a time while the answer comes, and the rest at its end', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ seq: at + 1, touches: ['a'] }))
    const { pass, queue, parts } = await open(rows, async (claimed, { onVerdict }) => {
      for (const row of claimed) {
        onVerdict(row, done)
        await new Promise((next) => setImmediate(next))
      }
    })
    parts.transport.capacity = () => ({ max: 400, isSingle: () => false })
    const settle = vi.spyOn(queue, 'settle')
    await pass()
    expect(settle.mock.calls.map(([sent]) => sent.length)).toEqual([25, 25, 10])
  })
})

describe('requests at the same time', () => {
  /** Which rows are under way when no more is claimed. */
  async function underWay(rows: Parameters<typeof testRow>[0][], max: number) {
    const opened = await open(rows, () => new Promise(() => undefined))
    opened.parts.transport.capacity = () => ({ max, isSingle: () => false })
    void opened.pass()
    await vi.waitFor(() => expect(opened.sent.length).toBeGreaterThan(0))
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
    return opened.sent
  }

  test('are four, of which one carries no files', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => ({ seq: at + 1, files: [file] }))
    expect(await underWay(rows, 1)).toEqual([[1], [2], [3]])
    expect(await underWay([...rows, { seq: 7 }, { seq: 8 }], 1)).toEqual([[1], [2], [3], [7]])
  })

  test('carry all that one row freed, once it is done', async () => {
    const rows = [
      { seq: 1, touches: ['a', 'b'] },
      { seq: 2, touches: ['a'] },
      { seq: 3, touches: ['b'] },
    ]
    const freed = await open(rows, (claimed, { onVerdict }) => {
      if (claimed[0]?.seq !== 1) return new Promise(() => undefined)
      for (const row of claimed) onVerdict(row, done)
    })
    freed.parts.transport.capacity = () => ({ max: 1, isSingle: () => true })
    void freed.pass()
    await vi.waitFor(() => expect(freed.sent).toEqual([[1], [2], [3]]))
  })

  test('begin with a quarter, half, three quarters and all of what one may carry', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({ seq: at + 1 }))
    expect((await underWay(rows, 8)).map(({ length }) => length)).toEqual([2, 4, 6, 8])
  })
})

describe('a drain that fails or is displaced', () => {
  test('says that the database failed, and nothing once another drain took over', async () => {
    const failing = await open([{ seq: 1 }])
    failing.queue.settle = () => Promise.reject(new Error('no room'))
    await expect(failing.pass()).rejects.toThrow('no room')
    failing.queue.claim = () => Promise.reject(new Error('closed'))
    failing.abort()
    failing.queue.beat = () => Promise.reject(new Error('closed'))
    expect(await failing.pass()).toMatchObject({ ended: 'busy' })
  })

  test('keeps what the server did, and leaves the rest to the other', async () => {
    const lost: Verdict = { kind: 'retry', afterMs: null, error: { status: 0, code: 'offline', message: '' } }
    let displace = () => {}
    const rows = [{ seq: 1 }, { seq: 2 }, { seq: 3, touches: ['r1'] }]
    const { pass, queue, sent, abort } = await open(rows, (claimed, options) => {
      displace()
      answer((row) => (row.seq === 1 ? done : lost))(claimed, options)
    })
    displace = abort
    await pass()
    expect((await queue.rows()).map(({ seq, state }) => [seq, state])).toEqual([
      [2, 'sending'],
      [3, 'sending'],
    ])
    expect(sent).toEqual([[1, 2, 3]])
  })

  test('beats while bytes move, every five seconds at most', async () => {
    let now = 0
    const beats: number[] = []
    const { pass, queue } = await open(
      [{ seq: 1 }],
      (rows, { onActivity, onVerdict }) => {
        for (now of [1_000, 4_999, 5_000, 9_999, 10_000]) onActivity()
        for (const row of rows) onVerdict(row, done)
      },
      { now: () => now },
    )
    queue.beat = async (at) => void beats.push(at)
    await pass()
    expect(beats).toEqual([0, 0, 5_000, 10_000])
  })
})
