import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { syncHeaders } from '#contract/sync.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'

const create = sectionCall(bank, 'create')
const remove = sectionCall(bank, 'remove')
const values = { bank_name: 'BCA', account_number: '1', account_holder: 'PT Uji' }

const full = () => {
  throw new DOMException('The transaction exceeded its quota.', 'QuotaExceededError')
}

/** What browsers do where nothing is kept. */
const refusals: Record<string, () => void> = {
  'that is full': () => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(full)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
  },
  'whose backing store does not open': () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')
    })
  },
  'that says no later': () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      const request = Object.assign(new EventTarget(), {
        error: new DOMException('A mutation operation was attempted', 'InvalidStateError'),
      })
      setTimeout(() => Reflect.get(request, 'onerror')?.({ target: request, preventDefault() {}, stopPropagation() {} }), 0)
      return request as unknown as IDBOpenDBRequest
    })
  },
  'whose browser never answers': () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  },
}

/** Lets time pass until the work has ended. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(500)
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return work
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Server = (key: string) => Response

/** A device that keeps nothing, and its server. Each answer names the change, as the API does. */
async function open(server: Server) {
  vi.resetModules()
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  const browser = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify({ roles: [], permissions: [], roleRead: [], user }),
  })
  const sent = () => browser.requests.filter(({ headers }) => headers.has(syncHeaders.key))
  browser.answer((_, method) => {
    const key = sent().at(-1)?.headers.get(syncHeaders.key)
    return method === 'GET' || !key ? json({ hosts: {}, status: 'ok', data: [], total_record: 0 }) : server(key)
  })
  const [{ startSession }, { submit }, { messageStore }, { connectionStore }, { outboxStore }] = await Promise.all([
    import('../api/session.ts'),
    import('./submit.ts'),
    import('../base/messages.ts'),
    import('../api/connection.ts'),
    import('../query/outbox-store.ts'),
    import('./start.ts'),
  ])
  startSession()
  const save = (submission: Parameters<typeof submit>[0]) => passing(submit(submission))
  return { save, sent, connectionStore, outboxStore, messages: () => messageStore.get().map(({ message }) => message) }
}

const done = (key: string, status = 201) =>
  json({ message: 'ok', data: { id: 1, ref: uuidv7(), version: 1 } }, status, { 'Mutation-Id': key })

for (const [how, refuse] of Object.entries(refusals))
  test(`a change on a device ${how} is sent once with its key, and marked as not kept`, async () => {
    const app = await open(done)
    refuse()
    const { ids, ref } = await app.save({ call: create, patch: values })
    expect(ids).toEqual([])
    expect(app.sent()).toHaveLength(1)
    expect(JSON.parse(String(app.sent()[0]?.body))).toEqual({ ...values, ref })
    expect(app.messages()).toEqual(['outbox.unkept'])
  })

test('a refusal reaches the form with its fields, and nothing is claimed', async () => {
  const fields = { account_number: { code: 'unique', message: 'is taken' } }
  const app = await open((key) => json({ code: 'invalid', message: 'No', fields }, 422, { 'Mutation-Id': key }))
  refusals['that is full']?.()
  await expect(app.save({ call: create, patch: values })).rejects.toMatchObject({ name: 'ApiError', status: 422, message: 'No', fields })
  expect(app.messages()).toEqual([])
})

test('without a connection nothing is sent, and the reason is that of the device', async () => {
  const app = await open(done)
  refusals['that is full']?.()
  app.connectionStore.set('offline')
  await expect(app.save({ call: create, patch: values })).rejects.toMatchObject({ name: 'OutboxError', reason: 'quota' })
  expect(app.sent()).toEqual([])
})

test('a lost answer is asked for again under the same key, also by a second press', async () => {
  let isLost = true
  const app = await open((key) => {
    if (isLost) throw new TypeError('Failed to fetch')
    return done(key)
  })
  refusals['that is full']?.()
  await expect(app.save({ call: create, patch: values })).rejects.toMatchObject({ reason: 'unknown' })
  isLost = false
  app.connectionStore.set('online')
  const { ref } = await app.save({ call: create, patch: values })
  const keys = new Set(app.sent().map(({ headers }) => headers.get(syncHeaders.key)))
  const refs = new Set(app.sent().map(({ body }) => JSON.parse(String(body)).ref))
  expect([app.sent().length, keys.size, [...refs]]).toEqual([5, 1, [ref]])
  // With its answer the change has ended: the next one like it is another.
  await app.save({ call: create, patch: values })
  expect(app.sent().at(-1)?.headers.get(syncHeaders.key)).not.toBe([...keys][0])
})

test('a delete of several says which were refused', async () => {
  const [kept, removed] = [uuidv7(), uuidv7()]
  const app = await open((key) =>
    json(
      { success_entities: [{ ref: removed, message: 'Success delete data' }], failed_entities: [{ ref: kept, message: 'is in use' }] },
      200,
      { 'Mutation-Id': key },
    ),
  )
  refusals['that is full']?.()
  const { response } = await app.save({ call: remove, touches: [kept, removed], patch: {} })
  expect(response).toMatchObject({ failed_entities: [{ ref: kept, message: 'is in use' }] })
  // Whoever deletes shows what came of it.
  expect(app.messages()).toEqual(['outbox.unkept'])
})

test('a change behind one of the same record that waits for the person is not sent before it', async () => {
  const app = await open((key) => json({ code: 'invalid', message: 'No' }, 422, { 'Mutation-Id': key }))
  const { ref } = await app.save({ call: create, patch: values })
  await passing(eventually(() => expect(app.outboxStore.get().rows).toMatchObject([{ state: 'parked' }])))
  refusals['that is full']?.()
  const before = app.sent().length
  await expect(app.save({ call: remove, touches: [ref], patch: {} })).rejects.toMatchObject({ reason: 'behind' })
  expect(app.sent()).toHaveLength(before)
})
