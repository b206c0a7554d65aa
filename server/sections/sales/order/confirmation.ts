/**
 * Repeated confirmation of an order: one mail per request, and a message within the chat's 24 hours, at most once a minute
 * (docs/product/orders.md#confirmation). The mail is a job, which survives restarts.
 */

import { type AnyColumn, eq, sql } from 'drizzle-orm'
import { isLanguage } from '#contract/choices/languages.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { confirmationSent } from '#contract/sections/sales/transaction.ts'
import type { Handler } from '#server/crud/rules.ts'
import { writeAudit } from '#server/crud/write/audit.ts'
import { describeActor } from '#server/crud/write/publish-change.ts'
import type { Db } from '#server/db/database.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { members } from '#server/db/tables/members.ts'
import { writeToCustomer } from '#server/people/customer-writer.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { clock } from './claims.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { itemsOf } from './items.ts'

const pauseMs = 60_000

/** The language in which somebody with this phone last registered for an event; Indonesian where none is known. */
const language = (phone: AnyColumn) =>
  sql<
    string | null
  >`(select ${eventParticipants.language} from ${eventParticipants} where ${eventParticipants.phone} = ${phone} order by ${eventParticipants.id} desc limit 1)`

/** Returns mail, message and receivers; null for an order that is neither unpaid nor paid. */
async function readConfirmation({ settings }: Platform, db: Db, id: number) {
  const [found] = await db
    .select({
      order: orders,
      name: sql<string>`coalesce(${orders.given_name}, ${members.name})`,
      to: members.email,
      phone: members.phone,
      language: language(members.phone),
    })
    .from(orders)
    .innerJoin(members, eq(members.id, orders.member_id))
    .where(eq(orders.id, id))
  const status = found?.order.payment_status
  if (!found || found.order.deleted_at || (status !== 'paid' && status !== 'unpaid')) return null
  const { order, name, to, phone } = found
  const composed = confirmationMail(settings, {
    language: isLanguage(found.language) ? found.language : 'id',
    name,
    number: order.order_number,
    isPaid: status === 'paid',
    due_at: order.due_at,
    items: await itemsOf(db, id),
    discount: order.discount,
    total: order.total,
  })
  return { to, phone, ...composed }
}

interface ConfirmationInput extends JobInput {
  order: number
}

/** Every attempt sends the same mail: the job's ref names it. */
export const confirmationJob = jobKind<ConfirmationInput>('order-confirmation', 'quick', async (run) => {
  const { platform, input, ref } = run
  const found = await readConfirmation(platform, platform.database.db, input.order)
  if (found?.to) await platform.mail.send({ id: ref, to: found.to, ...found.mail })
  await run.commit(async () => ({ finished: true }))
  return 'done'
})

export const resendConfirmation: Handler = async (request, { platform, shape, before }) => {
  const { db, user } = request
  if (!before) throw new ApiError('not_found')
  if (before.payment_status === 'cancel') throw refused('invalid', refusal('order_cancelled'))
  const found = await readConfirmation(platform, db, before.id)
  if (!found) throw refused('invalid', refusal('not_now'))
  const now = await clock(db)
  const mine = eq(orders.id, before.id)
  const [last] = await db.select({ at: orders.confirmed_at }).from(orders).where(mine)
  const left = last?.at ? Date.parse(last.at) + pauseMs - now.getTime() : 0
  if (left > 0) throw new ApiError('rate_limited', undefined, { retryAfter: Math.ceil(left / 1_000) })
  const isWritten = await writeToCustomer(platform, { db, user }, { phone: found.phone, text: found.message })
  if (!found.to && !isWritten) throw refused('invalid', refusal('no_email'))
  const confirmed_at = now.toISOString()
  // Without a new version: concurrent edits do not conflict.
  await db.update(orders).set({ confirmed_at }).where(mine)
  const changes = { confirmed_at: [before.confirmed_at ?? null, confirmed_at] } as const
  await writeAudit(db, shape, [{ ...describeActor(platform, request), before, after: before, input: {}, changes }])
  const about = { user, section: shape.section.name, subject: toText(before.order_number) }
  if (found.to) await enqueue(platform.database, db, confirmationJob, { order: before.id }, about)
  return { message: confirmationSent }
}
