import { products } from '../../choices/options.ts'
import { choice, date, dateTime, type Fields, flag, money, number, type RowOf, text } from '../../kit/field/field.ts'
import { alertKinds } from './member-alert.ts'

/** Whose records the activity of a member is made of; each shows to those who read that section. */
export const activitySections = ['transaction', 'member-cuti', 'tanya-saham', 'recommendation', 'member-alert'] as const

/** What a member did, or what was done for them. */
export const activityFields = {
  at: dateTime({ required: true }),
  section: choice(activitySections, { required: true }),
  kind: choice(
    [
      'order_made',
      'order_paid',
      'order_deleted',
      'leave_added',
      'question_asked',
      'question_answered',
      'answers_rated',
      'pick_read',
      'alert_raised',
    ],
    { required: true },
  ),
  /** The record of the section. */
  record: number({ required: true, integer: true }),
  ref: text({ required: true }),
  /** It is in the trash of its section. */
  is_deleted: flag({ required: true }),
  /** The number of the order, the question, the code of the stock, the reason of a leave, or what an alert says. */
  title: text({ verbatim: true }),
  product: choice(products),
  alert: choice(alertKinds),
  amount: money(),
  rating: number({ integer: true }),
  start: date(),
  end: date(),
  /** Null where the member did it, or a program. */
  by: text(),
} as const satisfies Fields
export type Activity = RowOf<typeof activityFields>
