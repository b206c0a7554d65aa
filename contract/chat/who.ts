/** What people decide of who customers are (docs/product/identity.md#another-account, #joining). */

import type { RowOf } from '../kit/field/field.ts'
import { choice, dateTime, number, references, rows, text } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { messageFields, messagePartFields } from '../parts/message-fields.ts'
import { chatPlatform, roomChange } from '../sections/sales/chat-platform.ts'
import { messagesName } from './messages.ts'

/** For so many days what was joined can be parted. */
export const partedDays = 30

const at = (name: string) => `${chatPlatform.path}/${name}`

export const accountAnswers = ['same', 'other'] as const
export type AccountAnswer = (typeof accountAnswers)[number]

/**
 * Answers the question of a note 'anotherAccount', by its id or ref: the same person, or somebody else, who gets a room with all that came
 * since. Again it does nothing; another answer than the one that was given is refused.
 */
export const decideAccount = call({
  name: 'chat-messages.account',
  section: messagesName,
  action: 'bulkUpdate',
  kind: 'mutation',
  method: 'PUT',
  path: at('another-account/{id}'),
  permission: 'update crm',
  body: { answer: choice(accountAnswers, { required: true }) },
  reply: { of: 'record', fields: { ...messageFields, note_of: messagePartFields.note_of, values: messagePartFields.values } },
  offline: 'queue',
  silent: true,
})

/** Joins two rooms of one number: the older one stays, and has the messages of both. */
export const joinRooms = call({
  ...roomChange,
  permission: 'update crm',
  name: 'chat-platform.join',
  path: at('join'),
  body: { ids: references({ required: true, min: 2, max: 2 }) },
})

/** Parts what was joined to a room within 30 days, by the id of `roomJoins`. */
export const partRooms = call({
  ...roomChange,
  permission: 'update crm',
  name: 'chat-platform.part',
  path: at('part'),
  body: { ids: references({ required: true, max: 1, aliases: ['id'] }), join: number({ required: true, integer: true, min: 1 }) },
})

const joinFields = {
  id: number({ required: true }),
  /** Of the customer before, as the list showed it; '' for nobody known. */
  name: text({ required: true, verbatim: true }),
  customer_phone: text({ required: true }),
  at: dateTime({ required: true }),
  /** Who did it; null: a rule. */
  by: text({ verbatim: true }),
  /** Until then it can be parted. */
  until: dateTime({ required: true }),
  /** Id of the member of the room that was joined, if the room is of another one. */
  customer_id: number({ integer: true }),
}
export type RoomJoin = RowOf<typeof joinFields>

/** What was joined to a room and can be parted, newest first. */
export const roomJoins = call({
  name: 'chat-platform.joins',
  section: 'chat-platform',
  kind: 'query',
  method: 'GET',
  path: at('joins/{id}'),
  permission: ['get crm', 'get assign-sales'],
  reply: { of: 'object', fields: { joins: rows(joinFields, { max: 100 }) } },
  silent: true,
})
