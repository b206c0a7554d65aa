/** What a message is as it is gathered, and when it was: before it is written (batch.ts). */
import { lastLine } from '../rooms/message-rows.ts'
import { cut } from '../rooms/text.ts'
import type { RoomNow } from './inbound-rooms.ts'
import type { MessageNow } from './inbound-sql.ts'

/** A provider's time, at most now. */
export function momentOf(at: string): string {
  const given = Date.parse(at)
  return new Date(Math.min(Number.isNaN(given) ? Date.now() : given, Date.now())).toISOString()
}

/** The later of two moments. */
export const later = (a: string | null, b: string) => (a !== null && Date.parse(a) > Date.parse(b) ? a : b)

/** The provider counts seconds: within one, what arrives later is later. */
export const isLast = ({ last_message_at }: RoomNow, at: string) =>
  last_message_at === null || Math.floor(Date.parse(at) / 1000) >= Math.floor(Date.parse(last_message_at) / 1000)

/** Author of what was written in the app on the business's phone. */
export const phoneAuthor = 'WhatsApp Business app'
/** Author of what is answered by itself. */
export const automaticAuthor = 'Automatic answer'

/** Everything that a plain line leaves empty. */
export const emptyMessage = {
  ...{ id: 0, media: null, sender: null, failure: null, reply_to: null, provider_id: null, note_of: null, values: null, details: null },
  ...{
    chips: null,
    edits: null,
    deleted_at: null,
    reactions: null,
    referral: null,
    pricing: null,
    status_times: null,
    marks: null,
    identity: null,
  },
} as const

/** A reaction in an alert and in the list of chats. */
export const alertText = (emoji: string, content: string | null) => `${emoji} to "${cut(content ?? '', 100)}"`

/** Whether a message is here, and not only what stands in its place. */
export const isWhole = (message: MessageNow | undefined): boolean => message !== undefined && message.marks?.standIn === undefined

/** Makes a message the last line of its room. */
export function showLast(into: RoomNow, { kind, content, media, status, is_admin, created_at }: MessageNow): void {
  Object.assign(into, {
    last_message: lastLine(kind, content, media),
    last_message_kind: kind,
    last_message_status: status,
    last_message_is_admin: is_admin,
    last_message_at: later(into.last_message_at, created_at),
  })
}
