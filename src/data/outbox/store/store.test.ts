import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { testLead } from '#tests/support/test-lead.ts'
import { testRow } from '#tests/support/test-row.ts'
import { refOf, testMessage, testRoom } from '../../chat/test-chat.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import { readMessages } from './chat-cache.ts'
import { OwnerDatabase } from './database.ts'
import { cacheOf, planWrites, readRows, rowTables } from './row-cache.ts'
import { addRows, createQueue, noticeKey, replaceRow } from './store.ts'

const opened: OwnerDatabase[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) await db.delete()
})

function open() {
  const db = new OwnerDatabase(uuidv7())
  opened.push(db)
  const add = (row: Partial<OutboxRow> = {}, ...keys: string[]) => {
    const { seq: _seq, ...values } = testRow({ seq: 0, ...row })
    return addRows(db, [{ row: values, blobs: keys.map((key) => ({ key, blob: new Blob([key]) })) }])
  }
  return { db, add, queue: createQueue(db) }
}

const capacity = { max: 1_000, isSingle: () => false, files: true }
const file = (key: string) => ({ field: 'photo', key, name: 'a.png', size: 1, type: 'image/png' })
const done = (values: Partial<Extract<Verdict, { kind: 'done' }>> = {}): Verdict => ({ kind: 'done', row: null, refused: [], ...values })

describe('what is added', () => {
  test('stands in its order with its files, and waits for those records alone that are still to be made', async () => {
    const { db, add, queue } = open()
    await add({ action: 'create', touches: ['campaign', 'parent'] })
    await add({ touches: ['other'] })
    await add({ dependsOn: ['campaign', 'parent', 'other', 'unknown'], files: [file('k1'), file('gone')] }, 'k1')
    const rows = await queue.rows()
    expect(rows.map(({ seq, dependsOn }) => [seq, dependsOn])).toEqual([
      [1, []],
      [2, []],
      [3, ['campaign']],
    ])
    expect((await queue.files(rows[2] ?? testRow({ seq: 3 }))).map(({ file: { key } }) => key)).toEqual(['k1'])
    expect(await db.files.toArray()).toMatchObject([{ key: 'k1', seq: 3 }])
  })

  test('comes with what happens alongside, or not at all', async () => {
    const { db, queue } = open()
    const { seq: _seq, ...row } = testRow({ seq: 0 })
    const fail = () => Promise.reject(new Error('no room'))
    await expect(addRows(db, [{ row, blobs: [{ key: 'k', blob: new Blob(['x']) }] }], fail)).rejects.toThrow('no room')
    expect([await queue.rows(), await db.files.count()]).toEqual([[], 0])
    await addRows(db, [{ row, blobs: [] }], async (own) => void (await own.meta.put({ key: 'draft', value: 1 })))
    expect(await db.meta.get('draft')).toEqual({ key: 'draft', value: 1 })
  })
})

describe('replaceRow', () => {
  test('changes a row in its place, and removes it with its files and what needs the record it would have made', async () => {
    const { db, add, queue } = open()
    await add({ action: 'create', touches: ['n1'] }, 'k1')
    await add({ touches: ['n1'] }, 'k2')
    await add({ touches: ['r2'] })
    const [row] = await queue.rows()
    if (!row) throw new Error('nothing was added')
    expect(await replaceRow(db, row, (entry) => ({ ...entry, label: 'Budi' }))).toBe(true)
    expect((await queue.rows())[0]).toEqual({ ...row, label: 'Budi' })
    expect(await replaceRow(db, row, () => null)).toBe(true)
    expect((await queue.rows()).map(({ seq, reason }) => [seq, reason])).toEqual([
      [2, 'dependency'],
      [3, null],
    ])
    expect((await db.files.toArray()).map(({ key }) => key)).toEqual(['k2'])
  })

  test('leaves a row that is another by now, or gone', async () => {
    const { db, add, queue } = open()
    await add()
    const [row] = await queue.rows()
    if (!row) throw new Error('nothing was added')
    await queue.claim(0, capacity)
    expect(await replaceRow(db, row, () => null)).toBe(false)
    expect(await replaceRow(db, { ...row, seq: 9 }, () => null)).toBe(false)
    expect(await queue.rows()).toMatchObject([{ state: 'sending' }])
  })
})

describe('the queue', () => {
  test('marks what it gives out as under way, in order, also of a queue that is longer than what is read at once', async () => {
    const { db, queue } = open()
    const rows = Array.from({ length: 620 }, (_, at) => {
      const { seq: _seq, ...row } = testRow({ seq: 0, touches: ['r1'], ...(at < 600 && { state: 'parked' as const, touches: [`p${at}`] }) })
      return { row, blobs: [] }
    })
    await addRows(db, rows)
    const taken = await queue.claim(0, { ...capacity, max: 15 })
    expect(taken.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, at) => 601 + at))
    expect(await db.outbox.get(601)).toEqual(taken[0])
    expect(taken[0]).toMatchObject({ state: 'sending', attempts: 1 })
    expect((await queue.claim(0, capacity)).length).toBe(0)
  })

  test('takes back what a dead holder left, and ends pauses when the network is back', async () => {
    const { add, queue } = open()
    await add({ touches: ['a'] })
    await add({ touches: ['b'], nextAttemptAt: 9, lastError: { status: 0, code: 'offline', message: '' } })
    await queue.claim(0, capacity)
    await queue.requeue()
    await queue.hasten()
    expect((await queue.rows()).map(({ state, nextAttemptAt }) => [state, nextAttemptAt])).toEqual([
      ['queued', 0],
      ['queued', 0],
    ])
  })

  test('remembers its heartbeat and the session that ended', async () => {
    const { queue } = open()
    expect([await queue.lastBeat(), await queue.pausedEpoch()]).toEqual([0, null])
    await queue.beat(7)
    await queue.pause(3)
    expect([await queue.lastBeat(), await queue.pausedEpoch()]).toEqual([7, 3])
  })
})

describe('a verdict', () => {
  const sentOf = async (queue: ReturnType<typeof createQueue>, ...verdicts: Verdict[]) =>
    (await queue.rows()).slice(0, verdicts.length).map((row, at) => ({ row, verdict: verdicts[at] ?? done() }))

  test('removes what is done with its files, and leads the rows behind on', async () => {
    const { db, add, queue } = open()
    const base = { version: 1, values: {} }
    await add({ section: 'leads', touches: ['a'] }, 'k1')
    await add({ section: 'leads', touches: ['b', 'a'], base }, 'k2')
    await add({ section: 'leads', touches: ['c'], base })
    const settled = await queue.settle(await sentOf(queue, done({ row: testLead('a', 2) })), 0, 0)
    expect(settled).toMatchObject({ rows: [{ section: 'leads', isDone: true, left: null }], hasNotice: false })
    expect((await queue.rows()).map((row) => [row.seq, row.base?.version])).toEqual([
      [2, 2],
      [3, 1],
    ])
    expect((await db.files.toArray()).map(({ key }) => key)).toEqual(['k2'])
  })

  test('of a row that is gone is nothing', async () => {
    const { db, add, queue } = open()
    await add()
    const sent = await sentOf(queue, done())
    await db.outbox.clear()
    expect(await queue.settle(sent, 0, 0)).toMatchObject({ rows: [{ isDone: true, left: null }], hasNotice: false })
  })

  test('that asks the person leaves a notice for the next tab', async () => {
    const { db, add, queue } = open()
    await add({ id: 'm1', label: 'Budi' })
    const error = { status: 412, code: 'stale', message: '', current: null }
    const settled = await queue.settle(await sentOf(queue, { kind: 'parked', reason: 'conflict', decided: true, error }), 0, 0)
    expect(settled.hasNotice).toBe(true)
    expect(await db.meta.get(`${noticeKey}m1`)).toMatchObject({ value: { kind: 'conflict', label: 'Budi' } })
  })

  test('puts what the server made into what is cached: of one record, of many, in their order', async () => {
    const { db, add, queue } = open()
    const cache = cacheOf(db, 'leads')
    const kept = [testLead('a', 1, { status: 'new' }), testLead('b', 1, { status: 'new' }), testLead('c', 1)]
    await db.transaction('rw', rowTables(cache), async () => (await planWrites(cache, { added: kept }))())
    await add({ section: 'leads', action: 'bulkUpdate', touches: ['a', 'x'], patch: { ids: ['a', 'x'], status: 'closing' } })
    await add({ section: 'leads', action: 'bulkUpdate', touches: ['a'], patch: { ids: ['a'], notes: 'bought' } })
    await add({ section: 'leads', touches: ['b'] })
    await add({ section: 'leads', action: 'remove', touches: ['c'] })
    await add({ section: 'bank', touches: ['a'] })
    const verdicts = [done(), done(), done({ row: testLead('b', 2, { status: 'lost' }) }), done(), done({ row: testLead('a', 9) })]
    await queue.settle(await sentOf(queue, ...verdicts), 0, 0)
    const rows = await db.transaction('r', rowTables(cache), () => readRows(cache, ['a', 'b', 'c', 'x']))
    expect([...rows.keys()].sort()).toEqual(['a', 'b'])
    expect(rows.get('a')).toMatchObject({ version: 1, status: 'closing', notes: 'bought' })
    expect(rows.get('b')).toMatchObject({ version: 2, status: 'lost' })
  })

  test('that removes a record removes what a change before it made of that', async () => {
    const { db, add, queue } = open()
    const cache = cacheOf(db, 'leads')
    await db.transaction('rw', rowTables(cache), async () => (await planWrites(cache, { added: [testLead('a', 1)] }))())
    await add({ section: 'leads', action: 'bulkUpdate', touches: ['a'], patch: { ids: ['a'], status: 'new' } })
    await add({ section: 'leads', action: 'remove', touches: ['a'] })
    await add({ section: 'leads', action: 'bulkUpdate', touches: ['a'], patch: { ids: ['a'], status: 'new' } })
    await queue.settle(await sentOf(queue, done(), done(), done()), 0, 0)
    expect(await db.transaction('r', rowTables(cache), () => readRows(cache, ['a']))).toEqual(new Map())
  })

  test('of the chat changes the room, and brings the message that was sent', async () => {
    const { db, add, queue } = open()
    const room = refOf('room', 1)
    await db.rooms.put({ ref: room, last_message_at: '', row: testRoom(1, { version: 1 }), stale: false })
    await add({ section: 'chat-platform', action: 'bulkUpdate', touches: [room], patch: { ids: [room], status: 'resolved' } })
    await add({ section: 'chat-messages', action: 'create', touches: ['n1'] })
    await queue.settle(
      await sentOf(queue, done({ versions: { [room]: 2 } }), done({ row: { ...testLead('x', 1), ...testMessage(1, 1) } })),
      0,
      0,
    )
    expect((await db.rooms.get(room))?.row.status).toBe('resolved')
    expect((await readMessages(db, room)).map(({ place }) => place)).toEqual([1])
  })
})
