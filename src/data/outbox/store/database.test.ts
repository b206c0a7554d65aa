import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { testRow } from '#tests/support/test-row.ts'
import { type DatabaseTrouble, OwnerDatabase } from './database.ts'

const closing: { close(): void }[] = []
afterEach(() => {
  for (const one of closing.splice(0)) one.close()
})

/** The console of the next release: one version further. */
class NextDatabase extends OwnerDatabase {
  constructor(owner: string, onTrouble: (trouble: DatabaseTrouble) => void) {
    super(owner, onTrouble)
    this.version(this.verno + 1).stores({ outbox: '++seq, &id, *touches, call' })
  }
}

function open(Database: typeof OwnerDatabase, owner: string) {
  const notified: DatabaseTrouble[] = []
  const db = new Database(owner, (trouble) => notified.push(trouble))
  closing.push(db)
  return { db, notified }
}

async function withRow(owner: string) {
  const { db, notified } = open(OwnerDatabase, owner)
  await db.outbox.add(testRow({ seq: 1 }))
  return { db, notified }
}

test('an old tab lets go of the database, so an upgrade with rows waiting completes', async () => {
  const owner = uuidv7()
  const old = await withRow(owner)
  const next = open(NextDatabase, owner)
  expect(await next.db.outbox.count()).toBe(1)
  expect(next.notified).toEqual([null])
  expect(old.notified).toEqual([null, 'outdated'])
  await expect(old.db.outbox.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' })
})

test('an old console does not write into a database that a newer one has upgraded', async () => {
  const owner = uuidv7()
  const next = open(NextDatabase, owner)
  await next.db.outbox.add(testRow({ seq: 1 }))
  next.db.close()
  const old = open(OwnerDatabase, owner)
  await expect(old.db.outbox.add(testRow({ seq: 2 }))).rejects.toThrow('of version')
  expect(old.notified).toEqual(['outdated'])
})

test('a tab that does not let go holds the upgrade up, which says so and then completes', async () => {
  const owner = uuidv7()
  const { db } = await withRow(owner)
  const version = db.verno * 10
  db.close()
  const holder = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`lapangan-${owner}`, version)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const next = open(NextDatabase, owner)
  const counted = next.db.outbox.count()
  await vi.waitFor(() => expect(next.notified).toEqual(['blocked']))
  holder.close()
  expect(await counted).toBe(1)
  expect(next.notified).toEqual(['blocked', null])
})

test('a database deleted underneath is opened again', async () => {
  const owner = uuidv7()
  const { db, notified } = await withRow(owner)
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(`lapangan-${owner}`).onsuccess = resolve
  })
  expect(await db.outbox.count()).toBe(0)
  expect(notified).toEqual([null, null])
})

test('a browser that opens no database says so, until it opens one', async () => {
  const refuse = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const { db, notified } = open(OwnerDatabase, uuidv7())
  await expect(db.outbox.count()).rejects.toThrow('insecure')
  expect(notified).toEqual(['refused'])
  refuse.mockRestore()
  await db.openAnew()
  expect(notified).toEqual(['refused', null])
})
