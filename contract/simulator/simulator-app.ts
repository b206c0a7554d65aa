/**
 * Phone of a simulated member (page `/simulator/member`) beside the calls of members' apps, which it makes with this token (contract/member-app.ts).
 * Available like the chat simulator.
 */
import { participantStates } from '../choices/participants.ts'
import { choice, dateTime, money, number, object, rows, text } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'

const at = (name: string) => `/utility/public/v1/simulator/${name}`
const look = { kind: 'query', method: 'GET', permission: 'public', silent: true } as const
const who = { member: number({ required: true, integer: true, min: 1 }) }

/** A member's token, as signing in would give it. */
export const simulatorToken = call({
  ...look,
  name: 'simulator.token',
  path: at('token'),
  query: who,
  reply: { of: 'object', fields: { token: text({ required: true }) } },
})

/** The newest 50 push notifications in a member's inbox, newest first. */
export const simulatorPushes = call({
  ...look,
  name: 'simulator.pushes',
  path: at('pushes'),
  query: who,
  reply: {
    of: 'object',
    fields: {
      pushes: rows(
        {
          id: number({ required: true }),
          ref: text({ required: true }),
          created_at: dateTime({ required: true }),
          opened_at: dateTime(),
          title: text({ required: true }),
          message: text({ required: true }),
          image_url: text(),
          target: object({ kind: text({ required: true }), url: text(), ref: text() }, { required: true }),
        },
        { max: 50 },
      ),
    },
  },
})

/** The next 50 published events for the member's segments. */
export const simulatorEvents = call({
  ...look,
  name: 'simulator.events',
  path: at('events'),
  query: who,
  reply: {
    of: 'object',
    fields: {
      events: rows(
        {
          ref: text({ required: true }),
          title: text({ required: true }),
          cover_url: text(),
          location: text({ required: true }),
          speaker: text(),
          start_at: dateTime({ required: true }),
          end_at: dateTime({ required: true }),
          price: money(),
          /** Path of its public page. */
          page: text(),
          /** Of the member's registration. */
          state: choice(participantStates),
        },
        { max: 50 },
      ),
    },
  },
})
