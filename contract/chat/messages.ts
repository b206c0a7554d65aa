/** Messages of a room, and how they are sent (docs/product/chat.md#calls). */

import { choice, file, flag, number, type RowOf, reference, references, rows, text, textarea } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { mediaTypes, messageFields, messageKinds, type messageStatuses } from '../parts/message-fields.ts'
import { chatPlatform } from '../sections/sales/chat-platform.ts'

export type MessageStatus = (typeof messageStatuses)[number]

/** Characters that WhatsApp accepts in an outgoing message. */
export const maxMessageLength = 4_096

/** Hours after the customer's last message in which anything may be written. */
export const windowHours = 24

export type Message = RowOf<typeof messageFields>

const at = (name: string) => `${chatPlatform.path}/${name}`
const read = { kind: 'query', method: 'GET', permission: ['get crm', 'get assign-sales'] } as const

const pageFields = {
  /** In their order. */
  messages: rows(messageFields, { max: 500 }),
  /** Whether there are older and newer ones than these. */
  older: flag({ required: true }),
  newer: flag({ required: true }),
}
/** What `conversation` and `pageChat` answer. */
export interface MessagePage {
  messages: Message[]
  older: boolean
  newer: boolean
}

/** The newest messages, or those before or after a place; with `search` only those that hold it, newest first. */
export const conversation = call({
  ...read,
  name: 'chat-platform.conversation',
  path: at('conversation/{id}'),
  query: {
    before: number({ integer: true, min: 1 }),
    after: number({ integer: true, min: 0 }),
    limit: number({ integer: true, min: 1, max: 500 }),
    search: text({ max: 100, verbatim: true }),
  },
  reply: { of: 'object', fields: pageFields },
})

/** The messages around one, to jump to it. */
export const pageChat = call({
  ...read,
  name: 'chat-platform.page-chat',
  path: at('{id}/page-chat/{chat_id}'),
  reply: { of: 'object', fields: pageFields },
})

/** A message that a search in the list of chats found: the newest of its room. */
const foundFields = {
  /** Refs of the room and the message. */
  room: text({ required: true }),
  message: text({ required: true }),
  /** The part of it around what was looked for. */
  excerpt: text({ required: true, verbatim: true }),
}
export type FoundMessage = RowOf<typeof foundFields>

/** Of each room that this person sees the newest message that holds every word, of the newest 200 rooms; none for shorter words. */
export const foundMessages = call({
  ...read,
  name: 'chat-platform.found-messages',
  path: at('found-messages'),
  query: { search: text({ required: true, max: 200, verbatim: true }) },
  reply: { of: 'object', fields: { found: rows(foundFields, { max: 200 }) } },
  silent: true,
})

export const messagesName = 'chat-messages'

/**
 * Sends a message; its `ref` is chosen by whoever writes it, so it is sent once. Accepted means 'queued': the channel's own
 * states follow. Refused with `window_closed` when only a template may be written.
 */
export const sendMessage = call({
  name: 'chat-messages.create',
  section: messagesName,
  action: 'create',
  kind: 'mutation',
  method: 'POST',
  path: at('send-message'),
  permission: 'update crm',
  encoding: 'multipart',
  body: {
    room: text({ required: true, max: 64 }),
    /** As it was written, markup and all: it is shown as text. */
    content: textarea({ max: maxMessageLength, verbatim: true }),
    media: file({ storage: 'private', accept: Object.values(mediaTypes).flatMap(({ types }) => types), maxBytes: 100_000_000 }),
    /** What `upload-media` answered, instead of the file itself. */
    media_url: text({ max: 1_000 }),
    /** Ref of the message it answers. */
    reply_to: text({ max: 64 }),
    /** Ref of the canned reply it was made from, whose uses are counted. */
    auto_text: text({ max: 64 }),
    template: text({ max: 120 }),
    /** Of the same name there is one for each language; without it the provider's first is meant. */
    template_language: text({ max: 20 }),
    /** What stands in the template's places, in order. */
    values: rows({ value: text({ required: true, max: 1_000, verbatim: true }) }, { max: 20 }),
  },
  reply: { of: 'record', fields: messageFields },
  offline: 'queue',
})

/** Stores media for a message of the same person, which names it by the address in the answer; `send-message` takes the file as well. */
export const uploadMedia = call({
  name: 'chat-platform.upload-media',
  kind: 'mutation',
  method: 'POST',
  path: at('upload-media'),
  permission: 'update crm',
  encoding: 'multipart',
  body: {
    media: file({
      required: true,
      storage: 'private',
      accept: Object.values(mediaTypes).flatMap(({ types }) => types),
      maxBytes: 100_000_000,
    }),
  },
  reply: { of: 'object', fields: { media_url: text({ required: true }), kind: choice(messageKinds, { required: true }) } },
})

/** The content of a message's media. */
export const messageMedia = call({
  ...read,
  name: 'chat-platform.media',
  path: at('{id}/media/{chat_id}'),
  query: { small: choice(['yes']) },
  reply: { of: 'blob', type: 'application/octet-stream' },
  silent: true,
})

/** Customers' messages up to and including these were read. */
export const messageRead = call({
  name: 'chat-platform.status-message',
  section: messagesName,
  action: 'bulkUpdate',
  kind: 'mutation',
  method: 'PUT',
  path: at('status/message'),
  permission: 'update crm',
  /** One message as the base contract names it, or many; at least one of both. */
  body: { id: reference({ to: messagesName }), ids: references({ max: 1_000 }), status: choice(['read'], { required: true }) },
  reply: { of: 'removal' },
  offline: 'queue',
  silent: true,
})

/** Templates that may be sent outside the window, with the places to fill in. */
export const templates = call({
  ...read,
  name: 'chat-platform.templates',
  path: at('templates'),
  query: { whatsapp_number: number({ integer: true }) },
  reply: {
    of: 'object',
    fields: {
      templates: rows(
        {
          name: text({ required: true }),
          language: text({ required: true }),
          body: text({ required: true }),
          places: number({ required: true }),
        },
        { max: 500 },
      ),
    },
  },
})
