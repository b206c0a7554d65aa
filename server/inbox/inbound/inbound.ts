/** Inbound events of a channel: customers' messages, states of ours, and idle customers. */

import type { MessageStatus } from '#contract/chat/messages.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { MessageKind } from '#contract/parts/message-fields.ts'

export interface InboundMessage {
  type: 'message'
  /** Provider's id: a repeated one is ignored. */
  provider_id: string
  /** Id of the receiving number (whatsapp_numbers). */
  number: number
  customer_phone: string
  customer_name: string | null
  kind: MessageKind
  content: string | null
  /** In private files. */
  media: StoredFile | null
  /** Provider's id of the quoted message. */
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
  /** A voice note was heard. */
  isPlayed?: boolean
  pricing?: Record<string, string | number | boolean>
}

/** Stands for the id of the provider at a message of ours that was not sent. */
export const unsentId = (ref: string) => `unsent:${ref}`
export const isUnsentId = (providerId: string) => providerId.startsWith('unsent:')

export interface InboundIdle {
  type: 'idle'
  number: number
  customer_phone: string
}

export type Inbound = InboundMessage | InboundStatus | InboundIdle
