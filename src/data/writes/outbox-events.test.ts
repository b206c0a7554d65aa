import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import { testLead } from '#tests/support/test-lead.ts'

afterEach(() => vi.unstubAllGlobals())

test('from the moment it is saved a change stays on the screen, while it is sent, stored and read again', async () => {
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  const session = { roles: [], permissions: ['get crm'], roleRead: [], user }
  const browser = openBrowser({
    jwt_access_token: testToken(Math.floor(Date.now() / 1000) + 3_600),
    'lapangan-session': JSON.stringify(session),
  })
  const ref = uuidv7()
  browser.answer((url) => {
    const id = browser.requests.at(-1)?.headers.get('Idempotency-Key')
    if (url === '/config.json' || !id) return json({ hosts: {} })
    return json({ message: 'ok', data: testLead(ref, 2, { city: 'Bogor' }) }, 200, { 'Mutation-Id': id })
  })
  const [
    { startOutbox },
    { startSession },
    { submit },
    { outboxStore },
    { foldOne },
    { ownerDatabase, closeDatabase },
    { queryClient },
    keys,
  ] = await Promise.all([
    import('./start.ts'),
    import('../api/session.ts'),
    import('./submit.ts'),
    import('../query/outbox-store.ts'),
    import('../outbox/overlay/overlay.ts'),
    import('../cache/db.ts'),
    import('../query/query-client.ts'),
    import('../query/query-keys.ts'),
  ])
  startSession()
  startOutbox()
  const db = ownerDatabase()
  await db?.leads.put({ ref, row: testLead(ref, 1, { city: 'Bandung' }) })

  const observer = new QueryObserver<AnyRow | null>(queryClient, {
    queryKey: keys.queryKeys.one('leads', ref),
    // As the leads' worker does: what the device has cached right now.
    queryFn: async () => (await db?.leads.get(ref))?.row ?? null,
  })
  const seen: unknown[] = []
  const look = () => {
    const { settled, rows } = outboxStore.get()
    const city = foldOne(leads, observer.getCurrentResult().data ?? null, ref, [...settled, ...rows])?.row.city
    if (city !== seen.at(-1)) seen.push(city)
  }
  const stops = [observer.subscribe(look), outboxStore.subscribe(look)]
  await eventually(() => expect(seen.at(-1)).toBe('Bandung'))
  await submit({ call: sectionCall(leads, 'update'), params: { id: ref }, touches: [ref], patch: { city: 'Bogor' } })
  await eventually(async () => expect(await db?.outbox.count()).toBe(0))
  await eventually(() => expect([outboxStore.get().settled.length, outboxStore.get().rows.length]).toEqual([0, 0]))
  expect([seen.filter(Boolean), observer.getCurrentResult().data?.version]).toEqual([['Bandung', 'Bogor'], 2])
  for (const stop of stops) stop()
  closeDatabase()
})
