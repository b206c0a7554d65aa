/** The console with a server of only the base contract (docs/decisions/0009-additions-to-the-wire.md). */
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket as Socket } from 'ws'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { tagManager } from '#contract/sections/other/tag-manager.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { syncHeaders } from '#contract/sync.ts'
import { type PlainServer, startPlainServer } from '#tests/support/plain-server.ts'
import { eventually, json, openBrowser } from '#tests/support/test-browser.ts'

const network = globalThis.fetch
const permissions = ['get bank', 'create bank', 'update bank', 'delete bank', 'get crm']
const values = { bank_name: 'BCA', account_number: '123', account_holder: 'Sari', company_code: 'ETF', is_active: true }
const closing: (() => Promise<void> | void)[] = []
let people = 0

/** Opens a signed-in console with a database of its own. */
async function open(config: Record<string, unknown> = {}) {
  vi.resetModules()
  const server = await startPlainServer(permissions)
  const browser = openBrowser()
  const requests: Promise<Response>[] = []
  vi.stubGlobal('location', { origin: server.url })
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === '/config.json')
      return Promise.resolve(json({ hosts: { main: server.url, backend: server.url, websocket: server.url }, ...config }))
    const answer = network(url, init)
    requests.push(answer)
    return answer
  })
  const [outbox, session, signIn, submit, actions, kit, queries, db, connection, client, socket, i18n] = await Promise.all([
    import('./writes/start.ts'),
    import('./api/session.ts'),
    import('./api/sign-in.ts'),
    import('./writes/submit.ts'),
    import('./writes/actions.ts'),
    import('#console/kit/actions/actions.ts'),
    import('./query/queries.ts'),
    import('./cache/db.ts'),
    import('./api/connection.ts'),
    import('./query/query-client.ts'),
    import('./chat/socket.ts'),
    import('#console/i18n/i18n.ts'),
  ])
  Object.assign(document, { documentElement: {} })
  await i18n.setLocale('en')
  session.startSession()
  people += 1
  await signIn.signIn(`Sari${people}@lapangan.test`, 'a password')
  closing.push(async () => {
    socket.stopSocket()
    db.closeDatabase()
    client.queryClient.clear()
    await Promise.allSettled(requests)
    await server.close()
  })
  const rows = async () => (await db.ownerDatabase()?.outbox.orderBy('seq').toArray()) ?? []
  const read = async () => (await client.queryClient.fetchQuery({ ...queries.listOptions(bank, firstPage), staleTime: 0 })).data
  const settled = () => eventually(async () => expect(await rows()).toEqual([]))
  const parked = () => eventually(async () => expect((await rows()).map(({ state }) => state)).toEqual(['parked']))
  const bankOf = async (name = 'BCA') => {
    const found = (await read()).find(({ bank_name }) => bank_name === name)
    if (!found) throw new Error(`no bank ${name}`)
    return found
  }
  const create = (patch: Record<string, unknown> = values) => submit.submit({ call: sectionCall(bank, 'create'), patch })
  return {
    server,
    browser,
    rows,
    read,
    settled,
    parked,
    bankOf,
    create,
    outbox,
    actions,
    kit,
    connection,
    socket,
    ...submit,
    ...session,
    ...signIn,
  }
}

/** Asserts that no request has unknown extensions. */
function expectNoAdditions(server: PlainServer): void {
  for (const { headers, body } of server.writes) {
    for (const name of Object.values(syncHeaders)) expect(headers).not.toHaveProperty(name.toLowerCase())
    expect(body).not.toHaveProperty('ref')
  }
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.unstubAllGlobals()
})

test('signs in with a login that names nobody, and stays signed in', async () => {
  const app = await open()
  const { status, session } = app.sessionStore.get()
  expect([status, session?.plain, session?.user.id]).toEqual(['signed-in', true, 12])
  expect(session?.user.email).toMatch(/^sari\d+@lapangan\.test$/)
  app.startSession()
  await app.refreshSession()
  expect(app.sessionStore.get()).toMatchObject({ status: 'signed-in', session: { plain: true, user: session?.user } })
})

test('a login that names nobody is refused where the configuration promises the additions', async () => {
  await expect(open({ additions: true })).rejects.toThrow('Failed to login with token.')
})

test('creates once, and reads, changes and deletes by number', async () => {
  const app = await open()
  await app.create()
  await app.settled()
  expect([...app.server.banks.values()]).toEqual([{ ...values, id: 1 }])
  const row = await app.bankOf()
  expect([row.ref, row.version]).toEqual(['1', 0])
  expect(await app.kit.remove(bank, [row])).toBe(true)
  await app.settled()
  expect(app.server.banks.size).toBe(0)
  expect(app.server.writes.map(({ method, body }) => [method, body])).toEqual([
    ['POST', values],
    ['DELETE', { ids: [1] }],
  ])
  expectNoAdditions(app.server)
})

test('a switch puts the full record, with what others changed meanwhile', async () => {
  const app = await open()
  app.server.banks.set(7, { ...values, id: 7 })
  const row = await app.bankOf()
  app.server.banks.set(7, { ...values, account_holder: 'Budi', id: 7 })
  await app.kit.setSwitch(bank, 'is_active', row, false)
  await app.settled()
  expect(app.server.writes.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', `${bank.path}/7`, { ...values, account_holder: 'Budi', is_active: false }],
  ])
  expectNoAdditions(app.server)
})

test('the same field changed by somebody else asks the person', async () => {
  const app = await open()
  app.server.banks.set(7, { ...values, id: 7 })
  const row = await app.bankOf()
  app.server.banks.set(7, { ...values, account_holder: 'Budi', id: 7 })
  await app.submit({
    call: sectionCall(bank, 'update'),
    touches: ['7'],
    patch: { account_holder: 'Tono' },
    base: app.kit.getBaseVersion(bank, row),
  })
  await app.parked()
  expect((await app.rows())[0]).toMatchObject({ reason: 'conflict', lastError: { current: { account_holder: 'Budi' } } })
  expect(app.server.writes).toEqual([])
})

test('a create whose answer was lost is not repeated: it waits for the person, who sends or drops it', async () => {
  const app = await open()
  app.server.loseNext = true
  await app.create()
  await app.parked()
  const [row] = await app.rows()
  expect(row?.reason).toBe('unconfirmed')
  await app.connection.probeNow()
  app.outbox.wakeOutbox(true)
  await app.read()
  expect([app.server.writes.length, (await app.rows()).length]).toEqual([1, 1])
  expect(await app.actions.retry(row?.seq ?? 0)).toBe('ok')
  await app.settled()
  expect(app.server.writes.length).toBe(2)
})

test('a lost create can be dropped, though nobody can be asked what became of it', async () => {
  const app = await open()
  app.server.loseNext = true
  await app.create()
  await app.parked()
  expect(await app.actions.discard((await app.rows())[0]?.seq ?? 0)).toBe('ok')
  expect(await app.rows()).toEqual([])
})

test('a change whose answer was lost is sent again: the last one wins', async () => {
  const app = await open()
  app.server.banks.set(7, { ...values, id: 7 })
  const row = await app.bankOf()
  app.server.loseNext = true
  await app.kit.setSwitch(bank, 'is_active', row, false)
  await eventually(() => expect(app.server.writes.length).toBe(1))
  await app.connection.probeNow()
  await eventually(async () => {
    app.outbox.wakeOutbox(true)
    expect(await app.rows()).toEqual([])
  })
  expect(app.server.banks.get(7)).toEqual({ ...values, is_active: false, id: 7 })
})

test('a create that was under way when the tab was killed is not repeated', async () => {
  const { requeued } = await import('./outbox/row/queue.ts')
  const { testRow } = await import('#tests/support/test-row.ts')
  const sending = testRow({ seq: 1, state: 'sending' })
  expect(requeued({ ...sending, plain: 'once' })).toMatchObject({ state: 'parked', reason: 'unconfirmed' })
  expect(requeued({ ...sending, plain: 'repeatable' })).toMatchObject({ state: 'queued' })
})

test('behind a captive portal nothing is sent, and nothing counts as done', async () => {
  const app = await open()
  app.server.portal = true
  await app.create()
  await eventually(() => expect(app.connection.connectionStore.get()).toBe('unreachable'))
  expect((await app.rows())[0]).toMatchObject({ state: 'queued' })
  expect(app.server.writes).toEqual([])
  app.server.portal = false
  await app.connection.probeNow()
  expect(app.connection.connectionStore.get()).toBe('online')
  await eventually(async () => {
    app.outbox.wakeOutbox(true)
    expect(await app.rows()).toEqual([])
  })
  expect(app.server.banks.size).toBe(1)
})

test('the portal’s page as the answer of a create is no success, and the create waits for the person', async () => {
  const app = await open()
  app.server.portalNext = true
  await app.create()
  await app.parked()
  expect((await app.rows())[0]).toMatchObject({ reason: 'unconfirmed' })
  expect(app.server.banks.size).toBe(0)
})

test('what waits behind a create learns the number of the record', async () => {
  const app = await open()
  app.server.portal = true
  const { ref } = await app.create()
  await app.submit({
    call: sectionCall(bank, 'update'),
    touches: [ref],
    patch: { account_holder: 'Tono' },
    base: { version: null, values: { ...values } },
  })
  app.server.portal = false
  await app.connection.probeNow()
  await eventually(async () => {
    app.outbox.wakeOutbox(true)
    expect(await app.rows()).toEqual([])
  })
  expect([...app.server.banks.values()]).toEqual([{ ...values, account_holder: 'Tono', id: 1 }])
})

test('a refusal keeps the server’s words', async () => {
  const app = await open()
  await app.submit({ call: sectionCall(bank, 'update'), touches: ['99'], patch: { account_holder: 'Tono' }, base: { version: 0, values } })
  await app.parked()
  expect((await app.rows())[0]).toMatchObject({ reason: 'conflict', lastError: { message: 'Bank not found', current: null } })
})

test('a swap is sent once, a named value as often as it takes', async () => {
  const { isOnce } = await import('./writes/is-once.ts')
  expect(isOnce(sectionCall(tagManager, 'create'))).toBe(true)
  expect(isOnce({ method: 'PUT', action: 'swap' })).toBe(true)
  expect(isOnce({ method: 'GET', action: 'switch' })).toBe(true)
  expect([sectionCall(bank, 'update'), sectionCall(bank, 'remove')].map(isOnce)).toEqual([false, false])
})

test("'connected' without a place in the feed connects, and what happens there is read again", async () => {
  const app = await open()
  const greetings: unknown[] = []
  let unclear = 0
  app.socket.startSocket({
    cursor: () => null,
    connected: (answer) => greetings.push(answer),
    event: () => undefined,
    unclear: () => {
      unclear += 1
    },
  })
  await eventually(() => expect(app.socket.socketStore.get().phase).toBe('connected'))
  expect(greetings).toEqual([{ data: 'connected', cursor: null }])
  expect(app.server.hellos).toEqual([{ token: app.server.token }])
  app.server.tell({ listener: 'incoming_message', data: { customer_phone: '628123', detail_chat: { content: 'Halo', unread: 1 } } })
  await eventually(() => expect(unclear).toBe(1))
})
