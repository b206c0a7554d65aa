import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { runOneByOne } from './one-by-one.ts'

const begin = IDBDatabase.prototype.transaction
let db: OwnerDatabase
/** Most transactions of the browser that were open at once. */
let most = 0

beforeEach(async () => {
  db = new OwnerDatabase(uuidv7(), undefined, { bulk: true })
  runOneByOne(db)
  let open = 0
  most = 0
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...input) {
    const transaction = begin.apply(this, input)
    open += 1
    most = Math.max(most, open)
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => {
        open -= 1
      })
    return transaction
  })
  // Opening looks at the schema.
  await db.open()
  await vi.waitFor(() => expect(open).toBe(0))
  most = 0
})
afterEach(async () => {
  vi.restoreAllMocks()
  db.close()
  await Dexie.delete(db.name)
})

test('of what is asked for at once, each has its transaction alone, and in its order', async () => {
  const done: string[] = []
  await Promise.all([
    db.meta.put({ key: 'one', value: 1 }).then(() => done.push('put')),
    db.meta.bulkGet(['one', 'two']).then(([one]) => done.push(`got ${one?.value}`)),
    db.transaction('rw', [db.meta, db.rooms], async () => {
      await db.meta.put({ key: 'two', value: 2 })
      await db.transaction('r', db.meta, async () => done.push(`within ${(await db.meta.get('two'))?.value}`))
    }),
    db.meta
      .toCollection()
      .count()
      .then((count) => done.push(`counted ${count}`)),
    db.meta
      .where('key')
      .above('one')
      .first()
      .then((first) => done.push(`first ${first?.key}`)),
  ])
  expect(done).toEqual(['put', 'got 1', 'within 2', 'counted 2', 'first two'])
  expect(most).toBe(1)
})

test('one whose connection was lost, and which never ends, keeps none from the next', async () => {
  vi.mocked(IDBDatabase.prototype.transaction).mockImplementationOnce(function (this: IDBDatabase, ...input) {
    return Object.assign(begin.apply(this, input), { addEventListener: () => undefined })
  })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  })
  const failed = db.meta.put({ key: 'one', value: 1 })
  const count = db.rooms.count()
  await expect(failed).rejects.toThrow()
  expect(await count).toBe(0)
})

test('one that fails keeps none from the next', async () => {
  const failed = db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: 'one', value: 1 })
    throw new Error('on purpose')
  })
  const count = db.meta.count()
  await expect(failed).rejects.toThrow('on purpose')
  expect(await count).toBe(0)
})
