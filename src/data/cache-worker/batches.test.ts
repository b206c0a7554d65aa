import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Changes } from '#contract/sync.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
import { testLead } from '#tests/support/test-lead.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { cacheOf, countRows, rowTables, writeRows } from '../outbox/store/row-cache.ts'
import { createHost } from './host.ts'
import type { FromWorker } from './messages.ts'
import { PullError, pull } from './pull.ts'
import { createRowIndex } from './row-index.ts'

const opened: OwnerDatabase[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const db of opened) db.close()
  await Promise.all(opened.splice(0).map(({ name }) => Dexie.delete(name)))
})

const rows = Array.from({ length: 500 }, (_, at) => testLead(`r${String(at).padStart(4, '0')}`, 1))

/** One page of a first sync with all rows, then one of changes. */
async function fetchPage(cursor: string): Promise<Changes> {
  const changes = cursor === '' ? rows.map((row) => ({ area: 'leads' as const, ref: row.ref, row })) : []
  return { changes, cursor: cursor === '' ? 'filled' : 'end', more: cursor === '', resync: false, total: cursor === '' ? rows.length : 0 }
}

/** A worker of a device; several of one owner share the database. */
function openWorker(owner = uuidv7()) {
  const db = new OwnerDatabase(owner, undefined, { bulk: true })
  opened.push(db)
  const cache = cacheOf(db, 'leads')
  const ticks = { now: 0 }
  const pullAll = (signal = new AbortController().signal) =>
    pull({ cache, fetchPage, onProgress: () => undefined, signal, now: () => ticks.now, whenIdle: async () => undefined })
  const rest = { isResting: false }
  const index = createRowIndex({ cache, exclusively: (work) => work(), isResting: () => rest.isResting })
  return { owner, db, cache, ticks, pullAll, rest, index }
}

/** All rows are there, once, and the index of another start agrees. */
async function expectWhole(owner: string) {
  const { cache, index, db } = openWorker(owner)
  expect(await countRows(cache)).toBe(rows.length)
  const refs = [...(await db.leadSheets.toArray()).flatMap((sheet) => sheet.refs), ...(await db.leads.toCollection().primaryKeys())]
  expect(refs.toSorted()).toEqual(rows.map(({ ref }) => ref))
  expect((await index.look())?.index.table.count).toBe(rows.length)
}

/** Calls `meet` at the begin of every writing transaction of `db`, by its number. */
function eachWrite(db: OwnerDatabase, meet: (n: number) => Promise<void> | void) {
  const transaction = db.transaction.bind(db)
  let n = 0
  vi.spyOn(db, 'transaction').mockImplementation((async (...input: unknown[]) => {
    if (input[0] === 'rw') await meet(n++)
    return Reflect.apply(transaction, db, input)
  }) as never)
  return () => n
}

test('batches are as long as this device stores quickly', async () => {
  const { db, pullAll, ticks } = openWorker()
  const stored: number[] = []
  const add = db.leadSheets.bulkAdd.bind(db.leadSheets)
  vi.spyOn(db.leadSheets, 'bulkAdd').mockImplementation((sheets) => {
    stored.push(sheets.reduce((sum, sheet) => sum + (sheet.refs?.length ?? 0), 0))
    // A batch takes as many milliseconds as it has rows, divided by four.
    ticks.now += (stored.at(-1) ?? 0) / 4
    return add(sheets)
  })
  await pullAll()
  expect(stored).toEqual([200, 100, 100, 100])
})

test('a first sync that is cut at any of its transactions goes on where it was', async () => {
  const { db, pullAll, owner } = openWorker()
  const count = eachWrite(db, () => undefined)
  await pullAll()
  const all = count()
  expect(all).toBeGreaterThan(3)
  await expectWhole(owner)
  for (let at = 0; at < all; at++) {
    const cut = openWorker()
    eachWrite(cut.db, (n) => {
      if (n === at) throw new Error('cut')
    })
    await expect(cut.pullAll(), `transaction ${at}`).rejects.toThrow('cut')
    await openWorker(cut.owner).pullAll()
    await expectWhole(cut.owner)
  }
})

test('a verdict between the batches of a page that was cut is neither lost nor doubled', async () => {
  const cut = openWorker()
  eachWrite(cut.db, (n) => {
    if (n === 1) throw new Error('cut')
  })
  await expect(cut.pullAll()).rejects.toThrow('cut')
  const { db, cache, pullAll, owner } = openWorker(cut.owner)
  const [first, last] = [rows[0]?.ref ?? '', rows.at(-1)?.ref ?? '']
  await db.transaction('rw', rowTables(cache), async () =>
    writeRows(cache, [testLead(first, 2, { name: 'Mine' }), testLead(last, 2, { name: 'Mine' })]),
  )
  await pullAll()
  await expectWhole(owner)
  expect((await db.leads.bulkGet([first, last])).map((record) => record?.row.name)).toEqual(['Mine', 'Mine'])
})

test('a worker that is suspended between batches holds nobody up, and does not go on with what another one has finished', async () => {
  const suspended = openWorker()
  let goOn = () => {}
  eachWrite(suspended.db, (n) => (n === 1 ? new Promise<void>((resolve) => (goOn = resolve)) : undefined))
  const outcome = suspended.pullAll().catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await countRows(suspended.cache)).toBe(200))
  const other = openWorker(suspended.owner)
  await other.db.outbox.count()
  await other.pullAll()
  goOn()
  expect(await outcome).toBeInstanceOf(PullError)
  await expectWhole(suspended.owner)
})

test('new parts of the index go on where a worker that rests, or is no more, has left them', async () => {
  const { db, pullAll, owner, rest, index, cache } = openWorker()
  await pullAll()
  // Another page, so that there is more than one part.
  const more = Array.from({ length: 2_600 }, (_, at) => testLead(`s${at}`, 1))
  await db.transaction('rw', rowTables(cache), async () => writeRows(cache, more))
  await Promise.all([db.leadIndex.clear(), db.leadLog.clear()])
  const put = db.leadIndex.put.bind(db.leadIndex)
  vi.spyOn(db.leadIndex, 'put').mockImplementation((part) => {
    rest.isResting = true
    return put(part)
  })
  expect([await index.look(), await db.leadIndex.count()]).toEqual([null, 1])
  // While it rests nothing is made, and nothing is waited for.
  expect([await index.look(), await db.leadIndex.count()]).toEqual([null, 1])
  const next = openWorker(owner)
  const read = vi.spyOn(next.db.leadSheets, 'where')
  expect((await next.index.look())?.index.table.count).toBe(3_100)
  expect(read).not.toHaveBeenCalled()
  expect([await next.db.leadLog.count(), await next.db.leadIndex.count()]).toEqual([0, 2])
})

test('a first sync ends after the batch in hand when the page rests, and the next pull goes on from there', async () => {
  const browser = openBrowser()
  const owner = uuidv7()
  const said: FromWorker[] = []
  let pages = 0
  browser.answer(async (url) => {
    pages += 1
    return json(await fetchPage(new URL(url, 'http://x').searchParams.get('cursor') ?? ''))
  })
  let isToRest = true
  const host = createHost((message) => {
    said.push(message)
    // The first page is on its way.
    if (isToRest && message.kind === 'reached') host({ kind: 'rest' })
  })
  const ask = { kind: 'pull', areas: ['leads'], token: 't', hosts: { main: '', auth: '', websocket: '' }, resume: false } as never
  host({ kind: 'open', owner, clockAhead: 0 })
  host(ask)
  const phase = () => said.findLast((message) => message.kind === 'state' && message.area === 'leads')
  await vi.waitFor(() => expect(phase()).toMatchObject({ state: { phase: 'idle', problem: null } }))
  const { db } = openWorker(owner)
  expect((await db.meta.get('leadsHeld'))?.value).toBeUndefined()
  const asked = pages
  host(ask)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(pages).toBe(asked)
  isToRest = false
  host({ kind: 'wake' })
  host(ask)
  await vi.waitFor(() => expect(said).toContainEqual({ kind: 'cached', area: 'leads', cached: true }), 10_000)
  await expectWhole(owner)
})
