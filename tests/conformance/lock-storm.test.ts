/** Many people at once on few members and one promo code: no deadlock, and the sums are right. On Postgres only. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import { formOf } from '#tests/support/form.ts'
import type { TestResponse } from '#tests/support/request.ts'
import { seeded } from '../chaos/random.ts'
import { ofAll, ofMember } from '../money/invariants.ts'
import { makeMoneyWorld } from '../money/world.ts'

const hands = 16
const each = 30
/** Done, or refused with words; a deadlock is a 503. */
const fit = new Set([200, 201, 404, 412, 422])

it.runIf(process.env.TEST_DATABASE_URL)(
  'a storm of orders, payments, deletes and restores ends without a deadlock',
  { timeout: 600_000 },
  async () => {
    const world = await makeMoneyWorld()
    const { db, goods, people, today } = world
    try {
      const members = [await world.makeMember(1), await world.makeMember(2), await world.makeMember(3)]
      const orders: number[] = []
      const leaves: number[] = []
      const answers = new Map<string, number>()
      const problems: string[] = []
      const hand = async (at: number) => {
        const random = seeded(at + 1)
        const ask = people[at % people.length]
        const among = (ids: readonly number[]) => ids[random.integer(0, ids.length - 1)] ?? 0
        const take = async (name: string, answer: Promise<TestResponse> | undefined) => {
          const got = await answer
          if (!got || !fit.has(got.status)) problems.push(`${name}: ${got?.status} ${JSON.stringify(got?.body)}`)
          answers.set(`${name} ${got?.status}`, (answers.get(`${name} ${got?.status}`) ?? 0) + 1)
          return got?.body?.data
        }
        const item = (good: 'EMT' | 'EMT VIP' | 'WST' | 'cuti' | 'shirt') => ({ ...goods.get(good), qty: 1 })
        const create = async () => {
          const items = [item(random.pick(['EMT', 'WST', 'EMT VIP'] as const)), item(random.pick(['shirt', 'cuti', 'EMT'] as const))]
          const body = { member_id: among(members), items, promo_code: 'PERSEN', payment_method: 'cash', note: 'Catatan' }
          const payment_status = random.pick(['paid', 'unpaid'])
          const made = await take('create', ask?.('POST', transaction.path, formOf(transaction.fields, { ...body, payment_status })))
          if (made) orders.push(made.id)
        }
        const pay = (payment_status: string, id: number) =>
          take(payment_status, ask?.('PUT', `${transaction.path}/${id}/payment-status`, formOf(payBody, { payment_status })))
        const leave = async () => {
          const start = random.integer(1, 20)
          const body = { member_id: among(members), product: 'EMT', start: addDays(today, start), end: addDays(today, start + 3) }
          const made = await take('leave', ask?.('POST', memberCuti.path, body))
          if (made) leaves.push(made.id)
        }
        for (let n = 0; n < each; n++) {
          const some = Array.from({ length: random.integer(1, 4) }, () => among(orders))
          const [id = 0] = some
          const correction = { product: 'EMT', type: 'Regular', expires_on: addDays(today, random.integer(30, 90)), reason: 'Koreksi' }
          await random.weighted<() => Promise<unknown>>([
            [6, create],
            [5, () => pay('paid', id)],
            [3, () => pay('cancel', id)],
            [5, () => take('delete', ask?.('DELETE', transaction.path, { ids: some }))],
            [5, () => take('restore', ask?.('PUT', `${transaction.path}/trashed/${id}/restore`))],
            [2, leave],
            [1, () => take('stop', ask?.('GET', `${memberCuti.path}/${among(leaves)}/stop`))],
            [1, () => take('correct', ask?.('PUT', `${member.path}/${among(members)}/memberships`, correction))],
          ])()
        }
      }
      await Promise.all(Array.from({ length: hands }, (_, at) => hand(at)))
      expect(problems).toEqual([])
      for (const name of ['create 201', 'paid 200', 'cancel 200', 'delete 200', 'restore 200'])
        expect(answers.get(name), JSON.stringify([...answers])).toBeGreaterThan(0)
      expect([...(await Promise.all(members.map((id) => ofMember(db, id)))).flat(), ...(await ofAll(db))]).toEqual([])
      const { rows } = await db.execute(sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`)
      expect(rows).toEqual([{ deadlocks: 0 }])
    } finally {
      await world.close()
    }
  },
)
