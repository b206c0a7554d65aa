/** Translatable refusals: a code with parameters, and English for other clients. */

import type { Condition } from '#contract/kit/field/condition.ts'
import type { ErrorCode, Reason } from '#contract/kit/field/errors.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { formatEnglish } from '#contract/lib/number-text.ts'
import { ApiError, diskFullMessage } from './problem.ts'

/** English of each code; the console has them as `refusal.<code>`. */
export const refusals = {
  in_use: '{title} is still used: {uses}.',
  not_now: 'This cannot be done now.',
  no_reaction: 'WhatsApp takes no reaction to this message.',
  stopped_promotions: 'This customer stopped promotions: only templates of another category and answers go.',
  account_same: '{name} said already that this is the same person.',
  account_other: '{name} said already that this is somebody else.',
  account_first: 'Another account answers in this chat. Say first who it is.',
  join_numbers: 'These chats are at two of our numbers, and stay two.',
  join_late: 'One of these chats is part of another one by now. Open it and look again.',
  part_order: 'This chat was joined to another one since. Part that one first.',
  part_late: 'This was joined more than {days} days ago, and stays one.',
  promotions_owner: 'Only whoever looks after the chat can take this back.',
  promotions_whatsapp: 'The customer stopped promotions in WhatsApp, so only the customer can take that back.',
  broadcast_numbers: 'A broadcast goes to chats of one number: choose those of one.',
  number_known: 'The number of this customer is known by now.',
  contact_asked: 'This customer was asked for the number less than a day ago.',
  disk_full: diskFullMessage,
  wrong_state: 'This cannot be done while it is {state}.',
  other_group: 'Both must be of one {field}: one is {from}, the other {to}.',
  picture_in_use: "This picture is still used in '{title}'.",
  picture_in_many: "This picture is still used in '{title}' and {others} more.",
  role_in_use: '{title} is the role of {users} users.',
  role_fixed: 'The role Root is fixed: it cannot be changed or deleted.',
  role_beyond: 'Somebody with this role may do more than you, so you cannot change it.',
  user_beyond: 'This user may do more than you. Somebody who holds all of their permissions has to do this.',
  user_inactive: 'This account is not active. Ask an administrator.',
  user_without_role: 'This account has no role, so nothing is open to it. Ask an administrator for one.',
  wrong_client: 'The server does not know this program: its client_id or client_secret is wrong.',
  root_only: 'Only Root may delete a Root user.',
  last_root: 'The last Root cannot be deleted.',
  own_user: 'You cannot delete yourself.',
  promo_unknown: 'There is no promo code {code}.',
  promo_inactive: 'Promo code {code} is switched off.',
  promo_window: 'Promo code {code} does not hold on this day.',
  promo_products: 'Promo code {code} is for other products.',
  promo_type: 'Promo code {code} does not fit: it is only for new products of the member, or only for renewals.',
  promo_min: 'The order is too small for promo code {code}.',
  promo_member_limit: 'The member has used promo code {code} as often as it allows.',
  promo_quota: 'Promo code {code} is used up.',
  member_deleted: 'This member was deleted. Reactivate the member first.',
  product_off: '{name} is not sold any more.',
  price_changed: '{name} costs Rp {price} now. Agree on the new price and order again.',
  sold_out: 'There is not enough of {name} left.',
  full: 'All seats of this event are taken.',
  seat_held: 'The member has a seat of {name} already.',
  event_over: '{name} has ended.',
  order_cancelled: 'This order was cancelled. Make a new one.',
  order_too_old: 'This order expired more than 30 days ago. Make a new one.',
  order_not_due: 'An order expires by itself when it is due.',
  nothing_to_refund: 'Nothing is left that could be paid back.',
  paid_note: 'A paid order needs a note that says why it is deleted.',
  seat_of_order: '{name} has this seat by an order. Cancel the registration first.',
  chat_ended: 'This chat has ended.',
  chat_taken: '{name} looks after this chat.',
  no_question: 'Nothing was asked in words.',
  no_email: 'The member has no email address.',
  not_paid: 'There is a receipt once the order is paid.',
  latest_product: 'Failed to delete data, can only delete member latest product',
  leave_impossible: '{name} cannot begin tomorrow: the member has no access then, or is on leave already.',
  pick_held: '{title} was bought and is still held. Close it with a sell first.',
  pick_counted: '{title} counts in the performance. Archive it instead.',
  pick_told: 'Members were told of {title} more than 15 minutes ago.',
  action_trades: 'Trades of {product} in this stock do not fit it. Put them right first.',
  leave_first: 'Stop the leave of this member first',
} as const satisfies Readonly<Record<string, string>>

export const isRefusalCode = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

export interface Refusal {
  message: string
  reason: Reason
}

/** `uses`: number of referring records by section. */
export function refusal(code: keyof typeof refusals, params: Record<string, string | number> = {}, uses?: Record<string, number>): Refusal {
  const counted = Object.entries(uses ?? {}).sort(([a, few], [b, many]) => many - few || (a < b ? -1 : 1))
  const words = counted.map(([section, count]) => `${formatEnglish(count)} in ${section.replaceAll('-', ' ')}`).join(', ')
  const values: Record<string, string | number> = { ...params, uses: words }
  const message = refusals[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  return {
    message,
    reason: { code, ...(Object.keys(params).length > 0 && { params }), ...(uses && { uses: Object.fromEntries(counted) }) },
  }
}

export const refused = (error: ErrorCode, { message, reason }: Refusal): ApiError => new ApiError(error, message, { reason })

/** Refusal of an unmet condition, with the choice that it requires, if it is one. */
export function notNow(fields: Fields, when: Condition | undefined, record: Readonly<Record<string, unknown>>): ApiError {
  const state = when && fields[when.field]?.kind === 'choice' ? record[when.field] : null
  return refused('invalid', typeof state === 'string' ? refusal('wrong_state', { state }) : refusal('not_now'))
}
