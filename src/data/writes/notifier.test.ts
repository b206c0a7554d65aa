import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'

afterEach(() => vi.unstubAllGlobals())

test('changes that a full disk keeps from the server stay, and the reason is said once', async () => {
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  const session = { roles: [], permissions: ['get crm'], roleRead: [], user }
  const browser = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify(session),
  })
  const problem = { code: 'unavailable', status: 503, message: "The server's disk is full", reason: { code: 'disk_full' } }
  browser.answer((url) => (url === '/config.json' ? json({ hosts: {} }) : json(problem, 503, { 'Retry-After': '60' })))
  const [{ startOutbox }, { startSession }, { submit }, { ownerDatabase, closeDatabase }, { messageStore }] = await Promise.all([
    import('./start.ts'),
    import('../api/session.ts'),
    import('./submit.ts'),
    import('../cache/db.ts'),
    import('../base/messages.ts'),
  ])
  startSession()
  startOutbox()
  const change = (ref: string) => ({ call: sectionCall(leads, 'update'), params: { id: ref }, touches: [ref], patch: { city: 'Bogor' } })
  const rows = async () => (await ownerDatabase()?.outbox.toArray()) ?? []
  for (const ref of [uuidv7(), uuidv7()]) {
    await submit(change(ref))
    await eventually(async () =>
      expect((await rows()).find(({ touches }) => touches[0] === ref)).toMatchObject({ attempts: 1, state: 'queued' }),
    )
  }
  expect(await rows()).toEqual(
    [0, 1].map(() => expect.objectContaining({ state: 'queued', reason: null, lastError: expect.objectContaining(problem) })),
  )
  expect(messageStore.get().map(({ kind, text, reason }) => ({ kind, text, reason }))).toEqual([
    { kind: 'error', text: problem.message, reason: problem.reason },
  ])
  closeDatabase()
})
