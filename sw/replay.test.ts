import { toText } from '#contract/kit/field/guards.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import { addRows } from '#console/data/outbox/store/store.ts'
import { writeCredentials } from '#console/data/outbox/wire/credentials.ts'
import { messagesName, sendMessage } from '#contract/chat/messages.ts'
import { errorLog, errorLogToken } from '#contract/error-logs.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { syncHeaders } from '#contract/sync.ts'
import { testRow } from '#tests/support/test-row.ts'
import { openScope } from './test-scope.ts'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => Response.json(body, { status, headers })
let reports: { token: string | null; body: unknown }[]

beforeEach(() => {
  reports = []
  openScope()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put: async () => undefined }) })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (url === '/config.json') return json({ hosts: {} })
    if (url !== errorLog.path)
      return json({ code: 'invalid', message: 'No' }, 422, { [syncHeaders.echo]: headers.get(syncHeaders.key) ?? '' })
    reports.push({ token: headers.get(errorLogToken), body: JSON.parse(toText(init.body)) })
    return json({ message: 'Noted' })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a message refused while no tab is open is logged, without its text', async () => {
  const owner = uuidv7()
  await writeCredentials({ token: 'the-token', owner })
  const db = new OwnerDatabase(owner)
  const [ref, room] = [uuidv7(), uuidv7()]
  const values = { section: messagesName, action: 'create', call: sendMessage.name, owner, touches: [ref, room] }
  const { seq: _seq, ...row } = testRow({ seq: 0, ...values, patch: { ref, room, content: 'Secret words' } })
  await addRows(db, [{ row, blobs: [] }])
  const { replayOutbox } = await import('./replay.ts')
  await replayOutbox()
  expect((await db.outbox.toArray()).map(({ reason }) => reason)).toEqual(['rejected'])
  expect(reports).toEqual([
    { token: 'the-token', body: { message: 'rejected 422', code: 'invalid', at: sendMessage.name, detail: `${row.id} No` } },
  ])
  db.close()
})
