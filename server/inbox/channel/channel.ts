/** Interface of channels, over simulator and WhatsApp Cloud API. */
import type { Template, TemplateValues } from '#contract/chat/template.ts'
import type { HeldChip, MessageKind } from '#contract/parts/message-fields.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { AnsweredPhone } from '../identity/answered-phone.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { cloudChannel } from './cloud.ts'
import { simulatorChannel } from './simulator.ts'

/** Where a message goes: to a phone, as digits, or to a business-scoped user id. WhatsApp takes no such id as `to`. */
export type Address = { to: string } | { recipient: string }

export interface OutgoingMessage {
  /** Our ref, which the Cloud API repeats in each state of the message. */
  ref: string
  address: Address
  kind: MessageKind
  content: string | null
  /** Provider's id of the quoted message. */
  reply_to: string | null
  /** Asks for the number: the customer shares it by a press. */
  asksContact?: boolean
  /** Without a language: the provider's first of that name. Without a version: whatever it is now. */
  template: { name: string; language: string | null; values: TemplateValues; version: string | null } | null
}

export interface OutgoingMedia {
  /** With its type. */
  content: Blob
  name: string
}

/** A message that the provider took. */
export interface Accepted {
  provider_id: string
  /** Where the provider names another phone than was asked for. */
  answered?: AnsweredPhone
  /** The provider holds it back. */
  held?: HeldChip
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

/** `UNKNOWN`: a number that is too new, or has sent too little, for a rating. */
export type QualityRating = 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'

export interface ChannelAdapter {
  /** Sends one message. Never throws for errors of the provider. */
  send(number: WhatsappNumber, message: OutgoingMessage, media?: OutgoingMedia): Promise<Accepted | Refusal>
  /** Called once the provider's id is stored. */
  confirmed?(number: WhatsappNumber, address: Address, providerId: string): Promise<void>
  /** Returns templates of every state in the provider's order; a Refusal if unreadable. */
  templates(number: WhatsappNumber): Promise<Template[] | Refusal>
  /** Returns the quality of the number as WhatsApp rates it now; null where the answer names none that is known. */
  quality(number: WhatsappNumber): Promise<QualityRating | Refusal | null>
  /** Marks the customer's messages up to this one as read. Null when done. */
  markRead(number: WhatsappNumber, providerId: string): Promise<Refusal | null>
  /** Sets our reaction at a message, by its provider's id; '' takes it away. Sent again it is the same. Null when done. */
  react(number: WhatsappNumber, address: Address, reaction: { message_id: string; emoji: string }): Promise<Refusal | null>
}

/** Returns the adapter of a number. */
export function channelOf(platform: Platform, number: Pick<WhatsappNumber, 'channel'>): ChannelAdapter {
  return number.channel === 'cloud' ? cloudChannel(platform) : simulatorChannel(platform)
}
