/** Interface of channels, over simulator and WhatsApp Cloud API. */
import type { MessageKind } from '#contract/parts/message-fields.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { Template, WhatsappNumber } from '../rooms/templates.ts'
import { cloudChannel } from './cloud.ts'
import { simulatorChannel } from './simulator.ts'

export interface OutgoingMessage {
  /** Our ref, which the Cloud API repeats in each state of the message. */
  ref: string
  /** The customer's phone, digits. */
  to: string
  kind: MessageKind
  content: string | null
  /** Provider's id of the quoted message. */
  reply_to: string | null
  /** Without a language: the provider's first of that name. */
  template: { name: string; language: string | null; values: readonly string[] } | null
}

export interface OutgoingMedia {
  /** With its type. */
  content: Blob
  name: string
}

/** Error of the provider: its words and code. */
export interface Refusal {
  reason: string
  /** `retry`: certainly not sent, may be repeated. `unknown`: may have been sent. */
  next: 'retry' | 'give up' | 'unknown'
  /** The provider's, of contract/chat/send-errors.ts or another. */
  code?: number
  /** Milliseconds to wait, if requested. */
  wait?: number
  /** The number is unusable: its token or its account. */
  number?: true
}

export interface ChannelAdapter {
  /** Sends one message. Never throws for errors of the provider. */
  send(number: WhatsappNumber, message: OutgoingMessage, media?: OutgoingMedia): Promise<{ provider_id: string } | Refusal>
  /** Called once the provider's id is stored. */
  confirmed?(number: WhatsappNumber, to: string, providerId: string): Promise<void>
  /** Returns sendable templates in the provider's order; a Refusal if unreadable. */
  templates(number: WhatsappNumber): Promise<Template[] | Refusal>
  /** Marks the customer's messages up to this one as read. Null when done. */
  markRead(number: WhatsappNumber, providerId: string): Promise<Refusal | null>
}

/** Returns the adapter of a number. */
export function channelOf(platform: Platform, number: Pick<WhatsappNumber, 'channel'>): ChannelAdapter {
  return number.channel === 'cloud' ? cloudChannel(platform) : simulatorChannel(platform)
}
