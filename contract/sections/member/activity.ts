import { products } from '../../choices/options.ts'
import { choice, date, dateTime, type Fields, flag, money, number, type RowOf, text } from '../../kit/field/field.ts'
import { alertKinds } from './member-alert.ts'

/** Sections of a member's activity; each is visible to its readers. */
export const activitySections = ['transaction', 'member-cuti', 'tanya-saham', 'recommendation', 'member-alert'] as const

/** An event of or for a member. */
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
  /** Record of the section. */
  record: number({ required: true, integer: true }),
  ref: text({ required: true }),
  /** In the trash of its section. */
  is_deleted: flag({ required: true }),
  /** Order number, question, stock code, reason of a leave, or text of an alert. */
  title: text({ verbatim: true }),
  product: choice(products),
  alert: choice(alertKinds),
  amount: money(),
  rating: number({ integer: true }),
  start: date(),
  end: date(),
  /** Null for the member and programs. */
  by: text(),
} as const satisfies Fields
export type Activity = RowOf<typeof activityFields>
