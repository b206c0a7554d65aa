import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { createBackground } from '../core/background.ts'
import type { Platform } from '../core/context.ts'
import { StorageError, type StorageProblem } from '../files/storage/storage-error.ts'
import { backoff } from './backoff.ts'
import { cancelJob, retryJob } from './change.ts'
import { channels } from './channels.ts'
import { claim, settle, store } from './claim.ts'
import { type EnqueueOptions, enqueue } from './enqueue.ts'
import { forgetJobs } from './forget.ts'
import { freeDead } from './free.ts'
import { type JobKind, type JobRun, jobKind, type Outcome, PermanentError } from './kind.ts'
import { createRunner, type Runner } from './runner.ts'
import { plan, type Schedule, startDue } from './schedules.ts'

interface Stored extends Record<string, unknown> {
  id: number
  state: string
  attempts: number
  wait: number
}

let test: TestPlatform
let db: Db
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  await db.execute(sql`create table effects (item text not null)`)
})
afterAll(() => test.close())
beforeEach(() => db.execute(sql`truncate jobs, report_exports, job_schedules, job_slots, effects restart identity`))

const make = (kind: JobKind, input: Record<string, number | string> = {}, options: EnqueueOptions = {}) =>
  test.platform.database.transaction((tx) => enqueue(test.platform.database, tx, kind, input, options))

/** Another process on the same database. */
function another(kinds: readonly JobKind[], of: Partial<Platform> = {}) {
  const platform = { ...test.platform, background: createBackground(test.platform.log), ...of }
  return { platform, runner: createRunner(platform, kinds) }
}

async function jobs(): Promise<Stored[]> {
  const { rows } = await db.execute<Stored>(sql`select *, extract(epoch from run_at - now())::float8 as wait from jobs order by id`)
  return rows
}
const states = async () => (await jobs()).map(({ state }) => state)
const job = async () => (await jobs()).at(-1)
const effects = async () => (await db.execute<{ item: string }>(sql`select item from effects`)).rows.map(({ item }) => item)
const write = (tx: Db, item: string) => tx.execute(sql`insert into effects values (${item})`)
const makeDue = () => db.execute(sql`update jobs set run_at = now() where state = 'waiting'`)
const endLeases = () => db.execute(sql`update jobs set lease_until = now() - interval '1 second' where state = 'running'`)

const once = (name: string, work: (run: JobRun) => Promise<Outcome>, lane: JobKind['lane'] = 'quick') => jobKind(name, lane, work)

/** Writes `count` items one by one with their cursors. */
const counting = (count: number, during: (at: number) => Promise<unknown> | undefined = () => undefined) =>
  once('count', async (run) => {
    for (let at = Number(run.cursor ?? 0); at < count; at++) {
      if (run.isOver) return 'more'
      await run.commit(async (tx) => {
        await write(tx, `item ${at}`)
        return { cursor: at + 1, done: at + 1, total: count }
      })
      await during(at)
    }
    return 'done'
  })

describe('a job', () => {
  it('is made with its cause or not at all', async () => {
    const kind = counting(1)
    const { database } = test.platform
    const failing = database.transaction(async (tx) => {
      await enqueue(database, tx, kind, { id: 1 })
      throw new Error('the cause failed')
    })
    await expect(failing).rejects.toThrow('the cause failed')
    expect(await jobs()).toEqual([])
  })

  it('is there once for its kind and key while it waits or runs, and again after it ended', async () => {
    const kind = counting(1)
    expect(await make(kind, {}, { key: 'a' })).not.toBeNull()
    expect(await make(kind, {}, { key: 'a' })).toBeNull()
    expect(await make(kind, {}, { key: 'b' })).not.toBeNull()
    await createRunner(test.platform, [kind]).idle()
    expect(await make(kind, {}, { key: 'a' })).not.toBeNull()
    expect(await states()).toEqual(['done', 'done', 'waiting'])
  })

  it('is done with its effect, cursor and progress', async () => {
    const kind = counting(3)
    await make(kind)
    await createRunner(test.platform, [kind]).idle()
    expect(await job()).toMatchObject({ state: 'done', done: 3, total: 3, cursor: 3, holder: null, lease_until: null })
    expect(await effects()).toEqual(['item 0', 'item 1', 'item 2'])
  })

  it('lets others be heard after each commit', async () => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    const seen: number[] = []
    const kind = counting(5, () => {
      seen.push(turns)
      return undefined
    })
    await make(kind)
    turn()
    await createRunner(test.platform, [kind]).idle()
    isOver = true
    expect(new Set(seen).size, 'turns of the event loop at each item').toBe(5)
  })

  it('ends within the transaction of its last effect', async () => {
    const kind = once('finish', async (run) => {
      await run.commit(async (tx) => {
        await write(tx, 'all')
        return { finished: true }
      })
      throw new Error('too late to matter')
    })
    await make(kind)
    await createRunner(test.platform, [kind]).idle()
    expect([await states(), await effects()]).toEqual([['done'], ['all']])
  })

  it('waits for its moment', async () => {
    const kind = counting(1)
    await make(kind, {}, { runAt: new Date(Date.now() + 60_000) })
    const runner = createRunner(test.platform, [kind])
    await runner.idle()
    expect(await states()).toEqual(['waiting'])
    expect(await runner.nextDue()).toBeGreaterThan(50_000)
    await makeDue()
    await runner.idle()
    expect(await states()).toEqual(['done'])
  })

  it('of a kind that this process does not know is left to others', async () => {
    await make(counting(1))
    await createRunner(test.platform, [once('other', async () => 'done')]).idle()
    expect(await states()).toEqual(['waiting'])
  })
})

describe('failing', () => {
  it.each([1, 2, 3, 4, 5, 6, 7].map((attempts) => [attempts, [5, 20, 80, 320, 1280, 3600, 3600][attempts - 1] ?? 0] as const))(
    'attempt %i waits at most %i s and at least half of it',
    (attempts, most) => {
      expect(backoff(attempts, 0)).toBe(most / 2)
      expect(backoff(attempts, 0.999_999)).toBeLessThan(most)
      expect(backoff(attempts, 0.999_999)).toBeGreaterThan(most * 0.99)
    },
  )

  it('is tried eight times, further apart each time, and then by a person', async () => {
    const kind = once('fail', async () => {
      throw new Error('no')
    })
    await make(kind)
    const runner = createRunner(test.platform, [kind])
    for (let attempt = 1; attempt <= 7; attempt++) {
      await runner.idle()
      const found = await job()
      expect(found).toMatchObject({ state: 'waiting', attempts: attempt, problem: 'Something wrong' })
      const most = Math.min(3_600, 5 * 4 ** (attempt - 1))
      expect(found?.wait).toBeLessThanOrEqual(most)
      expect(found?.wait).toBeGreaterThan(most / 2 - 2)
      await makeDue()
    }
    await runner.idle()
    expect(await job()).toMatchObject({ state: 'dead', attempts: 8 })
    const root = { id: 0, name: 'Root', isRoot: true, permissions: new Set<string>() }
    const person = await makePerson(test.platform, [], 'Root', true)
    await db.execute(sql`update jobs set user_id = ${person.id}`)
    const user = { ...root, id: person.id, ref: person.ref, email: person.email, roles: [], isSales: false }
    const { database } = test.platform
    await database.transaction((tx) => retryJob(database, tx, user, String(1)))
    expect(await job()).toMatchObject({ state: 'waiting', attempts: 0, problem: null, ended_at: null })
  })

  it('for good ends at once, in words', async () => {
    const kind = once('never', async () => {
      throw new PermanentError('The file is gone.')
    })
    await make(kind)
    await createRunner(test.platform, [kind]).idle()
    expect(await job()).toMatchObject({ state: 'dead', attempts: 1, problem: 'The file is gone.' })
  })

  it('because files cannot be reached uses up no attempt, and for want of room does', async () => {
    const problems: StorageProblem[] = ['unavailable', 'refused', 'full']
    for (const problem of problems) {
      const kind = once(problem, async () => {
        throw new StorageError(problem, 'SlowDown')
      })
      await make(kind)
      await createRunner(test.platform, [kind]).idle()
      const found = await job()
      expect(found).toMatchObject({ state: 'waiting', attempts: problem === 'full' ? 1 : 0 })
      expect(found?.wait).toBeGreaterThan(problem === 'full' ? 0 : 50)
    }
  })

  it('because somebody else is not ready uses up no attempt', async () => {
    const until = new Date(Date.now() + 30_000)
    const kind = once('later', async () => ({ until }))
    await make(kind)
    await createRunner(test.platform, [kind]).idle()
    const found = await job()
    expect(found).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(found?.wait).toBeGreaterThan(25)
  })

  it('later starts to count again after a slice that went well', async () => {
    let calls = 0
    const kind = once('slices', async () => {
      calls += 1
      if (calls % 2) throw new Error('every other time')
      return calls < 20 ? 'more' : 'done'
    })
    await make(kind)
    const runner = createRunner(test.platform, [kind])
    while ((await job())?.state === 'waiting') {
      await makeDue()
      await runner.idle()
    }
    expect([await states(), calls]).toEqual([['done'], 20])
  })
})

describe('processes', () => {
  it('share the work: each job is done by one of them', async () => {
    const kind = counting(1)
    for (let at = 0; at < 30; at++) await make(kind)
    const [a, b] = [another([kind]), another([kind])]
    await Promise.all([a.runner.idle(), b.runner.idle()])
    expect(await states()).toEqual(Array(30).fill('done'))
    expect(await effects()).toHaveLength(30)
  })

  it('go on where a killed one was, with each effect once', async () => {
    let reached: () => void = () => undefined
    const there = new Promise<void>((resolve) => {
      reached = resolve
    })
    // Simulates a process that dies after its second item.
    const hanging = counting(5, async (at) => {
      if (at !== 1) return
      reached()
      await new Promise(() => undefined)
    })
    await make(hanging)
    const dead = another([hanging])
    void dead.runner.look()
    await there
    const alive = another([counting(5)])
    await alive.runner.idle()
    expect(await job()).toMatchObject({ state: 'running', done: 2 })
    await endLeases()
    await alive.runner.idle()
    expect(await job()).toMatchObject({ state: 'done', done: 5, attempts: 2 })
    expect(await effects()).toEqual([0, 1, 2, 3, 4].map((at) => `item ${at}`))
  })

  it('write nothing for a claim that another one has', async () => {
    let go: () => void = () => undefined
    const paused = new Promise<void>((resolve) => {
      go = resolve
    })
    let at: () => void = () => undefined
    const there = new Promise<void>((resolve) => {
      at = resolve
    })
    const slow = counting(3, async (item) => {
      if (item !== 0) return
      at()
      await paused
    })
    await make(slow)
    const stale = another([slow])
    void stale.runner.look()
    await there
    await endLeases()
    await another([counting(3)]).runner.idle()
    expect(await job()).toMatchObject({ state: 'done', attempts: 2 })
    go()
    await stale.platform.background.settled()
    expect(await effects()).toEqual(['item 0', 'item 1', 'item 2'])
    expect(await job()).toMatchObject({ state: 'done', attempts: 2 })
  })

  it('are fenced by holder and attempts', async () => {
    await make(counting(1))
    const [first] = await claim(db, 'quick', ['count'], 4)
    await endLeases()
    await freeDead(test.platform.database)
    const [second] = await claim(db, 'quick', ['count'], 4)
    if (!first || !second) throw new Error('no claims')
    expect(await settle(db, second, { state: 'done' })).toBe(true)
    expect([await settle(db, first, { state: 'done' }), await store(db, first, { cursor: 7 })]).toEqual([false, 'lost'])
  })

  it('leave a job alone after its lease was over eight times', async () => {
    await make(counting(1))
    for (let times = 1; times <= 8; times++) {
      expect(await claim(db, 'quick', ['count'], 1)).toHaveLength(1)
      await endLeases()
      await freeDead(test.platform.database)
    }
    expect(await job()).toMatchObject({ state: 'dead', attempts: 8 })
  })

  it('free all claims when the embedded database starts', async () => {
    await make(counting(1))
    await claim(db, 'quick', ['count'], 1)
    await freeDead(test.platform.database)
    expect(await states()).toEqual(['running'])
    await freeDead(test.platform.database, true)
    expect(await states()).toEqual(['waiting'])
  })
})

describe('lanes', () => {
  it('have places of their own, which no other lane gets', async () => {
    let free: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      free = resolve
    })
    const at = new Map<string, number>()
    const held = (lane: JobKind['lane']) =>
      once(
        `held ${lane}`,
        async () => {
          at.set(lane, (at.get(lane) ?? 0) + 1)
          await gate
          return 'done'
        },
        lane,
      )
    const kinds = (['quick', 'bulk', 'media', 'house'] as const).map(held)
    for (const kind of kinds) for (let count = 0; count < 6; count++) await make(kind)
    const runner = createRunner(test.platform, kinds)
    await runner.look()
    expect(Object.fromEntries(at)).toEqual({ quick: 4, bulk: 2, media: 1, house: 1 })
    free()
    await runner.idle()
    expect(new Set(await states())).toEqual(new Set(['done']))
  })

  it('are taken in turns: a slice of 500 items goes to the end', async () => {
    const order: string[] = []
    const kind = once(
      'turns',
      async (run) => {
        order.push(String(run.input.name))
        while (!run.isOver) await run.commit(async () => ({ items: 250 }))
        return order.length < 6 ? 'more' : 'done'
      },
      'media',
    )
    await make(kind, { name: 'a' })
    await make(kind, { name: 'b' })
    await createRunner(test.platform, [kind]).idle()
    expect(order.slice(0, 6)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })
})

describe('cancelling', () => {
  const listening = async (runner: Runner) => {
    await test.platform.database.listen(channels.changed, (id) => void runner.changed(Number(id)))
    return runner
  }
  const person = async () => {
    const { id, ref, email } = await makePerson(test.platform, [])
    return { id, ref, email, name: 'P', roles: [], permissions: new Set<string>(), isRoot: false, isSales: false }
  }

  it('ends what waits at once and what runs before its next item, which stands', async () => {
    const user = await person()
    const { database } = test.platform
    const cancel = (id: number) => database.transaction((tx) => cancelJob(database, tx, user, String(id)))
    const kind = counting(5, async (at) => {
      if (at === 1) await cancel(1)
    })
    await make(kind, {}, { user })
    await make(kind, {}, { user, runAt: new Date(Date.now() + 60_000) })
    await cancel(2)
    await listening(createRunner(test.platform, [kind])).then((runner) => runner.idle())
    expect(await states()).toEqual(['cancelled', 'cancelled'])
    expect(await effects()).toEqual(['item 0', 'item 1'])
  })

  it('is heard in the middle of long work that commits nothing', async () => {
    const user = await person()
    const { database } = test.platform
    const kind = once('long', async (run) => {
      await database.transaction((tx) => cancelJob(database, tx, user, '1'))
      await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(new Error('aborted'))))
      return 'done'
    })
    await make(kind, {}, { user })
    await listening(createRunner(test.platform, [kind])).then((runner) => runner.idle())
    expect(await states()).toEqual(['cancelled'])
  })
})

it('a shutdown ends slices, and gives back what does not end in time without counting it', async () => {
  const kind = once('shutdown', async (run) => {
    while (!run.isOver) await run.commit(async () => ({ done: 1 }))
    return 'more'
  })
  await make(kind)
  const { platform, runner } = another([kind])
  await runner.look()
  platform.background.stop()
  await platform.background.settled()
  expect(await job()).toMatchObject({ state: 'waiting', attempts: 0 })
  await make(once('hang', async () => new Promise(() => undefined)))
  const [hanging] = await claim(db, 'quick', ['hang'], 1)
  if (!hanging) throw new Error('not claimed')
  expect(await settle(db, hanging, { state: 'released' })).toBe(true)
  expect(await job()).toMatchObject({ state: 'waiting', attempts: 0 })
})

describe('schedules', () => {
  const kind = once('tick', async () => 'done')
  const schedule: Schedule = { name: 'hourly', kind, every: 3_600 }
  const back = (hours: number) => db.execute(sql`update job_schedules set next_at = next_at - make_interval(hours => ${hours})`)
  const start = () => startDue(test.platform.database, schedule)

  it('start nothing before their first slot', async () => {
    await plan(test.platform.database, schedule)
    await start()
    expect(await jobs()).toEqual([])
  })

  it('make up for the latest missed slot alone, once, whoever looks', async () => {
    await plan(test.platform.database, schedule)
    await back(5)
    await Promise.all([start(), start(), start()])
    const made = await jobs()
    expect(made).toHaveLength(1)
    expect(made[0]?.key).toMatch(/^hourly@\d{4}-\d\d-\d\dT\d\d:00:00Z$/)
    // A clock set back finds its slot taken, even after the job is done.
    await createRunner(test.platform, [kind]).idle()
    await back(1)
    await start()
    expect(await states()).toEqual(['done'])
  })
})

it('what ended is forgotten in its time', async () => {
  const kind = counting(1)
  const ages = { done: [6, 8], cancelled: [6, 8], dead: [29, 31] } as const
  for (const [state, days] of Object.entries(ages))
    for (const age of days) {
      await make(kind)
      await db.execute(
        sql`update jobs set state = ${state}, subject = ${age}, ended_at = now() - make_interval(days => ${age}) where id = (select max(id) from jobs)`,
      )
    }
  await forgetJobs(db)
  expect((await jobs()).map(({ state, subject }) => `${state} ${String(subject)}`)).toEqual(['done 6', 'cancelled 6', 'dead 29'])
})
