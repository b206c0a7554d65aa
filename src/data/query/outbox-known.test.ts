import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import { testRow } from '#tests/support/test-row.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'

afterEach(() => vi.unstubAllGlobals())

test('what waits is known before a record is drawn, though nobody had started the outbox', async () => {
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  const before = new OwnerDatabase(user.ref)
  await before.outbox.put(testRow({ seq: 1, owner: user.ref, patch: { city: 'Bogor' } }))
  before.close()
  const session = { roles: [], permissions: ['get crm'], roleRead: [], user }
  const browser = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify(session),
  })
  browser.answer((url) => (url === '/config.json' ? json({ hosts: {} }) : Promise.reject(new TypeError('no line'))))
  const [{ outboxKnown }, { outboxStore }, { startSession }, { closeDatabase }] = await Promise.all([
    import('./outbox-known.ts'),
    import('./outbox-store.ts'),
    import('../api/session.ts'),
    import('../cache/db.ts'),
  ])
  await outboxKnown()
  expect(outboxStore.get().ready).toBe(false)
  startSession()
  await outboxKnown()
  expect(outboxStore.get()).toMatchObject({ ready: true, rows: [{ seq: 1, patch: { city: 'Bogor' } }] })
  closeDatabase()
})
