/** An order waits in the outbox while its member is assigned to another salesperson: real drain, real API. */
import { afterAll, expect, it, vi } from 'vitest'
import { drain } from '#console/data/outbox/send/drain.ts'
import { createTransport } from '#console/data/outbox/send/transport.ts'
import { exchange } from '#console/data/outbox/wire/exchange.ts'
import { unknownConfig } from '#console/data/outbox/wire/read-config.ts'
import { newRow } from '#console/data/writes/new-row.ts'
import type { Submission } from '#console/data/writes/submit.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { member } from '#contract/sections/member/member.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { makePerson } from '#tests/support/api.ts'
import { createMemoryQueue } from '#tests/support/memory-queue.ts'
import { line, makeOrderWorld, orderPermissions } from '#tests/support/orders.ts'
import { requestAs } from '#tests/support/request.ts'

const world = await makeOrderWorld()
const { app, platform, sell, seller, emt } = world
vi.stubGlobal('fetch', (url: string, init: RequestInit) => app.request(url, init))
afterAll(() => {
  vi.unstubAllGlobals()
  return world.close()
})

it('an order and its payment arrive once, and a change of the former member is parked and holds up neither', async () => {
  const owner = await makePerson(platform, orderPermissions, 'Sales')
  const { body } = await sell('POST', member.path, { name: 'Setia', phone: '6281366600001', sales_id: seller.id })
  const { id, ref: memberRef, version } = body.data
  const queue = createMemoryQueue()
  const ref = uuidv7()
  const rows = await Promise.all(
    (
      [
        [
          { call: sectionCall(member, 'update'), params: { id: memberRef }, patch: { city: 'Ubud' }, base: { version, values: {} } },
          memberRef,
        ],
        [
          { call: sectionCall(transaction, 'create'), patch: { ref, member_id: memberRef, items: [line(emt)], payment_method: 'cash' } },
          ref,
        ],
        [{ call: sectionCall(transaction, 'pay'), params: { id: ref }, patch: { payment_status: 'paid' } }, ref],
      ] satisfies [Submission & { patch: Record<string, unknown> }, string][]
    ).map(
      async ([submission, touched]) => (await newRow(submission, { owner: seller.ref, plain: false }, [touched], submission.patch)).row,
    ),
  )
  const desk = requestAs(app, await makePerson(platform, [...orderPermissions, 'update assign-sales']))
  const handed = await desk('PUT', `${member.path}/${id}`, { sales_id: owner.id }, { 'Update-Mask': 'sales_id' })
  expect(handed.status).toBe(200)

  const now = () => Date.now()
  const send = async () => {
    const transport = createTransport({
      files: queue.files,
      config: async () => unknownConfig,
      send: exchange,
      isOnline: () => true,
      now,
    })
    const credentials = async () => ({ token: seller.token, owner: seller.ref, epoch: 1 })
    const lock = async (work: (signal: AbortSignal) => Promise<void>) => {
      await work(new AbortController().signal)
      return 'ran' as const
    }
    await drain({ queue, owner: seller.ref, credentials, isOnline: () => true, now, random: () => 0.5, lock, transport })
  }
  // The second time all responses had been lost.
  for (let time = 0; time < 2; time++) {
    for (const row of time ? rows.slice(1) : rows) await queue.add(row)
    await send()
    expect((await queue.rows()).map(({ section, state, lastError }) => [section, state, lastError?.status])).toEqual([
      ['member', 'parked', 404],
    ])
  }
  const found = (await sell('GET', `${transaction.path}?query=${encodeURIComponent('search:Setia')}`)).body
  expect(found.data).toMatchObject([{ ref, payment_status: 'paid', sales: seller.id, flags: ['other_sales'], total: 1_499_000 }])
})
