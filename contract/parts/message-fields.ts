import { choice, dateTime, flag, number, object, text, textarea } from '../kit/field/field.ts'

export const messageKinds = ['text', 'image', 'video', 'audio', 'document'] as const

export const messageStatuses = ['queued', 'sent', 'delivered', 'read', 'failed'] as const

export type MessageKind = (typeof messageKinds)[number]

/** Maximum stored characters of a customer's message, about as many as phones allow. */
export const maxInboundLength = 65_536

/** Accepted media types, detected from the content, with their maximum bytes. */
export const mediaTypes = {
  image: { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5_000_000 },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16_000_000 },
  audio: { types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg'], maxBytes: 16_000_000 },
  document: {
    types: [
      'application/pdf',
      'text/plain',
      'text/csv',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    maxBytes: 100_000_000,
  },
} as const satisfies Record<Exclude<MessageKind, 'text'>, { types: readonly string[]; maxBytes: number }>

export const messageFields = {
  id: number({ required: true, integer: true }),
  ref: text({ required: true }),
  version: number({ required: true, integer: true }),
  /** Ref of the room. */
  room: text({ required: true }),
  /** Position in the room, dense from 1: the order of display. */
  place: number({ required: true, integer: true }),
  kind: choice(messageKinds, { required: true }),
  content: textarea({ max: maxInboundLength, verbatim: true }),
  media_url: text(),
  media_name: text(),
  media_type: text(),
  /** In bytes. */
  media_size: number(),
  is_admin: flag({ required: true }),
  /** Author of our messages. */
  sender: text(),
  status: choice(messageStatuses, { required: true }),
  /** Error of the provider, verbatim. */
  failure: text({ max: 500, verbatim: true }),
  /** The quoted message with its excerpt. */
  reply_to: object({ ref: text({ required: true }), content: text({ verbatim: true }), kind: choice(messageKinds), is_admin: flag() }),
  template: text(),
  created_at: dateTime({ required: true }),
}
