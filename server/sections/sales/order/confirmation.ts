/**
 * The confirmation of an order, sent again: one mail for each press, and a message while the chat's 24 hours run, at most once a minute
 * (rules of members and money, section 3).
 */
import { eq } from 'drizzle-orm'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { wibText } from '#contract/lib/wib.ts'
import { writeToCustomer } from '#server/crud/customer-writer.ts'
import type { Handler } from '#server/crud/rules.ts'
import { orders } from '#server/db/commerce.ts'
import { members } from '#server/db/members.ts'
import { ApiError } from '#server/platform/problem.ts'
import { refusal, refused } from '#server/platform/refusal.ts'
import { clock } from './claims.ts'
import { itemsOf } from './items.ts'

const pauseMs = 60_000
const moment = (value: unknown) =>
  `${wibText(new Date(String(value)))
    .slice(0, 16)
    .replace('T', ' ')} WIB`

export const resendConfirmation: Handler = async ({ db, user, after }, { platform, before, write }) => {
  if (!before) throw new ApiError('not_found')
  if (before.payment_status === 'cancel') throw refused('invalid', refusal('order_cancelled'))
  if (before.payment_status === 'expired') throw refused('invalid', refusal('not_now'))
  const now = await clock(db)
  const [last] = await db.select({ at: orders.confirmed_at }).from(orders).where(eq(orders.id, before.id))
  const left = last?.at ? Date.parse(last.at) + pauseMs - now.getTime() : 0
  if (left > 0) throw new ApiError('rate_limited', undefined, { retryAfter: Math.ceil(left / 1_000) })
  const [member] = await db
    .select()
    .from(members)
    .where(eq(members.id, Number(before.member_id)))
  if (!member) throw new ApiError('not_found')
  const items = await itemsOf(db, before.id)
  const isPaid = before.payment_status === 'paid'
  const text = [
    `Halo ${String(before.member_name)},`,
    '',
    isPaid
      ? `Pembayaran pesanan ${String(before.order_number)} sudah kami terima.`
      : `Pesanan ${String(before.order_number)} menunggu pembayaran sampai ${moment(before.due_at)}.`,
    '',
    ...items.map(({ name, qty, price }) => `- ${name}${qty === 1 ? '' : ` x ${qty}`}: ${formatRupiah(price * qty)}`),
    ...(Number(before.discount) ? [`Diskon: -${formatRupiah(Number(before.discount))}`] : []),
    `Total: ${formatRupiah(Number(before.total))}`,
    '',
    platform.settings.company.name,
  ].join('\n')
  const subject = `${isPaid ? 'Pembayaran diterima' : 'Menunggu pembayaran'}: ${String(before.order_number)}`
  const to = member.email
  const isWritten = await writeToCustomer(platform, { db, user }, { phone: member.phone, text })
  if (!to && !isWritten) throw refused('invalid', refusal('no_email'))
  await write({ confirmed_at: now.toISOString() })
  if (to) after(() => platform.mail.send({ to, subject, text }))
  return { message: 'Saved' }
}
