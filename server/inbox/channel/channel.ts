/** How messages leave: one interface over the simulator and the WhatsApp Cloud API. */
import type { MessageKind } from '#contract/parts/message-fields.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { Template, WhatsappNumber } from '../rooms/templates.ts'
import { cloudChannel } from './cloud.ts'
import { simulatorChannel } from './simulator.ts'

export interface OutgoingMessage {
  /** Its ref here, which the Cloud API says again with every state of the message. */
  ref: string
  /** The customer's phone, digits. */
  to: string
  kind: MessageKind
  content: string | null
  /** Provider id of the message it answers. */
  reply_to: string | null
  /** Without a language the provider's first of that name is meant. */
  template: { name: string; language: string | null; values: readonly string[] } | null
}

export interface OutgoingMedia {
  /** With its type. */
  content: Blob
  name: string
}

/** Why the provider did not take something, in its own words, with its code. */
export interface Refusal {
  reason: string
  /** `retry`: certainly not sent, and may be tried again. `unknown`: nobody can tell whether it was sent. */
  next: 'retry' | 'give up' | 'unknown'
  /** Milliseconds the provider asks to wait. */
  wait?: number
  /** The number itself does not work: its token or its account. */
  number?: true
}

export interface ChannelAdapter {
  /** Sends one message. Never throws for what the provider does. */
  send(number: WhatsappNumber, message: OutgoingMessage, media?: OutgoingMedia): Promise<{ provider_id: string } | Refusal>
  /** What the adapter still does once the provider's id is stored. */
  confirmed?(number: WhatsappNumber, to: string, providerId: string): Promise<void>
  /** Templates that may be sent, in the provider's order; a Refusal where they cannot be read. */
  templates(number: WhatsappNumber): Promise<Template[] | Refusal>
  /** Tells the customer that their messages up to this one were read. Null when done. */
  markRead(number: WhatsappNumber, providerId: string): Promise<Refusal | null>
}

/** The adapter that a number is sent with. */
export function channelOf(platform: Platform, number: Pick<WhatsappNumber, 'channel'>): ChannelAdapter {
  return number.channel === 'cloud' ? cloudChannel(platform) : simulatorChannel(platform)
}
