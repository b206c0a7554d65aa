import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'

vi.mock('#console/i18n/i18n.ts', async (original) => ({
  ...(await original<object>()),
  t: (id: string) => id,
  loadMessages: async () => undefined,
}))

const closing: (() => void)[] = []
const at = '2026-11-20T10:00:00+07:00'

const made = (name: string, id: number): AnyRow => ({
  ...{ id, ref: uuidv7(), version: 1, bank_name: name },
  ...{ created_at: at, created_by: null, updated_at: at, updated_by: null },
})

/** A console whose server responds to deletes with `body`; `line.up` false: no network. */
async function open(body: (rows: readonly AnyRow[]) => object, status = 200) {
  vi.resetModules()
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  const session = { roles: [], permissions: ['get bank', 'delete bank'], roleRead: [], user }
  const browser = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify(session),
  })
  const line = { up: true }
  const rows = [made('Mandiri', 1), made('BCA', 2), made('BNI', 3)]
  browser.answer((url) => {
    if (url === '/config.json') return json({ hosts: {} })
    if (!line.up) return Promise.reject(new TypeError('no line'))
    const id = browser.requests.at(-1)?.headers.get('Idempotency-Key')
    return id ? json(body(rows), status, { 'Mutation-Id': id }) : json({ status: 'ok' })
  })
  const [outbox, { startSession }, { remove }, { messageStore }, { closeDatabase, ownerDatabase }, { connectionStore }] = await Promise.all(
    [
      import('#console/data/writes/start.ts'),
      import('#console/data/api/session.ts'),
      import('./actions/actions.ts'),
      import('#console/data/base/messages.ts'),
      import('#console/data/cache/db.ts'),
      import('#console/data/api/connection.ts'),
    ],
  )
  startSession()
  outbox.startOutbox()
  closing.push(closeDatabase)
  const notified = () => messageStore.get().map(({ kind, text, lines }) => ({ kind, text, lines }))
  const stored = async () => (await ownerDatabase()?.outbox.toArray()) ?? []
  return { remove: (some = rows) => remove(bank, some), rows, notified, stored, line, connectionStore, wake: () => outbox.wakeOutbox(true) }
}

const entry = (row: AnyRow | undefined, message: string) => ({ id: row?.id ?? 0, ref: row?.ref ?? '', message })
const removed = (rows: readonly AnyRow[]) => ({
  message: 'ok',
  success_entities: rows.map((row) => entry(row, `Bank ${row.bank_name} sudah dihapus`)),
  failed_entities: [],
})

beforeEach(() => vi.stubGlobal('Math', Object.assign(Object.create(Math), { random: () => 0.5 })))
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.unstubAllGlobals()
})

test("a delete shows one message online: the server's for the first record", async () => {
  const app = await open(removed)
  expect(await app.remove()).toBe(true)
  await eventually(async () => expect(await app.stored()).toEqual([]))
  expect(app.notified()).toEqual([{ kind: 'success', text: 'Bank Mandiri sudah dihapus', lines: ['list.records'] }])
})

test("a delete shows the base contract's words where the server sends none", async () => {
  const app = await open((rows) => ({ ...removed(rows), success_entities: rows.map((row) => entry(row, '')) }))
  await app.remove()
  expect(app.notified()).toEqual([{ kind: 'success', text: 'Success delete data', lines: ['list.records'] }])
})

test("a delete says offline that it waits, and shows the server's words with its verdict", async () => {
  const app = await open(removed)
  app.line.up = false
  app.connectionStore.set('offline')
  expect(await app.remove(app.rows.slice(0, 1))).toBe(true)
  expect(app.notified()).toEqual([{ kind: 'info', text: 'kit.deleteWaiting', lines: ['Mandiri'] }])
  app.line.up = true
  app.connectionStore.set('online')
  app.wake()
  await eventually(() =>
    expect(app.notified().slice(1)).toEqual([{ kind: 'success', text: 'Bank Mandiri sudah dihapus', lines: ['Mandiri'] }]),
  )
})

test('a partly refused delete names the records with reasons, and the outbox keeps them', async () => {
  const app = await open(([first, ...rest]) => ({
    ...removed(first ? [first] : []),
    failed_entities: [entry(rest[0], 'Masih dipakai transaksi'), entry(rest[1], 'Bukan milik Anda')],
  }))
  expect(await app.remove()).toBe(true)
  const lines = ['BCA: Masih dipakai transaksi', 'BNI: Bukan milik Anda']
  expect(app.notified()).toEqual([{ kind: 'error', text: 'Masih dipakai transaksi', lines }])
  await eventually(async () =>
    expect((await app.stored()).map(({ state, lastError }) => [state, lastError?.refused])).toEqual([
      [
        'parked',
        [
          { name: 'BCA', message: 'Masih dipakai transaksi' },
          { name: 'BNI', message: 'Bukan milik Anda' },
        ],
      ],
    ]),
  )
})

test('a fully refused delete shows the reason', async () => {
  const app = await open(() => ({ code: 'invalid', message: 'Tutup buku sedang berjalan' }), 422)
  expect(await app.remove(app.rows.slice(1, 2))).toBe(false)
  expect(app.notified()).toEqual([{ kind: 'error', text: 'Tutup buku sedang berjalan', lines: ['BCA'] }])
})
