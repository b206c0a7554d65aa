import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { role } from '#contract/sections/auth/role.ts'
import { autoText } from '#contract/sections/other/auto-text.ts'
import { tagManager } from '#contract/sections/other/tag-manager.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import { testLead } from '#tests/support/test-lead.ts'

const create = sectionCall(leads, 'create')
const update = sectionCall(leads, 'update')
const token = testToken(Math.floor(Date.now() / 1000) + 3_600)
const person = () => ({ id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' })

type Person = ReturnType<typeof person>
type Server = (url: string, method: string) => Response | Promise<Response>

const down: Server = () => Promise.reject(new TypeError('no line'))
const opened: (() => void)[] = []

/** A console just started on a device where `user` is signed in. */
async function open(user: Person, server: Server) {
  vi.resetModules()
  const session = { roles: [], permissions: ['get crm'], roleRead: [], user }
  const browser = openBrowser({ jwt_access_token: token, 'lapangan-session': JSON.stringify(session) })
  browser.answer((url, method) => (url === '/config.json' ? json({ hosts: {} }) : server(url, method)))
  const [data, { startSession }, { submit }, { outboxStore }, actions, { ownerDatabase, closeDatabase }, { messageStore }] =
    await Promise.all([
      import('./start.ts'),
      import('../api/session.ts'),
      import('./submit.ts'),
      import('../query/outbox-store.ts'),
      import('./actions.ts'),
      import('../cache/db.ts'),
      import('../base/messages.ts'),
    ])
  startSession()
  data.startOutbox()
  opened.push(closeDatabase)
  const rows = async () => (await ownerDatabase()?.outbox.orderBy('seq').toArray()) ?? []
  const sent = () => browser.requests.filter(({ headers }) => headers.has('Idempotency-Key'))
  return { browser, submit, outboxStore, actions, ownerDatabase, messageStore, rows, sent, wake: data.wakeOutbox }
}

type Console = Awaited<ReturnType<typeof open>>

/** Answers the write that was sent last as the API would. */
const answering =
  (app: () => Console, body: unknown, status = 200): Server =>
  () =>
    json(body, status, { 'Mutation-Id': app().sent().at(-1)?.headers.get('Idempotency-Key') ?? '' })

async function refused(code: string): Promise<{ app: Console; id: string }> {
  const app: Console = await open(
    person(),
    answering(() => app, { code, message: 'No such phone' }, 422),
  )
  const { id } = await app.submit({ call: create, patch: { name: 'Budi' } })
  await eventually(async () => expect((await app.rows())[0]?.state).toBe('parked'))
  return { app, id }
}

beforeEach(() => vi.stubGlobal('Math', Object.assign(Object.create(Math), { random: () => 0.5 })))
afterEach(() => {
  for (const close of opened.splice(0)) close()
  vi.unstubAllGlobals()
})

test('what is saved goes to the server once, with everything the protocol asks for, and the record is held', async () => {
  const user = person()
  const ref = uuidv7()
  const app: Console = await open(
    user,
    answering(() => app, { message: 'ok', data: testLead(ref, 1) }, 201),
  )
  const { id } = await app.submit({ call: create, touches: [ref], patch: { name: 'Budi', phone: '6281234567' } })
  await eventually(async () => expect(await app.rows()).toEqual([]))
  expect(app.sent()).toHaveLength(1)
  const [request] = app.sent()
  expect(request).toMatchObject({ method: 'POST', url: '/crm/in/v1/lead' })
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    authorization: `Bearer ${token}`,
    'idempotency-key': id,
    'outbox-owner': user.ref,
  })
  expect(JSON.parse(String(request?.body))).toEqual({ name: 'Budi', phone: '6281234567', ref })
  expect((await app.ownerDatabase()?.leads.get(ref))?.row).toMatchObject({ ref, version: 1 })
})

test('what is saved offline survives the console and is sent when the network is back', async () => {
  const user = person()
  const before = await open(user, down)
  const { id, ref } = await before.submit({ call: create, patch: { name: 'Budi' } })
  await eventually(async () => expect((await before.rows())[0]).toMatchObject({ state: 'queued', attempted: true }))
  opened.pop()?.()
  const after: Console = await open(
    user,
    answering(() => after, { message: 'ok', data: testLead(ref, 1) }, 201),
  )
  await eventually(async () => expect(await after.rows()).toEqual([]))
  expect(after.sent()[0]?.headers.get('Idempotency-Key')).toBe(id)
})

test('another person of the device neither sees nor sends it', async () => {
  const before = await open(person(), down)
  await before.submit({ call: create, patch: { name: 'Budi' } })
  opened.pop()?.()
  const after = await open(person(), () => json({}))
  await eventually(() => expect(after.outboxStore.get().ready).toBe(true))
  expect(after.outboxStore.get().rows).toEqual([])
  expect(after.sent()).toEqual([])
})

test('a line that answers for nobody is no verdict', async () => {
  const app = await open(person(), () => new Response('<html>Sign in to the hotel</html>'))
  await app.submit({ call: create, patch: { name: 'Budi' } })
  await eventually(async () => expect((await app.rows())[0]).toMatchObject({ state: 'queued', attempts: 1 }))
})

test('a 401 pauses the queue and ends the session; nothing is lost', async () => {
  const user = person()
  const app = await open(user, () => json({ code: 'unauthenticated', message: 'no' }, 401))
  const db = app.ownerDatabase()
  await app.submit({ call: create, patch: { name: 'Budi' } })
  await eventually(() => expect(app.outboxStore.get()).toEqual({ rows: [], settled: [], ready: false }))
  const again = await open(user, down)
  expect(db?.name).toBe(again.ownerDatabase()?.name)
  expect(await again.rows()).toHaveLength(1)
})

test('a refused change stays with the words of the server, and retrying it is a new mutation in its place', async () => {
  const { app, id } = await refused('invalid')
  const [parked] = await app.rows()
  expect(parked).toMatchObject({
    id,
    state: 'parked',
    reason: 'rejected',
    lastError: { message: 'No such phone', status: 422 },
    decided: true,
  })
  expect(app.messageStore.get()[0]).toMatchObject({ kind: 'error', text: 'No such phone' })
  await app.actions.retry(parked?.seq ?? 0)
  await eventually(() => expect(app.sent()).toHaveLength(2))
  const [row] = await app.rows()
  expect(row?.seq).toBe(parked?.seq)
  expect(row?.id).not.toBe(id)
})

test('editing a refused change sends the new values', async () => {
  const { app } = await refused('invalid')
  const [parked] = await app.rows()
  expect(await app.actions.edit(parked?.seq ?? 0, { patch: { name: 'Budi', phone: '6281' } })).toBe('ok')
  await eventually(() => expect(app.sent()).toHaveLength(2))
  expect(JSON.parse(String(app.sent()[1]?.body))).toEqual({ name: 'Budi', phone: '6281', ref: parked?.touches[0] })
})

test('dropping the making of a record parks what was changed on it', async () => {
  const { app } = await refused('invalid')
  const [parked] = await app.rows()
  const ref = parked?.touches[0] ?? ''
  await app.submit({ call: update, touches: [ref], patch: { city: 'Kuta' } })
  expect(await app.actions.discard(parked?.seq ?? 0)).toBe('ok')
  expect(await app.rows()).toMatchObject([{ call: 'leads.update', params: { id: ref }, state: 'parked', reason: 'dependency' }])
})

test('a change that may have reached the server is only dropped when the server cancels it', async () => {
  let done = false
  const app: Console = await open(person(), (url) => {
    if (url.startsWith('/sync/in/v1/mutations/')) return json({ verdict: done ? 'done' : 'cancelled', status: done ? 200 : 422 })
    throw new TypeError('lost')
  })
  for (const expected of ['sent', 'ok']) {
    done = expected === 'sent'
    const { id } = await app.submit({ call: create, patch: { name: expected } })
    await eventually(async () =>
      expect((await app.rows()).find((each) => each.id === id)).toMatchObject({ attempted: true, state: 'queued' }),
    )
    const row = (await app.rows()).find((entry) => entry.id === id)
    expect(await app.actions.discard(row?.seq ?? 0)).toBe(expected)
    expect(app.browser.requests.some(({ url, method }) => url === `/sync/in/v1/mutations/${id}` && method === 'DELETE')).toBe(true)
    expect((await app.rows()).some((entry) => entry.id === id)).toBe(expected === 'sent')
  }
})

test('two people changed different fields: it merges and goes on; the same field waits for the person', async () => {
  const ref = uuidv7()
  const current = testLead(ref, 5, { city: 'Kuta', name: 'Budi' })
  const app: Console = await open(person(), () => {
    const stale = { code: 'stale', message: 'Changed by someone else', current }
    const id = app.sent().at(-1)?.headers.get('Idempotency-Key') ?? ''
    return app.sent().length === 2
      ? json({ message: 'ok', data: testLead(ref, 6) }, 200, { 'Mutation-Id': id })
      : json(stale, 412, { 'Mutation-Id': id })
  })
  await app.submit({
    call: update,
    touches: [ref],
    patch: { name: 'Budi S' },
    base: { version: 3, values: { name: 'Budi', city: 'Ubud' } },
  })
  await eventually(async () => expect(await app.rows()).toEqual([]))
  expect(app.sent().map(({ headers }) => headers.get('If-Match'))).toEqual(['"3"', '"5"'])
  await app.submit({ call: update, touches: [ref], patch: { city: 'Sanur' }, base: { version: 3, values: { city: 'Ubud' } } })
  await eventually(async () => expect((await app.rows())[0]).toMatchObject({ reason: 'conflict', lastError: { current } }))
})

test('a file waits with its change and is sent inside it', async () => {
  const app: Console = await open(
    person(),
    answering(() => app, { message: 'ok' }, 201),
  )
  const forms: FormData[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 500
      responseText = ''
      onload: () => void = () => undefined
      open() {}
      setRequestHeader() {}
      abort() {}
      getAllResponseHeaders() {
        return ''
      }
      send(form: FormData) {
        forms.push(form)
        this.onload()
      }
    },
  )
  const attachment = { name: 'price.pdf', size: 4, type: 'application/pdf', content: new Blob(['%PDF'], { type: 'application/pdf' }) }
  await app.submit({ call: sectionCall(autoText, 'create'), patch: { shortcut: 'price', attachment } })
  expect((await app.rows())[0]).toMatchObject({ patch: { attachment: null }, files: [{ field: 'attachment', name: 'price.pdf', size: 4 }] })
  await eventually(() => expect(forms).toHaveLength(1))
  const sent = forms[0]?.get('attachment')
  expect(sent instanceof File && sent.name).toBe('price.pdf')
  expect(forms[0]?.get('shortcut')).toBe('price')
})

test('many deletes by path are one change each', async () => {
  const app = await open(person(), down)
  await app.submit({ call: sectionCall(tagManager, 'remove'), touches: ['a', 'b'], patch: {} })
  expect(await app.rows()).toMatchObject([
    { touches: ['a'], params: { id: 'a' } },
    { touches: ['b'], params: { id: 'b' } },
  ])
})

test('what cannot wait is sent at once, and offline refused with the words of the base contract', async () => {
  const app = await open(person(), () => json({ message: 'ok', data: { ref: 'x' } }, 201))
  const result = await app.submit({ call: sectionCall(role, 'create'), patch: { name: 'Tellers' } })
  expect(result.response).toMatchObject({ message: 'ok' })
  app.browser.answer(down)
  await expect(app.submit({ call: sectionCall(role, 'create'), patch: { name: 'Tellers' } })).rejects.toMatchObject({
    message: 'No Internet Connection',
  })
  expect(await app.rows()).toEqual([])
})
