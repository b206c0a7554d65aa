import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import { testLead } from '#tests/support/test-lead.ts'

const create = sectionCall(leads, 'create')
const user = { id: 1, name: 'Sari', email: 'sari@lapangan.test' }
const held = new Set<string>()

/** A console on which Sari is signed in; its services begin unless it is left before. */
async function open(isEarly = false) {
  const session = { roles: [], permissions: ['get crm'], roleRead: [], user: { ...user, ref: uuidv7() } }
  const browser = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify(session),
  })
  const request = async (name: string, options: LockOptions, work: (lock: unknown) => unknown) => {
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      return await work(options)
    } finally {
      held.delete(name)
    }
  }
  Object.assign(navigator, { locks: { request, query: async () => ({ held: [] }) } })
  const [{ startOutbox }, { startSession }, { submit }, { ownerDatabase, closeDatabase }] = await Promise.all([
    import('./start.ts'),
    import('../api/session.ts'),
    import('./submit.ts'),
    import('../cache/db.ts'),
  ])
  startSession()
  if (!isEarly) startOutbox()
  const sent = () => browser.requests.filter(({ headers }) => headers.has('Idempotency-Key'))
  const leave = () => browser.fire('pagehide', { persisted: true })
  const comeBack = () => browser.fire('pageshow', { persisted: true })
  return { browser, submit, ownerDatabase, closeDatabase, sent, leave, comeBack }
}

let app: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  vi.resetModules()
  held.clear()
  app = await open()
})
afterEach(() => {
  app.closeDatabase()
  vi.unstubAllGlobals()
})

/** Answers writes as the API would. */
const done = () =>
  json({ message: 'ok', data: testLead(uuidv7(), 1) }, 201, { 'Mutation-Id': app.sent().at(-1)?.headers.get('Idempotency-Key') ?? '' })

test('a page that is left holds no lock though its request has no end, and sends it again under its id when it returns', async () => {
  app.browser.answer((url) => (url.includes('/crm/') ? new Promise<Response>(() => undefined) : json({ hosts: {} })))
  await app.submit({ call: create, patch: { name: 'Budi' } })
  await eventually(() => expect(app.sent()).toHaveLength(1))
  expect([...held]).toHaveLength(1)
  const db = app.ownerDatabase()
  app.leave()
  // No task runs any more in a page that is suspended.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect([[...held], db?.hasBeenClosed()]).toEqual([[], true])
  app.browser.answer((url) => (url.includes('/crm/') ? done() : json({ hosts: {} })))
  app.comeBack()
  await eventually(async () => expect(await app.ownerDatabase()?.outbox.count()).toBe(0))
  expect(new Set(app.sent().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  expect(app.ownerDatabase()).not.toBe(db)
})

test('a transaction that is open when the page is left is ended, because nobody could wait for its end', async () => {
  const db = app.ownerDatabase()
  let ask = () => {}
  const outcome = db
    ?.transaction('rw', db.meta, async () => {
      await db.meta.put({ key: 'half', value: true })
      // It goes on asking, and never ends by itself.
      for (let isOver = false; !isOver; ) {
        await db.meta.get('half')
        ask()
        isOver = db.hasBeenClosed()
      }
    })
    .then(
      () => 'done',
      (error: Error) => error.name,
    )
  await new Promise<void>((resolve) => (ask = resolve))
  app.leave()
  expect(await outcome).toBe('AbortError')
  app.comeBack()
  expect(await app.ownerDatabase()?.meta.get('half')).toBeUndefined()
})

test('a page that is left before its services began keeps no connection, and no transaction either', async () => {
  vi.resetModules()
  const early = await open(true)
  const db = early.ownerDatabase()
  const outcome = db
    ?.transaction('rw', db.meta, () => db.meta.put({ key: 'half', value: true }))
    .then(
      () => 'done',
      (error: Error) => error.name,
    )
  early.leave()
  expect([db?.hasBeenClosed(), await outcome, early.ownerDatabase()]).toEqual([true, 'DatabaseClosedError', null])
})

test('what is saved after a return is kept and sent as before', async () => {
  app.browser.answer((url) => (url.includes('/crm/') ? done() : json({ hosts: {} })))
  for (let round = 0; round < 3; round++) {
    app.leave()
    app.comeBack()
    await app.submit({ call: create, patch: { name: `Budi ${round}` } })
    await eventually(async () => expect(await app.ownerDatabase()?.outbox.count()).toBe(0))
  }
  expect(new Set(app.sent().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(3)
})

test('a row that had no answer does not wait out its pause once the server answers anything', async () => {
  let isUp = false
  app.browser.answer((url) => {
    if (!url.includes('/crm/')) return json({ status: 'ok', hosts: {} })
    return isUp ? done() : Promise.reject(new TypeError('no line'))
  })
  // Its next pause is a long one.
  vi.stubGlobal('Math', Object.assign(Object.create(Math), { random: () => 0.99 }))
  await app.submit({ call: create, patch: { name: 'Budi' } })
  await eventually(async () =>
    expect((await app.ownerDatabase()?.outbox.toArray())?.[0]).toMatchObject({ state: 'queued', attempted: true }),
  )
  const [row] = (await app.ownerDatabase()?.outbox.toArray()) ?? []
  await app.ownerDatabase()?.outbox.update(row?.seq ?? 0, { nextAttemptAt: Date.now() + 200_000, attempts: 9 })
  isUp = true
  const { reportReached } = await import('../api/connection.ts')
  await eventually(async () => {
    reportReached()
    expect(await app.ownerDatabase()?.outbox.count()).toBe(0)
  })
})

test('a request that hung when the server was lost is not waited for once it is back', async () => {
  app.browser.answer((url) => (url.includes('/crm/') ? new Promise<Response>(() => undefined) : json({ status: 'ok', hosts: {} })))
  await app.submit({ call: create, patch: { name: 'Budi' } })
  await eventually(() => expect(app.sent()).toHaveLength(1))
  const { connectionStore } = await import('../api/connection.ts')
  connectionStore.set('unreachable')
  app.browser.answer((url) => (url.includes('/crm/') ? done() : json({ status: 'ok', hosts: {} })))
  connectionStore.set('online')
  await eventually(async () => expect(await app.ownerDatabase()?.outbox.count()).toBe(0))
  expect(new Set(app.sent().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
})
