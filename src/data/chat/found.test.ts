import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { chatTables, putRooms, replaceMessages } from '../outbox/store/chat-cache.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { findCached } from './found.ts'
import { refOf, testMessage, testRoom } from './test-chat.ts'

let db: OwnerDatabase
afterEach(() => db.close())

async function hold(texts: readonly (readonly string[])[]): Promise<void> {
  db = new OwnerDatabase(uuidv7())
  await db.transaction('rw', chatTables(db), async () => {
    for (const [i, contents] of texts.entries()) {
      await putRooms(db, [testRoom(i + 1)])
      await replaceMessages(db, refOf('room', i + 1), {
        messages: contents.map((content, n) => testMessage(i + 1, n + 1, { content })),
        older: false,
      })
    }
  })
}

test('without a connection messages are found among those that this device holds, the newest of each room', async () => {
  await hold([['Sudah transfer BCA', 'Saya transfer lagi lewat bca', 'Terima kasih'], ['transfer mandiri'], ['BCA: transfer ya']])
  expect(await findCached(db, 'bca transfer')).toEqual([
    { room: refOf('room', 3), message: refOf('message', 300_001), excerpt: 'BCA: transfer ya' },
    { room: refOf('room', 1), message: refOf('message', 100_002), excerpt: 'Saya transfer lagi lewat bca' },
  ])
  expect(await findCached(db, 'gopay')).toEqual([])
})

test('a search that nobody waits for any more ends', async () => {
  await hold(Array.from({ length: 30 }, () => ['transfer']))
  const ended = new AbortController()
  ended.abort()
  expect((await findCached(db, 'transfer', ended.signal)).length).toBeLessThan(30)
})
