/** Messages of a room, and sending (docs/product/chat.md#calls). */

import {
  choice,
  dateTime,
  file,
  flag,
  number,
  object,
  type RowOf,
  reference,
  references,
  rows,
  text,
  textarea,
} from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { maxEmojiLength } from '../lib/emoji.ts'
import {
  type MessageParts,
  mediaTypes,
  messageFields,
  messageKinds,
  messagePartFields,
  type messageStatuses,
} from '../parts/message-fields.ts'
import { chatPlatform } from '../sections/sales/chat-platform.ts'
import { blockers, headerFormats } from './template.ts'

export type MessageStatus = (typeof messageStatuses)[number]

/** Maximum characters of an outgoing WhatsApp message. */
export const maxMessageLength = 4_096

/** Hours in which a question for the number counts as open, and its most characters (docs/product/chat.md#asking-for-the-number). */
export const contactRequestHours = 24
export const maxContactRequest = 1_024

/** Hours after the customer's last message in which free text may be sent. */
export const windowHours = 24

export type Message = RowOf<typeof messageFields> & MessageParts

const at = (name: string) => `${chatPlatform.path}/${name}`
const read = { kind: 'query', method: 'GET', permission: ['get crm', 'get assign-sales'] } as const

const pageFields = {
  /** In order. */
  messages: rows({ ...messageFields, ...messagePartFields }, { max: 500 }),
  /** Whether older and newer messages exist. */
  older: flag({ required: true }),
  newer: flag({ required: true }),
}
/** Response of `conversation` and `pageChat`. */
export interface MessagePage {
  messages: Message[]
  older: boolean
  newer: boolean
}

/**
 * The newest messages, or those before or after the one with a place, in order of reading; with `search` only matches, newest first
 * (docs/product/chat.md#order-of-messages).
 */
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

/** Messages around one, for a jump to it. */
export const pageChat = call({
  ...read,
  name: 'chat-platform.page-chat',
  path: at('{id}/page-chat/{chat_id}'),
  reply: { of: 'object', fields: pageFields },
})

/** A message found by the list's search: the newest of its room. */
const foundFields = {
  /** Refs of the room and the message. */
  room: text({ required: true }),
  message: text({ required: true }),
  /** The part around the match. */
  excerpt: text({ required: true, verbatim: true }),
}
export type FoundMessage = RowOf<typeof foundFields>

/** The newest message with every word per visible room, in the newest 200 rooms; none for shorter words. */
export const foundMessages = call({
  ...read,
  name: 'chat-platform.found-messages',
  path: at('found-messages'),
  query: { search: text({ required: true, max: 200, verbatim: true }) },
  reply: { of: 'object', fields: { found: rows(foundFields, { max: 200 }) } },
  silent: true,
})

export const messagesName = 'chat-messages'

/** A template with its values. */
export const templateBody = {
  media: file({ storage: 'private', accept: Object.values(mediaTypes).flatMap(({ types }) => types), maxBytes: 100_000_000 }),
  template: text({ max: 120 }),
  /** Templates share names across languages; default is the provider's first. */
  template_language: text({ max: 20 }),
  /** Values of the template's places, in order. */
  values: rows({ value: text({ required: true, max: 1_000, verbatim: true }) }, { max: 20 }),
  /** What else a template may want; its picture, video or document is `media`. */
  template_header: text({ max: 60, verbatim: true }),
  template_location: object({
    latitude: text({ max: 20 }),
    longitude: text({ max: 20 }),
    name: text({ max: 1_000, verbatim: true }),
    address: text({ max: 1_000, verbatim: true }),
  }),
  /** Ends of addresses and codes, by position of the button from 0. */
  template_buttons: rows(
    { index: number({ required: true, integer: true, min: 0, max: 9 }), value: text({ required: true, max: 2_000, verbatim: true }) },
    { max: 10 },
  ),
  template_offer_until: dateTime(),
  /** The `version` of the template that was filled in: another one by now is refused with `template_changed`. */
  template_version: text({ max: 64 }),
}

/**
 * Sends a message once, under the `ref` of its author. Accepted means 'queued': the channel's states follow. Refused with `window_closed`
 * when only a template may be sent.
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
    /** Id or ref of the room. */
    room: text({ required: true, max: 64, aliases: ['id', 'room_id'] }),
    /** As typed, with markup: shown as text. */
    content: textarea({ max: maxMessageLength, verbatim: true, aliases: ['message'] }),
    /** The address from `upload-media`, instead of a file. */
    media_url: text({ max: 1_000 }),
    /** Ref of the quoted message. */
    reply_to: text({ max: 64 }),
    /** Ref of the canned reply used, whose uses are counted. */
    auto_text: text({ max: 64 }),
    /** Asks for the customer's number, in the words of `content`; refused while an earlier one is open, and where it is known. */
    asks_contact: flag(),
    ...templateBody,
  },
  reply: { of: 'record', fields: messageFields },
  offline: 'queue',
})

/** Sets our reaction at a customer's message within the 24 hours, or takes it away; one of us all. */
export const reactMessage = call({
  name: 'chat-messages.reaction',
  section: messagesName,
  action: 'bulkUpdate',
  kind: 'mutation',
  method: 'PUT',
  path: at('reaction/{id}'),
  permission: 'update crm',
  /** One emoji; empty takes it away. */
  body: { emoji: text({ max: maxEmojiLength, verbatim: true }) },
  reply: { of: 'record', fields: { ...messageFields, reactions: messagePartFields.reactions } },
  offline: 'queue',
  silent: true,
})

/** Stores media for a message of the same person, which refers to it by the returned address; `send-message` takes files, too. */
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
  query: { small: choice(['yes']), sound: choice(['aac']) },
  reply: { of: 'blob', type: 'application/octet-stream' },
  silent: true,
})

/** Marks customers' messages up to these as read. */
export const messageRead = call({
  name: 'chat-platform.status-message',
  section: messagesName,
  action: 'bulkUpdate',
  kind: 'mutation',
  method: 'PUT',
  path: at('status/message'),
  permission: 'update crm',
  /** One message, as in the base contract, or many; at least one of both. */
  body: { id: reference({ to: messagesName }), ids: references({ max: 1_000 }), status: choice(['read'], { required: true }) },
  reply: { of: 'removal' },
  offline: 'queue',
  silent: true,
})

/** As many as a business may have. */
export const maxTemplates = 6_000

/**
 * Templates allowed outside the window, with their placeholders: those that the values of their body make whole. With `all` also those
 * that want more, and those that cannot be sent (contract/chat/template.ts).
 */
export const templates = call({
  ...read,
  name: 'chat-platform.templates',
  path: at('templates'),
  query: { whatsapp_number: number({ integer: true }), all: choice(['yes']) },
  reply: {
    of: 'object',
    fields: {
      templates: rows(
        {
          name: text({ required: true }),
          language: text({ required: true }),
          body: text({ required: true }),
          places: number({ required: true }),
          status: text(),
          category: text(),
          reason: text(),
          /** As WhatsApp names it, such as RED; and the category that the template will have, and since when. */
          quality: text(),
          becomes: text(),
          becomes_at: dateTime(),
          blocker: choice(blockers),
          version: text(),
          header: object({ format: choice(headerFormats, { required: true }), text: text({ verbatim: true }) }),
          footer: text({ verbatim: true }),
          offer: object({ text: text({ verbatim: true }), hasEnd: flag() }),
          buttons: rows({ type: text({ required: true }), text: text({ verbatim: true }), url: text({ verbatim: true }) }, { max: 20 }),
        },
        { max: maxTemplates },
      ),
    },
  },
})
