import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { type DatabaseFault, type Faults, installDatabaseFaults } from '#tests/support/database-faults.ts'
import { openBrowser, testToken } from '#tests/support/test-browser.ts'
import { silenceMs, tickMs } from '../outbox/store/silence.ts'

const create = sectionCall(bank, 'create')
const values = { bank_name: 'BCA', account_number: '1', account_holder: 'PT Uji' }

let faults: Faults
beforeEach(() => {
  faults = installDatabaseFaults()
})
afterEach(() => {
  vi.useRealTimers()
  faults.undo()
  vi.unstubAllGlobals()
})

/** A page without a network. `reload` gives the next one in the same tab. */
async function openPage(tab = new Map<string, string>(), user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }) {
  vi.resetModules()
  const { answer } = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify({ roles: [], permissions: [], roleRead: [], user }),
  })
  answer(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  })
  const [{ startSession }, { submit }, { connectionStore }, { ownerDatabase, closeDatabase }, { databaseStore }, outbox, start] =
    await Promise.all([
      import('../api/session.ts'),
      import('./submit.ts'),
      import('../api/connection.ts'),
      import('../cache/db.ts'),
      import('../cache/database-state.ts'),
      import('../query/outbox-store.ts'),
      import('./start.ts'),
    ])
  startSession()
  connectionStore.set('offline')
  const name = `lapangan-${user.ref}`
  return {
    tab,
    name,
    databaseStore,
    save: (patch: Record<string, string> = values) => submit({ call: create, patch }),
    rows: async () => (await ownerDatabase()?.outbox.toArray()) ?? [],
    /** What a page that starts asks of its database is answered. */
    async opened() {
      start.startOutbox()
      await vi.waitFor(() => expect(outbox.outboxStore.get().ready).toBe(true))
      await ownerDatabase()?.transaction('rw', 'meta', 'outbox', async () => undefined)
    },
    next: (...some: DatabaseFault[]) => faults.next(name, ...some),
    reload: () => {
      closeDatabase()
      return openPage(tab, user)
    },
  }
}

test('a save whose end nobody knows is the same when it is pressed again, also after a new start', async () => {
  const page = await openPage()
  await page.opened()
  page.next('lost on commit, kept', 'lost on commit, kept')
  const error = await page.save().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'OutboxError', reason: 'unknown' })
  expect([...page.tab.keys()]).toEqual(['lapangan-unanswered'])
  expect([...page.tab.values()].join()).not.toContain('BCA')
  const next = await page.reload()
  const { id, ref } = await next.save()
  expect(await next.rows()).toMatchObject([{ id, touches: [ref] }])
  expect(next.tab.size).toBe(0)
  await next.save()
  expect(await next.rows()).toHaveLength(2)
})

test('a save says within 3 s that the database does not answer, is not made later, and is made when it answers', async () => {
  const page = await openPage()
  await page.opened()
  const release = await faults.hold(page.name)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refused = expect(page.save()).rejects.toMatchObject({ name: 'OutboxError', reason: 'silent' })
  await vi.dynamicImportSettled()
  for (let at = 0; at <= silenceMs + tickMs; at += tickMs) await vi.advanceTimersByTimeAsync(tickMs)
  await refused
  expect(page.databaseStore.get()).toBe('silent')
  release()
  vi.useRealTimers()
  const { id } = await page.save()
  expect((await page.rows()).map((row) => row.id)).toEqual([id])
  expect(page.databaseStore.get()).toBe('ready')
})
