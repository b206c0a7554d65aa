import { products } from '../../choices/options.ts'
import { choice, date, dateTime, type Fields, flag, money, number, type RowOf, text } from '../../kit/field/field.ts'
import { alertKinds } from './member-alert.ts'

/** Sections of a member's activity; each is visible to its readers. */
export const activitySections = [
  'transaction',
  'member-cuti',
  'tanya-saham',
  'recommendation',
  'member-alert',
  'leads',
  'newsletter',
] as const

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
      'lead_made',
      'newsletter_sent',
      'unsubscribed',
    ],
    { required: true },
  ),
  /** Record of the section. */
  record: number({ required: true, integer: true }),
  ref: text({ required: true }),
  /** In the trash of its section. */
  is_deleted: flag({ required: true }),
  /** Order number, question, stock code, reason of a leave, text of an alert, campaign of a lead, or subject of a newsletter. */
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
