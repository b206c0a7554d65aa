/** Many people at once on few events, free and paid: no deadlock, and no seat too many. On Postgres only. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { event as section } from '#contract/sections/product/event.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import { formToken } from '#server/content/page/form-token.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { formName } from '#server/sections/product/event-page/form.ts'
import { makeEventWorld } from '#tests/support/events.ts'
import { formOf } from '#tests/support/form.ts'
import { seeded } from '../chaos/random.ts'

const hands = 12
const each = 20
/** Done, or refused with words; a deadlock is a 503. */
const fit = new Set([200, 201, 303, 404, 412, 422])

it.runIf(process.env.TEST_DATABASE_URL)(
  'a storm of registrations, orders, payments and cancellations ends without a deadlock',
  { timeout: 600_000 },
  async () => {
    const world = await makeEventWorld()
    const { db, ask, send, someone, ownOf, platform } = world
    try {
      const open = [await world.makeEvent({ quota: 4 }), await world.makeEvent({ quota: 3, fee_type: 'paid', price: 350_000 })] as const
      const emails: string[] = []
      const orders: number[] = []
      const answers = new Map<string, number>()
      const problems: string[] = []
      const take = (name: string, status: number) => {
        if (!fit.has(status)) problems.push(`${name}: ${status}`)
        answers.set(`${name} ${status}`, (answers.get(`${name} ${status}`) ?? 0) + 1)
      }
      const hand = async (at: number) => {
        const random = seeded(at + 1)
        const among = <T>(list: readonly T[]) => list[random.integer(0, Math.max(0, list.length - 1))]
        const register = async () => {
          const { id, path } = random.pick(open)
          const { email, ...person } = someone({ wait: 'yes', token: formToken(platform, formName(id)) })
          emails.push(email)
          take('register', (await send(path, { ...person, email })).status)
        }
        const own = async (action: 'cancel' | 'accept') => {
          const path = await ownOf(among(emails) ?? '')
          if (path) take(action, (await send(path, { action })).status)
        }
        const order = async () => {
          const { name, phone, email } = someone()
          const items = open.filter(({ fee_type }) => fee_type === 'paid').map(({ id }) => ({ category: 'event', product_id: id, qty: 1 }))
          const payment_status = random.pick(['paid', 'unpaid'])
          const body = { customer: { name, phone, email }, items, payment_method: 'cash', payment_status, note: 'Catatan' }
          const made = await ask('POST', transaction.path, formOf(transaction.fields, body))
          take('order', made.status)
          if (made.status === 201) orders.push(made.body.data.id)
        }
        const pay = async (payment_status: 'paid' | 'cancel') => {
          const made = await ask('PUT', `${transaction.path}/${among(orders) ?? 0}/payment-status`, formOf(payBody, { payment_status }))
          take(payment_status, made.status)
        }
        const remove = async () => {
          const ids = [...new Set([among(orders) ?? 0, among(orders) ?? 0])]
          take('delete', (await ask('DELETE', transaction.path, { ids })).status)
        }
        const restore = async () => take('restore', (await ask('PUT', `${transaction.path}/trashed/${among(orders) ?? 0}/restore`)).status)
        const widen = async () => {
          const body = { quota: random.integer(3, 9) }
          take('quota', (await ask('PUT', `${section.path}/${random.pick(open).id}`, body, { 'update-mask': 'quota' })).status)
        }
        for (let n = 0; n < each; n++)
          await random.weighted<() => Promise<void>>([
            [6, register],
            [3, () => own('cancel')],
            [3, () => own('accept')],
            [4, order],
            [4, () => pay('paid')],
            [2, () => pay('cancel')],
            [3, remove],
            [3, restore],
            [1, widen],
          ])()
      }
      await Promise.all(Array.from({ length: hands }, (_, at) => hand(at)))
      expect(problems).toEqual([])
      for (const name of ['register 303', 'cancel 303', 'order 201', 'paid 200', 'delete 200', 'restore 200'])
        expect(answers.get(name), JSON.stringify([...answers])).toBeGreaterThan(0)
      const wrong = await db.execute(sql`
        select event.id from ${events} as event where taken + offered > coalesce(quota, taken + offered)
          or taken <> (select count(*) from ${eventParticipants} as seat where seat.event_id = event.id and state = 'registered')
          or offered <> (select count(*) from ${eventParticipants} as seat where seat.event_id = event.id and state = 'offered')`)
      expect(wrong.rows).toEqual([])
      const { rows } = await db.execute(sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`)
      expect(rows).toEqual([{ deadlocks: 0 }])
    } finally {
      await world.close()
    }
  },
)
