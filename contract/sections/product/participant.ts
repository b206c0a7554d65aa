import { languages } from '../../choices/languages.ts'
import { maxGateLength, participantStates } from '../../choices/participants.ts'
import { paymentStatuses } from '../../choices/payment-statuses.ts'
import { seatRules, seatWindow } from '../../commerce/seat-order.ts'
import {
  choice,
  dateTime,
  email,
  type Fields,
  flag,
  joined,
  money,
  number,
  phone,
  reference,
  rows,
  text,
  textarea,
} from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

/** A ticket's code, and its number: a later one retires those before it (docs/product/events.md#tickets). */
const ticketFields = {
  code: text({ required: true, max: 200 }),
  number: number({ required: true, integer: true }),
} as const satisfies Fields

/** Participants of events, and those who wait for a seat (docs/product/events.md#participants). */
export const participant = section('participant', {
  path: '/event/in/v1/member_events',
  permission: 'event',
  title: 'name',
  fields: {
    event_id: reference({ required: true, to: 'event' }),
    event_title: joined('event_id.title'),
    name: text({ required: true, max: 120 }),
    /** One registration per event. */
    phone: phone({ required: true }),
    email: email(),
    state: choice(participantStates, {
      made: true,
      initial: 'registered',
      tones: { registered: 'good', waiting: 'warning', offered: 'info', cancelled: 'neutral' },
    }),
    /** Of mails. */
    language: choice(languages, { made: true, initial: 'id' }),
    answers: rows(
      { question_id: reference({ required: true, to: 'questionnaire' }), answer: textarea({ required: true, max: 2_000 }) },
      { max: 50 },
    ),
    attended: flag({ readOnly: true, required: true }),
    attended_at: dateTime({ readOnly: true }),
    /** Every mark of attendance, in time order (docs/product/events.md#attendance). */
    admissions: rows(
      {
        at: dateTime({ required: true }),
        attended: flag({ required: true }),
        gate: text({ max: maxGateLength }),
        device: text({ max: maxGateLength }),
        by: text(),
      },
      { readOnly: true },
    ),
    /** Number of the ticket. */
    ticket: number({ readOnly: true, required: true, integer: true }),
    registered_at: dateTime({ readOnly: true }),
    /** Since when somebody waits: seats are offered in this order. */
    waiting_at: dateTime({ readOnly: true }),
    /** End of an offer; of a seat that an order keeps, that of the order counts. */
    offered_until: dateTime({ readOnly: true }),
    /** The member with this phone. */
    member_id: reference({ to: 'member', readOnly: true }),
    /** The order that keeps or paid the seat. */
    order_id: reference({ to: 'transaction', readOnly: true }),
    /** What became of it, and of its money. */
    order_status: joined(
      'order_id.payment_status',
      choice(paymentStatuses, { permission: 'get transaction', tones: { paid: 'good', unpaid: 'warning' } }),
    ),
    order_total: joined('order_id.total', money({ permission: 'get transaction' })),
    order_refunded: joined('order_id.refunded', money({ permission: 'get transaction' })),
  },
  groups: [{ fields: ['event_id', 'name', 'phone', 'email', 'language', 'state'] }, { title: 'answers', fields: ['answers'] }],
  list: {
    columns: [
      'name',
      'event_id',
      'phone',
      'email',
      'state',
      'attended',
      'registered_at',
      '-answers',
      '-attended_at',
      '-language',
      '-waiting_at',
      '-offered_until',
      '-member_id',
      '-order_id',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['name', 'phone', 'email'],
    filters: ['event_id', 'state', 'attended', 'language', 'member_id'],
    dates: ['registered_at', 'attended_at', 'waiting_at', 'created_at'],
    sort: 'created_at desc',
  },
  calls: {
    register: {
      route: 'PUT /{id}/register',
      placement: 'record',
      when: { field: 'state', is: ['waiting', 'offered', 'cancelled'] },
      optimistic: { state: 'registered' },
      undoneBy: 'cancel',
      offline: 'queue',
    },
    offer: {
      route: 'PUT /{id}/offer',
      placement: 'record',
      when: { field: 'state', is: ['waiting'] },
      optimistic: { state: 'offered' },
      undoneBy: 'cancel',
      offline: 'queue',
    },
    cancel: {
      route: 'PUT /{id}/cancel',
      placement: 'record',
      when: { field: 'state', is: ['registered', 'waiting', 'offered'] },
      optimistic: { state: 'cancelled', attended: false },
      /** Of a seat by an order: what becomes of the order, and of what was paid. */
      body: { order: choice(['cancel', 'keep']), refund: money(), note: textarea({ max: 2_000 }) },
      rules: seatRules,
      window: seatWindow,
      confirm: true,
      offline: 'queue',
    },
    /** Who was there, as of that moment: the latest one holds, in whatever order they arrive. */
    attend: {
      route: 'PUT /attended',
      body: {
        ref: reference({ required: true, to: 'participant' }),
        attended: flag({ required: true }),
        at: dateTime({ required: true }),
        /** Where and on which device: two that admitted the same ticket without a network learn of each other. */
        gate: text({ max: maxGateLength }),
        device: text({ max: maxGateLength }),
      },
      undoneBy: 'attend',
      offline: 'queue',
    },
    ticket: { route: 'GET /{id}/ticket', reply: { of: 'object', fields: ticketFields } },
    /** Retires the ticket that somebody has, for one who lost it or gave it away. */
    renewTicket: {
      route: 'PUT /{id}/ticket',
      placement: 'record',
      when: { field: 'state', is: ['registered'] },
      confirm: true,
      offline: 'queue',
    },
    /** Public keys: with them a device reads tickets without a network. */
    ticketKeys: {
      route: 'GET /ticket_keys',
      reply: {
        of: 'object',
        fields: { keys: rows({ key: text({ required: true, max: 64 }), former: flag({ required: true }) }, { required: true }) },
      },
    },
  },
})
