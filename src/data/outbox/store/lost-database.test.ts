import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { type DatabaseFault, type Faults, installDatabaseFaults } from '#tests/support/database-faults.ts'
import { testRow } from '#tests/support/test-row.ts'
import { type DatabaseTrouble, OwnerDatabase } from './database.ts'
import { silenceMs, tickMs } from './silence.ts'
import { addRows, createQueue, replaceRow } from './store.ts'

let faults: Faults
const opened: OwnerDatabase[] = []
beforeEach(() => {
  faults = installDatabaseFaults()
})
afterEach(() => {
  vi.useRealTimers()
  faults.undo()
  for (const db of opened.splice(0)) db.close()
})

async function openStore() {
  const notified: DatabaseTrouble[] = []
  const db = new OwnerDatabase(uuidv7(), (trouble) => notified.push(trouble))
  opened.push(db)
  await db.open()
  const additionOf = (id: string) => {
    const { seq: _, ...row } = testRow({ seq: 0, id, label: id })
    return { row, blobs: [{ key: `file of ${id}`, blob: new Blob([id]) }] }
  }
  const add = (id: string) => addRows(db, [additionOf(id)])
  const labels = async () => (await db.outbox.toArray()).map(({ label }) => label)
  return { db, add, labels, queue: createQueue(db), notified, next: (...some: DatabaseFault[]) => faults.next(db.name, ...some) }
}

const losses = ['lost on transaction', 'lost on commit, kept', 'lost on commit, not kept'] as const
const capacity = { max: 10, isSingle: () => false, files: true }

describe('a connection that is lost once', () => {
  for (const loss of losses)
    test(`keeps what is saved once, with its file (${loss})`, async () => {
      const { db, add, labels, next, notified } = await openStore()
      next(loss)
      await add('one')
      await add('two')
      expect([await labels(), await db.files.count(), faults.left(db.name)]).toEqual([['one', 'two'], 2, []])
      expect(notified).not.toContain('lost')
    })

  for (const loss of losses)
    test(`lets the drain give out each row, and change each, as if nothing had been (${loss})`, async () => {
      const { db, add, labels, queue, next } = await openStore()
      await add('one')
      await add('two')
      next(loss)
      const taken = await queue.claim(0, { ...capacity, max: 1 })
      expect(taken.map(({ label, state }) => [label, state])).toEqual([['one', 'sending']])
      next(loss)
      await queue.requeue()
      expect((await queue.rows()).map(({ state }) => state)).toEqual(['queued', 'queued'])
      const [, two] = await queue.rows()
      if (!two) throw new Error('there is no row')
      next(loss)
      expect(await replaceRow(db, two, () => null)).toBe(true)
      const [one] = await queue.rows()
      if (!one) throw new Error('there is no row')
      next(loss)
      await queue.settle([{ row: one, verdict: { kind: 'done', row: null, refused: [] } }], 0, 0)
      expect([await labels(), await db.files.count()]).toEqual([[], 0])
    })

  test('is opened anew when opening fails', async () => {
    const { db, add, labels, next } = await openStore()
    db.close({ disableAutoOpen: false })
    next('lost on open')
    await add('one')
    expect(await labels()).toEqual(['one'])
  })

  test('is opened anew when the browser closes it, and others that work at the same time are not told that it was lost', async () => {
    const { db, add, labels, next, notified } = await openStore()
    next('lost on transaction')
    await Promise.all([add('one'), add('two'), add('three'), db.withConnection(() => db.outbox.count())])
    Reflect.apply(forceCloseDatabase, null, [db.backendDB()])
    await add('four')
    expect((await labels()).sort()).toEqual(['four', 'one', 'three', 'two'])
    expect(notified).not.toContain('lost')
  })
})

describe('a connection that is lost twice in a row', () => {
  test('refuses, and says whether something may have been kept; the same again is kept once', async () => {
    const { add, labels, next, notified } = await openStore()
    next('lost on transaction', 'lost on transaction')
    await expect(add('one')).rejects.toMatchObject({ name: 'NotKeptError', reason: 'lost', isUnsure: false })
    expect(notified.at(-1)).toBe('lost')
    next('lost on commit, not kept', 'lost on commit, kept')
    await expect(add('two')).rejects.toMatchObject({ reason: 'lost', isUnsure: true })
    await add('two')
    expect(await labels()).toEqual(['two'])
    expect(notified.at(-1)).toBe(null)
  })
})

describe('what is wrong with the work itself', () => {
  test('is not repeated', async () => {
    const { db, add } = await openStore()
    let tries = 0
    const work = async () => {
      tries += 1
      throw new DOMException('The transaction exceeded its quota.', 'QuotaExceededError')
    }
    await expect(db.withConnection(work)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    await expect(db.transaction('rw', db.meta, work)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(tries).toBe(2)
    db.close()
    await expect(add('one')).rejects.toBeInstanceOf(Dexie.DatabaseClosedError)
  })

  test('is left to the worker that writes rows in bulk: its batch may have been kept', async () => {
    const { db, next } = await openStore()
    const bulk = new OwnerDatabase(db.owner, undefined, { bulk: true })
    opened.push(bulk)
    await bulk.open()
    const write = () => bulk.transaction('rw', bulk.meta, async () => void (await bulk.meta.put({ key: 'a', value: 1 })))
    next('lost on commit, not kept')
    await expect(write()).rejects.toMatchObject({ name: 'AbortError' })
    await bulk.meta.toArray().catch(() => undefined)
    await write()
    expect(await bulk.meta.count()).toBe(1)
  })
})

/** Time passes for the database's watch alone. */
async function silent(milliseconds = silenceMs): Promise<void> {
  for (let at = 0; at < milliseconds; at += tickMs) {
    await vi.advanceTimersByTimeAsync(tickMs)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a database that does not answer', () => {
  test('says so after 3 s, keeps nothing that was refused, and goes on when whoever held it ends', async () => {
    const { db, add, labels, notified } = await openStore()
    const release = await faults.hold(db.name)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = expect(add('one')).rejects.toMatchObject({ name: 'NotKeptError', reason: 'silent', isUnsure: false })
    const waiting = db.outbox.count()
    await silent(silenceMs - tickMs)
    expect(notified).toEqual([null])
    await silent()
    await refused
    expect(notified.at(-1)).toBe('silent')
    release()
    expect(await waiting).toBe(0)
    await add('two')
    expect(notified.at(-1)).toBe(null)
    expect(await labels()).toEqual(['two'])
  })

  test('is waited for when it does not open, and opened anew when a person asks for it', async () => {
    const { db, add, labels, next, notified } = await openStore()
    db.close({ disableAutoOpen: false })
    next('open is silent')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = expect(add('one')).rejects.toMatchObject({ reason: 'silent', isUnsure: false })
    await silent()
    await refused
    expect(notified.at(-1)).toBe('silent')
    await db.openAnew()
    expect(notified.at(-1)).toBe(null)
    await add('two')
    expect(await labels()).toEqual(['two'])
  })
})
