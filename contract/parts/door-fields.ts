import { participantStates } from '../choices/participants.ts'
import { choice, dateTime, type Fields, flag, number, object, rows, text } from '../kit/field/field.ts'

/** Most participants in one reply: a crowd comes in several. */
export const doorPage = 5_000

/** What a device at a door holds of an event (docs/product/events.md#the-door). */
export const doorFields = {
  event: object(
    {
      id: number({ required: true, integer: true }),
      ref: text({ required: true }),
      title: text({ required: true }),
      start_at: dateTime({ required: true }),
      end_at: dateTime({ required: true }),
    },
    { required: true },
  ),
  people: rows(
    {
      ref: text({ required: true }),
      name: text({ required: true }),
      phone: text({ required: true }),
      state: choice(participantStates, { required: true }),
      ticket: number({ required: true, integer: true }),
      admissions: rows(
        { at: dateTime({ required: true }), attended: flag({ required: true }), gate: text(), device: text(), by: text() },
        { required: true },
      ),
    },
    { required: true, max: doorPage },
  ),
  /** To go on from; opaque. */
  cursor: text({ required: true }),
  /** More is available now. */
  more: flag({ required: true }),
  /** Begins anew: what the device holds is to be dropped. */
  resync: flag({ required: true }),
  /** Participants of the event: a device that holds more was not there when one was deleted. */
  count: number({ required: true, integer: true }),
} as const satisfies Fields
