import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import { testRow } from '#tests/support/test-row.ts'
import { cacheOf, countRows } from '../outbox/store/row-cache.ts'

const full = () => {
  throw new DOMException('The transaction exceeded its quota.', 'QuotaExceededError')
}
const lost = () => {
  throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A device with one row waiting, one cached lead and one read kept. */
async function openDevice() {
  vi.resetModules()
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  const { storage, answer: respond } = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify({ roles: [], permissions: [], roleRead: [], user }),
  })
  respond(() => json({}))
  const [{ startSession }, { saveRows }, { ownerDatabase }, { databaseStore }] = await Promise.all([
    import('../api/session.ts'),
    import('./save-rows.ts'),
    import('../cache/db.ts'),
    import('../cache/database-state.ts'),
  ])
  startSession()
  const db = () => {
    const database = ownerDatabase()
    if (!database) throw new Error('no database')
    return database
  }
  const save = (label: string) => {
    const { seq: _, ...row } = testRow({ seq: 0, owner: user.ref, label })
    return saveRows(user.ref, [{ row, blobs: [] }])
  }
  const labels = async () => (await db().outbox.toArray()).map((each) => each.label)
  await save('earlier')
  const row = { id: 1, ref: uuidv7(), version: 1, created_at: '', updated_at: '', created_by: null, updated_by: null }
  await db().leads.put({ ref: row.ref, row })
  storage.set('lapangan-cache', 'a list')
  return { db, save, labels, storage, databaseStore, cachedLeads: () => countRows(cacheOf(db(), 'leads')) }
}

test('a full device gives up what can be fetched again, and the change is kept', async () => {
  const device = await openDevice()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(full)
  await device.save('later')
  expect(await device.labels()).toEqual(['earlier', 'later'])
  expect(await device.cachedLeads()).toBe(0)
  expect(device.storage.has('lapangan-cache')).toBe(false)
})

test('a device that stays full refuses, and what was kept before is still there', async () => {
  const device = await openDevice()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(full).mockImplementationOnce(full)
  await expect(device.save('later')).rejects.toMatchObject({ name: 'OutboxError', reason: 'quota' })
  expect(await device.labels()).toEqual(['earlier'])
})

test('a connection lost in mid-save is opened again, and the change is kept once', async () => {
  const device = await openDevice()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(lost)
  await device.save('later')
  expect(await device.labels()).toEqual(['earlier', 'later'])
  expect(await device.cachedLeads()).toBe(1)
})

test('a connection that stays lost refuses', async () => {
  const device = await openDevice()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(lost).mockImplementationOnce(lost)
  await expect(device.save('later')).rejects.toMatchObject({ reason: 'database' })
  expect(await device.labels()).toEqual(['earlier'])
})

test('what was kept though its answer was lost is not kept twice', async () => {
  const device = await openDevice()
  const transaction = device.db().transaction.bind(device.db())
  vi.spyOn(device.db(), 'transaction').mockImplementationOnce((...input: Parameters<typeof transaction>) =>
    transaction(...input).then(lost),
  )
  await device.save('later')
  expect(await device.labels()).toEqual(['earlier', 'later'])
})

test('a tab whose database a newer console took over says so, and one that is held up, too', async () => {
  const device = await openDevice()
  device.databaseStore.set('blocked')
  await expect(device.save('later')).rejects.toMatchObject({ reason: 'blocked' })
  device.databaseStore.set('ready')
  const { verno } = device.db()
  const upgrade = new IDBVersionChangeEvent('versionchange', { oldVersion: verno * 10, newVersion: (verno + 1) * 10 })
  device.db().on.versionchange.fire(upgrade)
  await expect(device.save('later')).rejects.toMatchObject({ reason: 'outdated' })
})
