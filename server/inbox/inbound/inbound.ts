/** What a channel tells: customers' messages and marks, states of ours, changes of who somebody is, idle customers, and raw items. */

import type { MessageStatus } from '#contract/chat/messages.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { HeldChip, MessageKind } from '#contract/parts/message-fields.ts'
import type { CallPermission, MessageChip, MessageDetails } from '#server/db/tables/chat.ts'
import type { AnsweredPhone } from '../identity/answered-phone.ts'

/** Somebody as an item names them. At least one of `phone` and `bsuid`. */
export interface Party {
  /** Digits, as the provider gave them; never from a text or a card. */
  phone: string | null
  /** Business-scoped user id. */
  bsuid: string | null
  /** Parent BSUID, which linked portfolios share. */
  parent: string | null
  /** The person's own name. */
  name: string | null
  /** Without '@'. Undefined: the item says nothing of it; null: the person has none. */
  username?: string | null
}

/** Names of the words of notes; the console has them in each language. */
export type NoteName =
  | 'numberChanged'
  | 'numberKnown'
  | 'numberShared'
  | 'numberLost'
  | 'anotherAccount'
  | 'securityCode'
  | 'openedChat'
  | 'callPermission'
  | 'callNow'
  | 'callAnswered'
  | 'callOther'
  | 'optOut'
  | 'optIn'
  | 'reactedElsewhere'
  | 'deletedElsewhere'
  | 'pinned'
  | 'joined'
  | 'joinOffered'
  | 'parted'

export interface Note {
  of: NoteName
  values: Record<string, string | number | boolean | null>
}

interface FromChannel {
  /** Id of the number (whatsapp_numbers). */
  number: number
  /** ISO 8601; when it happened, as the provider says. */
  at: string
}

export interface InboundMessage extends FromChannel {
  type: 'message'
  /** Provider's id: a repeated one is ignored. */
  provider_id: string
  /** The customer, also of what was written to them. */
  from: Party
  kind: MessageKind
  content: string | null
  /** In private files. */
  media: StoredFile | null
  /** Provider's id of the quoted message. */
  reply_to: string | null
  details?: MessageDetails
  chips?: readonly MessageChip[]
  /** Makes it a grey line of the system: no preview, no alert. */
  note?: Note
  referral?: Record<string, string>
  /** What a pressed button of a template answers with, beside its title. */
  payload?: string
  /** A phone that the person shared as their own. */
  shared?: string
  callPermission?: CallPermission
  /** `phone`: written by us on the business's phone. `history`: from before; `isOurs` says by whom. */
  origin?: 'phone' | 'history'
  isOurs?: boolean
  /** Whether it counts as unread and reopens the room, and whether it opens the 24 hours. Both unless said. */
  isUnread?: boolean
  opensWindow?: boolean
  /** Provider's id of an event that opened the 24 hours before, if it came. */
  begun?: string
  /** Told by a push though it is a note. */
  isUrgent?: boolean
  /** Not where only rooms that are here are meant. */
  makesRoom?: boolean
  /** Stands for what cannot be shown yet: a later item with its id replaces it. */
  isStandIn?: boolean
  /** Makes it as received, where it may be about nobody who is here. */
  kept?: () => InboundRaw
}

/** A change of an earlier message by the customer, or by us on the business's phone. */
export interface InboundMark extends FromChannel {
  type: 'mark'
  /** Provider's id of the mark. */
  provider_id: string
  /** Null: the provider itself. */
  from: Party | null
  by: 'customer' | 'us'
  /** Provider's id of the message. */
  target: string
  /** `reaction`: '' takes it away. `chip`: what the provider adds to it. */
  mark:
    | { kind: 'reaction'; emoji: string }
    | { kind: 'edit'; content: string | null }
    | { kind: 'revoke' }
    | { kind: 'chip'; chip: MessageChip }
  /** Makes it as received, where it may have to wait for its message without being seen. */
  kept?: () => InboundRaw
}

/** Somebody's number or user id changed: from `before` to `from`. */
export interface InboundChange extends FromChannel {
  type: 'change'
  provider_id: string
  /** Whether the phone changed, so that a former one is no more theirs; else the user id alone. */
  isNumber: boolean
  before: Pick<Party, 'phone' | 'bsuid'>
  from: Party
}

export interface InboundStatus {
  type: 'status'
  provider_id: string
  /** `queued`: the provider holds it back. */
  status: MessageStatus
  held?: HeldChip
  failure: string | null
  at: string
  number?: number
  /** The receiver as the provider names them; a user id is added to the message's room. */
  from?: Party
  /** The phone that the provider says it goes to, where another one was asked for. */
  answered?: AnsweredPhone
  /** A voice note was heard. */
  isPlayed?: boolean
  /** Makes it as received, where its message is not here. */
  kept?: () => InboundRaw
  pricing?: Record<string, string | number | boolean>
}

/** Provider's id of the message that a mark or a state is about. */
export const subjectOf = (item: InboundMark | InboundStatus): string => (item.type === 'mark' ? item.target : item.provider_id)

/** Stands for the id of the provider at a message of ours that was not sent. */
export const unsentId = (ref: string) => `unsent:${ref}`
export const isUnsentId = (providerId: string) => providerId.startsWith('unsent:')

export interface InboundIdle {
  type: 'idle'
  number: number
  customer_phone: string
}

/** The person stopped promotions, or takes them again. */
export interface InboundPreference extends FromChannel {
  type: 'preference'
  from: Party
  isStopped: boolean
}

/** A name of the phone's contact book, for rooms without one. */
export interface InboundName extends FromChannel {
  type: 'name'
  from: Party
}

/** A state of an account, a number, a template or a form (channel_states). */
export interface ChannelState {
  /** Null: of the whole account. */
  number: number | null
  kind: string
  /** What the kind has several of: a template's name and language; '' else. */
  subject: string
  value: Record<string, unknown>
  /** ISO 8601. */
  at: string
}

/** An item as received (webhook_items), because it is no plain message; with the states that it tells. */
export interface InboundRaw {
  type: 'raw'
  number: number | null
  account: string | null
  field: string
  kind: string
  body: string
  outcome: RawOutcome
  /** Equal for a repeated item, which does nothing. */
  hash: string
  /** Provider's id of the item that it is the body of, if that may have to wait. */
  about?: string
  states?: readonly ChannelState[]
  /** Id of a number whose secret signed it. */
  signer?: number | null
}

/**
 * `room` and `state`: shown there. `unknown` and `malformed`: not understood. `elsewhere`: of no number of ours. `waiting`: about somebody
 * or something that has not come yet. `logged`: means nothing here.
 */
export type RawOutcome = 'room' | 'state' | 'unknown' | 'malformed' | 'elsewhere' | 'waiting' | 'logged'

export type Inbound =
  | InboundMessage
  | InboundMark
  | InboundChange
  | InboundStatus
  | InboundIdle
  | InboundPreference
  | InboundName
  | InboundRaw
