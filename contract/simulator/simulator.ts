/** Simulated customer (page `/simulator`). Only with demo data outside production, without authentication. Not called by the console. */

import { choice, dateTime, file, flag, number, phone, rows, text, textarea } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { mediaTypes, messageKinds, messageStatuses } from '../parts/message-fields.ts'

const at = (name: string) => `/utility/public/v1/simulator/${name}`
const play = { kind: 'mutation', method: 'POST', permission: 'public', reply: { of: 'message' }, silent: true } as const
const look = { kind: 'query', method: 'GET', permission: 'public', silent: true } as const

/** Simulated phone: number of the business, and of the customer. */
const who = { number: number({ required: true, integer: true, min: 1 }), phone: phone({ required: true }) }

/** Numbers on the simulator, and customers who wrote to one, newest first. */
export const simulatorPeople = call({
  ...look,
  name: 'simulator.people',
  path: at('people'),
  reply: {
    of: 'object',
    fields: {
      numbers: rows({ id: number({ required: true }), name: text({ required: true }), phone: text({ required: true }) }, { max: 200 }),
      customers: rows({ number: number({ required: true }), phone: text({ required: true }), name: text() }, { max: 200 }),
    },
  },
})

const shownFields = {
  ref: text({ required: true }),
  place: number({ required: true, integer: true }),
  kind: choice(messageKinds, { required: true }),
  content: textarea(),
  /** Of `simulatorMedia`, or null. */
  media_url: text(),
  media_name: text(),
  media_type: text(),
  is_admin: flag({ required: true }),
  status: choice(messageStatuses, { required: true }),
  created_at: dateTime({ required: true }),
}

/** The newest 200 messages on the customer's side: ours only once sent. */
export const simulatorConversation = call({
  ...look,
  name: 'simulator.conversation',
  path: at('conversation'),
  query: who,
  reply: {
    of: 'object',
    fields: {
      messages: rows(shownFields, { max: 200 }),
      online: flag({ required: true }),
      window_until: dateTime(),
    },
  },
})

export const simulatorMedia = call({
  ...look,
  name: 'simulator.media',
  path: at('media/{ref}'),
  reply: { of: 'blob', type: 'application/octet-stream' },
})

/** Sends a message. */
export const simulatorSend = call({
  ...play,
  name: 'simulator.send',
  path: at('send'),
  encoding: 'multipart',
  body: {
    ...who,
    name: text({ max: 120 }),
    content: textarea({ max: 100_000 }),
    media: file({ storage: 'private', accept: Object.values(mediaTypes).flatMap(({ types }) => types), maxBytes: 100_000_000 }),
    /** Ref of the quoted message. */
    reply_to: text({ max: 64 }),
  },
})

/** Marks sent messages as read by the customer. */
export const simulatorRead = call({ ...play, name: 'simulator.read', path: at('read'), body: who })
/** An offline phone receives nothing; pending messages are delivered once it is online. */
export const simulatorOnline = call({
  ...play,
  name: 'simulator.online',
  path: at('online'),
  body: { ...who, online: flag({ required: true }) },
})
export const simulatorIdle = call({ ...play, name: 'simulator.idle', path: at('idle'), body: who })
/** Skips 24 hours: only templates may be sent to the customer. */
export const simulatorExpire = call({ ...play, name: 'simulator.expire', path: at('expire'), body: who })
