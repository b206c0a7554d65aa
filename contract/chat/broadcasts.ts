/** A template for several chats of one number, sent one after another by a job (docs/product/chat.md#broadcasts). */
import { choice, dateTime, flag, number, type RowOf, references, rows, text, textarea } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { maxInboundLength, messageStatuses } from '../parts/message-fields.ts'
import { chatPlatform } from '../sections/sales/chat-platform.ts'
import { templateBody } from './messages.ts'

export const broadcastStates = ['sending', 'held', 'done', 'stopped'] as const

/** Why one is held until somebody lets it go on; the first of them are errors of contract/chat/send-errors.ts. */
export const broadcastHolds = [
  'reported',
  'access',
  'locked',
  'payment',
  'unregistered',
  'wrongCategory',
  'templatePaused',
  'templateOff',
  'template',
  'restricted',
  'quality',
  'limit',
  'numberOff',
] as const
export type BroadcastHold = (typeof broadcastHolds)[number]

/** `twice`: the chat was joined to one that has it already. `value`: the template does not take this customer's name. */
export const skipReasons = ['stopped', 'heldBack', 'neverWrote', 'noAddress', 'twice', 'value'] as const
export type SkipReason = (typeof skipReasons)[number]

/** `sending`: its message is with the channel and has no fate yet. `left`: the broadcast was stopped before. */
export const recipientStates = ['waiting', 'sending', 'sent', 'skipped', 'failed', 'left'] as const
export type RecipientState = (typeof recipientStates)[number]

export const maxRecipients = 1_000

/** In a value of the template: the name of each customer. */
export const nameToken = '{{name}}'

const path = `${chatPlatform.path}/broadcasts`
/** Other clients name one by its `id`. */
const chats = { ids: references({ required: true, max: maxRecipients, aliases: ['id'] }) }

const previewFields = {
  room: text({ required: true }),
  name: text({ verbatim: true }),
  /** Null: it is sent. */
  reason: choice(skipReasons),
  /** The customer's first message: the opt-in. */
  opt_in_at: dateTime(),
}
export type PreviewRecipient = RowOf<typeof previewFields>

/** Who would get it, and who not for which reason. Refused for chats of several numbers. */
export const previewBroadcast = call({
  name: 'chat-broadcasts.preview',
  kind: 'query',
  method: 'POST',
  path: `${path}/preview`,
  permission: 'update crm',
  body: chats,
  reply: {
    of: 'object',
    fields: {
      recipients: rows(previewFields, { max: maxRecipients }),
      /** Different people whom WhatsApp still lets this account write to first today; null where there is no limit, or none is known. */
      rest: number({ integer: true }),
    },
  },
})

const broadcastFields = {
  id: number({ required: true, integer: true }),
  ref: text({ required: true }),
  template: text({ required: true }),
  /** As it is sent, with the token of the name. */
  content: textarea({ required: true, max: maxInboundLength, verbatim: true }),
  state: choice(broadcastStates, { required: true }),
  held: choice(broadcastHolds),
  total: number({ required: true, integer: true }),
  sent: number({ required: true, integer: true }),
  skipped: number({ required: true, integer: true }),
  failed: number({ required: true, integer: true }),
  created_at: dateTime({ required: true }),
  created_by: text(),
  /** Whether this person may let it go on, and stop it. */
  may_change: flag({ required: true }),
}
export type Broadcast = RowOf<typeof broadcastFields>

/** Begins one; the same key of the form begins it once. */
export const startBroadcast = call({
  name: 'chat-broadcasts.create',
  kind: 'mutation',
  method: 'POST',
  path,
  permission: 'update crm',
  encoding: 'multipart',
  body: { ...chats, ...templateBody, template: text({ required: true, max: 120 }) },
  reply: { of: 'record', fields: broadcastFields },
})

/** One's own, or all for people who see all chats; newest first. */
export const broadcastList = call({
  name: 'chat-broadcasts.list',
  kind: 'query',
  method: 'GET',
  path,
  permission: 'update crm',
  query: 'list',
  reply: { of: 'list', fields: broadcastFields },
  silent: true,
})

const recipientFields = {
  ...previewFields,
  state: choice(recipientStates, { required: true }),
  status: choice(messageStatuses),
  /** Error of the provider, verbatim. */
  failure: text({ max: 500, verbatim: true }),
}
export type BroadcastRecipient = RowOf<typeof recipientFields>

/** One with each recipient. */
export const broadcastOne = call({
  name: 'chat-broadcasts.one',
  kind: 'query',
  method: 'GET',
  path: `${path}/{id}`,
  permission: 'update crm',
  reply: { of: 'object', fields: { ...broadcastFields, recipients: rows(recipientFields, { max: maxRecipients }) } },
  silent: true,
})

const change = { kind: 'mutation', method: 'PUT', permission: 'update crm', reply: { of: 'record', fields: broadcastFields } } as const

/** Lets a held one go on. */
export const resumeBroadcast = call({ ...change, name: 'chat-broadcasts.resume', path: `${path}/{id}/resume` })
/** Recipients without one yet get none. */
export const stopBroadcast = call({ ...change, name: 'chat-broadcasts.stop', path: `${path}/{id}/stop` })
