/** What becomes of the order of a seat that was given up (docs/product/events.md#a-seat-and-its-order). */
import { toText } from '#contract/kit/field/guards.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { lockRow } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Announced } from '#server/crud/rules.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { changeBecause } from '#server/crud/write/write.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { refused } from '#server/platform/core/refusal.ts'
import { clock } from './claims.ts'
import { refuseUndoing } from './guard.ts'
import { payBack } from './refunds.ts'

async function follow(effect: Announced): Promise<void> {
  const { db, user, before, after, input } = effect
  const amount = Number(input.refund ?? 0)
  const isCancelled = input.order === 'cancel'
  const shape = targetOf('transaction')
  if (!shape || typeof before?.order_id !== 'number' || after?.state !== 'cancelled' || !(isCancelled || amount)) return
  if (!user.permissions.has('update transaction')) throw fieldError('order', 'not_allowed')
  const order = await lockRow(db, shape, user, String(before.order_id))
  const isPaid = order.payment_status === 'paid'
  const note = toText(input.note) || toText(order.note) || null
  if (isCancelled && isPaid) {
    const why = (await refuseUndoing(db, [order])).get(order.id)
    if (why) throw refused('invalid', why)
  }
  const back = isPaid && amount ? await payBack(db, order, { amount, reason: toText(note), at: await clock(db), by: user.name }) : {}
  await changeBecause(shape, effect, order.id, { ...back, note, ...(isCancelled && { payment_status: 'cancel' }) })
}

export const followGivenUpSeats = whenChanged(participant, ['state'], async (effects) => {
  for (const effect of effects) await follow(effect)
})
