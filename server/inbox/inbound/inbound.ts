/** What a channel tells of the outside: customers' messages, what became of ours, and that somebody went idle. */

import type { MessageStatus } from '#contract/chat/messages.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { MessageKind } from '#contract/parts/message-fields.ts'

export interface InboundMessage {
  type: 'message'
  /** As the provider names it: the same one twice is taken once. */
  provider_id: string
  /** Id of the number it came to (whatsapp_numbers). */
  number: number
  customer_phone: string
  customer_name: string | null
  kind: MessageKind
  content: string | null
  /** Already in the store of private files. */
  media: StoredFile | null
  /** Provider id of the message it answers. */
  reply_to: string | null
  /** ISO 8601. */
  at: string
}

export interface InboundStatus {
  type: 'status'
  provider_id: string
  status: Exclude<MessageStatus, 'queued'>
  failure: string | null
  at: string
}

export interface InboundIdle {
  type: 'idle'
  number: number
  customer_phone: string
}

export type Inbound = InboundMessage | InboundStatus | InboundIdle
